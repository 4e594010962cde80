import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { variablesWith } from '@billhook/platform/spec-env';
import { eventually } from './patience.js';

const ROOT = join(import.meta.dirname, '../../..');

/** What a copy of the repository leaves out: data, and packages, which it shares. */
const LEFT_OUT = new Set(['.git', '.data', '.nx', 'node_modules']);

/** A clone that is not built yet compiles everything first. */
const START_MS = 540_000;

/** A copy of the repository with what is built there, in which specs use `npm start` as people do. */
export class Clone {
  private constructor(readonly folder: string) {}

  static create(): Clone {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'billhook-clone-')));
    const entries = readdirSync(ROOT).filter((name) => !LEFT_OUT.has(name));
    // With times to the nanosecond: otherwise the copy would be built again.
    execFileSync('cp', ['-a', ...entries.map((name) => join(ROOT, name)), folder]);
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    return new Clone(folder);
  }

  /** Starts npm with its arguments, such as `start`. */
  npm(args: readonly string[], variables: Record<string, string> = {}): NpmRun {
    // Excludes the variables of the npm that runs the specs.
    const own = Object.entries(variablesWith({})).filter(([name]) => ['PATH', 'HOME'].includes(name));
    const env = { ...Object.fromEntries(own), CI: 'true', ...variables };
    // A group, as a terminal makes one: Ctrl-C reaches all of it.
    const child = spawn('npm', [...args], { cwd: this.folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    return new NpmRun(child);
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  /** Running processes whose working directory is in the folder, with their commands. PostgreSQL is among them. */
  processes(): { pid: number; parent: number; command: string }[] {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0)
      .flatMap((pid) => {
        try {
          if (!readlinkSync(`/proc/${pid}/cwd`).startsWith(this.folder)) return [];
          const [, state, parent] = /\) (\S) (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
          const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
          return state === 'Z' ? [] : [{ pid, parent: Number(parent), command }];
        } catch {
          return [];
        }
      });
  }

  /** Waits until no process of the folder runs. @throws an Error with those that still run */
  async ended(): Promise<void> {
    const left = () => this.processes().map(({ pid, parent, command }) => `${pid} of ${parent}: ${command}`);
    await naming(left, () =>
      eventually('all processes have ended', () => (this.processes().length === 0 ? true : undefined)),
    );
  }

  async remove(): Promise<void> {
    for (const { pid } of this.processes()) process.kill(pid, 'SIGKILL');
    await this.ended();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A running npm, with all that it prints. */
export class NpmRun {
  output = '';

  constructor(readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (piece: Buffer) => (this.output += piece.toString()));
  }

  /** Waits for a text in its output. @throws an Error with the output if it ends before */
  async until(text: string): Promise<void> {
    const found = () => {
      if (this.output.includes(text)) return true;
      if (this.child.exitCode !== null) throw new Error(`npm ended (exit code ${this.child.exitCode}): ${this.output}`);
      return undefined;
    };
    await eventually(text, found, START_MS);
  }

  /** Sends a signal to npm, or to its whole group as a terminal does. */
  signal(signal: NodeJS.Signals, { toGroup = false } = {}): void {
    process.kill((toGroup ? -1 : 1) * Number(this.child.pid), signal);
  }

  /** Waits for the end. @returns its exit code, null after a signal @throws an Error with its output */
  async end(): Promise<number | null> {
    const hasEnded = () => this.child.exitCode !== null || this.child.signalCode !== null;
    await naming(
      () => [this.output],
      () => eventually('npm has ended', () => (hasEnded() ? true : undefined)),
    );
    return this.child.exitCode;
  }
}

/** Adds what is known at that time to the error of a wait that was too long. */
async function naming(known: () => string[], wait: () => Promise<unknown>): Promise<void> {
  try {
    await wait();
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new Error([message, ...known()].join('\n'), { cause });
  }
}
