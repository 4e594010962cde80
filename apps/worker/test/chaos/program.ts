import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** What programs run from: a build, as in production, or the sources, which need no build. */
export type Origin = 'dist' | 'sources';

export const repositoryFile = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

const REGISTER = new URL('../../../../tools/lib/register-sources.mjs', import.meta.url).href;
// Ends together with its parent, even after a kill.
const FOLLOW = repositoryFile('tools/lib/follow-parent.mjs');

// A start takes 2 s, and up to a minute on a busy machine.
const READY_MS = 150_000;

/** A program as a process that can be killed and restarted. Its output is appended to a file. */
export class Program {
  #child: ChildProcess | undefined;

  /**
   * @param app `api` or `worker`
   * @param ready output of a program that is up
   * @param imports modules to preload
   */
  constructor(
    private readonly app: string,
    private readonly ready: string,
    private readonly origin: Origin,
    private readonly variables: () => Readonly<Record<string, string>>,
    readonly logFile: string,
    private readonly imports: readonly string[] = [],
  ) {}

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** @throws an Error if it has not been started */
  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error(`the ${this.app} has not been started`);
    return this.#child.pid;
  }

  /** Resolves once it has ended. */
  async ended(): Promise<void> {
    if (this.#child && this.isRunning) await once(this.#child, 'exit');
  }

  /** @throws an Error with its output if it ends, or is not up in time */
  async start(): Promise<void> {
    const log = openSync(this.logFile, 'a');
    const from = statSync(this.logFile).size;
    const imports = [FOLLOW, ...this.imports, ...(this.origin === 'sources' ? [REGISTER] : [])];
    const main = this.origin === 'sources' ? `apps/${this.app}/src/main.ts` : `apps/${this.app}/dist/bundle/main.js`;
    const child = spawn(process.execPath, [...imports.flatMap((each) => ['--import', each]), repositoryFile(main)], {
      env: { LOG_LEVEL: 'info', LOG_FORMAT: 'json', ...this.variables() },
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    this.#child = child;
    const said = (): string => readFileSync(this.logFile).subarray(from).toString();
    const end = Date.now() + READY_MS;
    while (!said().includes(this.ready)) {
      if (!this.isRunning || Date.now() > end) throw new Error(`the ${this.app} did not start: ${said()}`);
      await sleep(10);
    }
  }

  /** Starts it unless it runs: some faults may or may not end it. */
  async ensureRunning(): Promise<void> {
    if (!this.isRunning) await this.start();
  }

  /** Sends a signal and waits for the end. Returns the exit code, null after a kill. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (!child || !this.isRunning) return child?.exitCode ?? null;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
    return child.exitCode;
  }
}
