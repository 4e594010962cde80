import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

/** The result of a block. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const PROGRAMS: Readonly<Record<string, string>> = { bash: 'bash', js: process.execPath };

/** Runs the titled blocks of the guides like a reader: saved under their titles, in a separate folder. */
export class GuideBlocks {
  private constructor(private readonly folder: string) {}

  static async open(): Promise<GuideBlocks> {
    return new GuideBlocks(await mkdtemp(join(tmpdir(), 'billhook-guide-')));
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  /** A file beside the blocks, for them to read. */
  write(file: string, content: string): Promise<void> {
    return writeFile(join(this.folder, file), content);
  }

  /** Saves a block, so that another one can import it. @returns its language */
  async save(guide: string, title: string): Promise<string> {
    const markdown = await readFile(new URL(`../../../docs/guides/${guide}.md`, import.meta.url), 'utf8');
    const [, language, block] = new RegExp(`\`\`\`(\\w+) title="${title}"\\n([^]*?)\`\`\``).exec(markdown) ?? [];
    if (language === undefined || block === undefined) throw new Error(`${guide} has no block ${title}`);
    await this.write(title, block);
    return language;
  }

  /**
   * @param title of the block, like `walk.mjs`
   * @param variables of the environment, in addition to the variables of the machine
   */
  async run(
    guide: string,
    title: string,
    variables: Readonly<Record<string, string>>,
    ...args: string[]
  ): Promise<Ran> {
    const program = PROGRAMS[await this.save(guide, title)];
    if (program === undefined) throw new Error(`the block ${title} of ${guide} cannot be run`);
    const given = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
    const child = spawn('env', [...given, program, title, ...args], { cwd: this.folder });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { code, stdout: stdout.trimEnd(), stderr: stderr.trimEnd() };
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  '#39': "'",
  '#x26': '&',
  '#x3C': '<',
};

/** The text of rendered code, as a reader copies it. */
export const plainText = (html: string): string =>
  html.replaceAll(/<[^>]*>/g, '').replaceAll(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);

/** Where a shell finds this Node and the programs of the system. */
export const pathOfNode = (): string => `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;
