import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { run } from '../../../../libs/sdk/src/cli/run.js';
import type { Terminal } from '../../../../libs/sdk/src/cli/terminal.js';

/** What a command printed, and its exit code. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs until it ends or is stopped. */
export interface RunningCommand {
  readonly result: Promise<CommandResult>;
  /** What it has printed up to now, to both outputs. */
  output(): string;
  stop(): Promise<CommandResult>;
}

interface CommandInput {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Buffer;
}

/** An output that stores what is written. */
class Collected extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** The command line of one person: runs in this process, with a separate home folder. */
export class CommandLine {
  private readonly running = new Set<RunningCommand>();

  private constructor(
    readonly home: string,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  /** @param env the environment of every command, in addition to HOME */
  static async open(env: Readonly<Record<string, string>> = {}): Promise<CommandLine> {
    return new CommandLine(await mkdtemp(join(tmpdir(), 'billhook-cli-')), env);
  }

  /** Stops what a failed spec has left running. */
  async stopAll(): Promise<void> {
    await Promise.all([...this.running].map((command) => command.stop()));
  }

  async close(): Promise<void> {
    await this.stopAll();
    await rm(this.home, { recursive: true, force: true });
  }

  get variables(): Record<string, string> {
    return { HOME: this.home, ...this.env };
  }

  start(argv: readonly string[], { env = {}, stdin = '' }: CommandInput = {}): RunningCommand {
    const stop = new AbortController();
    const stdout = new Collected();
    const stderr = new Collected();
    const terminal: Terminal = {
      env: { ...this.variables, ...env },
      ...{ stdin: Readable.from([Buffer.from(stdin)]), stdout, stderr, signal: stop.signal },
    };
    const result = run(argv, terminal).then((code) => ({
      code,
      ...{ stdout: stdout.text.trimEnd(), stderr: stderr.text.trimEnd() },
    }));
    const end = () => {
      stop.abort(new DOMException('stopped', 'AbortError'));
      return result;
    };
    const command = { result, output: () => stdout.text + stderr.text, stop: end };
    this.running.add(command);
    void result.finally(() => this.running.delete(command));
    return command;
  }

  run(argv: readonly string[], input?: CommandInput): Promise<CommandResult> {
    return this.start(argv, input).result;
  }

  /** The result of a command as JSON. */
  async json<T>(argv: readonly string[], input?: CommandInput): Promise<T> {
    const { code, stdout, stderr } = await this.run([...argv, '--json'], input);
    if (code !== 0) throw new Error(`${code}: ${stderr}`);
    return JSON.parse(stdout) as T;
  }

  get settingsPath(): string {
    return join(this.home, '.config/billhook/config.json');
  }

  async mode(path: string): Promise<string> {
    return ((await stat(path)).mode & 0o777).toString(8);
  }

  /** Changes the stored settings, so that a test does not wait. */
  async changeSettings(change: (text: string) => string): Promise<void> {
    await writeFile(this.settingsPath, change(await readFile(this.settingsPath, 'utf8')));
  }
}
