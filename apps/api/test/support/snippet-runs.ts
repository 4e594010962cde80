import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { SNIPPET_ORIGIN } from '../../../docs/src/openapi/operation-snippets.js';

/** A snippet of the documentation and the operation that it calls. */
export interface NamedSnippet {
  readonly id: string;
  readonly text: string;
}

const run = promisify(execFile);

const KEY = 'process.env.BILLHOOK_API_KEY';
const inQuotes = (text: string) => JSON.stringify(text);

/** In place of the imports of a TypeScript snippet: the client from its source, no output, no file. */
const HEAD = `import { Billhook } from ${inQuotes(import.meta.resolve('@billhook/sdk'))};
const console = { log() {} };
const writeFile = async () => {};
`;

const PYTHON_CLIENT = fileURLToPath(new URL('../../../../libs/sdk-python/src/', import.meta.url));

/** Runs each program in its own scope, because all have the same names, and prints the operations that failed. */
const PYTHON_RUNNER = `
import contextlib, io, json, sys
for snippet in json.load(open("snippets.json")):
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(snippet["text"], {})
    except Exception as error:
        print(snippet["id"], repr(error))
`;

/** Executes snippets of the documentation against a running API, each language in one process. */
export class SnippetRuns {
  constructor(
    private readonly url: string,
    private readonly key: string,
  ) {}

  private readonly here = (text: string): string => text.replaceAll(SNIPPET_ORIGIN, this.url);

  private async inFolder(
    program: readonly [command: string, ...args: string[]],
    file: string,
    content: string,
  ): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'billhook-snippets-'));
    try {
      await writeFile(join(folder, file), content);
      const { stdout } = await run('env', [`BILLHOOK_API_KEY=${this.key}`, `PYTHONPATH=${PYTHON_CLIENT}`, ...program], {
        cwd: folder,
      });
      return stdout.trim();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** The failures of curl commands. */
  async curl(snippets: readonly NamedSnippet[]): Promise<string[]> {
    const commands = snippets.map(
      ({ id, text }) => `echo "${id} $(${this.here(text)} \\\n  -sS -o response -w '%{http_code}')"`,
    );
    const output = await this.inFolder(['bash', 'snippets.sh'], 'snippets.sh', commands.join('\n'));
    return output.split('\n').filter((line) => !/ 2\d\d$/.test(line));
  }

  /** The failures of Python programs, which use the client from its sources. */
  async python(path: string, snippets: readonly NamedSnippet[]): Promise<string[]> {
    const content = JSON.stringify(snippets.map(({ id, text }) => ({ id, text: this.here(text) })));
    const output = await this.inFolder([path, '-B', '-c', PYTHON_RUNNER], 'snippets.json', content);
    return output.split('\n').filter(Boolean);
  }

  /** The failures of TypeScript programs, which declare no types and are therefore JavaScript. */
  async typescript(snippets: readonly NamedSnippet[]): Promise<string[]> {
    const folder = await mkdtemp(join(tmpdir(), 'billhook-snippets-'));
    const failures: string[] = [];
    try {
      for (const { id, text } of snippets) {
        const file = join(folder, `${id}.mjs`);
        await writeFile(
          file,
          `${HEAD}${this.here(text).replace(/^import .*$/gm, '')}`.replace(KEY, inQuotes(this.key)),
        );
        await import(pathToFileURL(file).href).catch((error: unknown) => failures.push(`${id} ${String(error)}`));
      }
      return failures;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
