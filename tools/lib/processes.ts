import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { root } from './root.mjs';
import { styled } from './say.mjs';
import type { Variables } from './settings.ts';

// The worker hands its deliveries back within 20 s; this is slightly more.
const STOP_MS = 25_000;

const NAME_WIDTH = 6;

/** A line to which the logger already added the time and the process name. */
const SIGNED = /^\d\d:\d\d:\d\d /;

interface Running {
  readonly child: ChildProcess;
  /** Its children survive it. */
  readonly asGroup: boolean;
}

/** The long-running processes of one start. If one ends unexpectedly, all end. */
export class Processes {
  readonly #running = new Map<string, Running>();
  readonly #onUnexpectedEnd: (sentence: string) => void;
  #stopping = false;

  /** @param onUnexpectedEnd called with a sentence if a process ends without being stopped */
  constructor(onUnexpectedEnd: (sentence: string) => void) {
    this.#onUnexpectedEnd = onUnexpectedEnd;
  }

  /**
   * Starts a Node program and prints its output, each line with its name.
   * @param options `asGroup` for a program whose children survive it
   */
  start(name: string, args: readonly string[], env: Variables, { asGroup = false } = {}): void {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      // Through the channel a child notices that this process has ended.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A separate group: Ctrl-C reaches only this process, which then stops the others in order.
      detached: true,
      windowsHide: true,
    });
    this.#running.set(name, { child, asGroup });
    show(name, child.stdout, process.stdout);
    show(name, child.stderr, process.stderr);
    child.on('error', (error) => this.#ended(name, `could not be started: ${error.message}`));
    child.on('exit', (code, signal) => this.#ended(name, `stopped unexpectedly (${signal ?? `exit code ${code}`})`));
  }

  /** Waits until a process waits in `early-start.mjs` for its settings, or has ended. */
  async loaded(name: string): Promise<void> {
    const child = this.#running.get(name)?.child;
    if (child) await new Promise((resolve) => child.once('message', resolve).once('exit', resolve));
  }

  /** Gives all processes that wait in `early-start.mjs` their settings. @param envOf the settings by name */
  proceed(envOf: (name: string) => Variables): void {
    for (const [name, { child }] of this.#running) child.send({ env: envOf(name) });
  }

  #ended(name: string, how: string): void {
    this.#running.delete(name);
    if (!this.#stopping) this.#onUnexpectedEnd(`The ${name} process ${how}. Its last output is above.`);
  }

  /** Stops all and waits; kills those that do not end. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const running = [...this.#running.values()];
    const ended = Promise.all(running.map(({ child }) => new Promise((resolve) => child.once('exit', resolve))));
    for (const each of running) end(each, 'SIGTERM');
    const timer = setTimeout(() => this.kill(), STOP_MS);
    await ended;
    clearTimeout(timer);
  }

  /** Kills all immediately. */
  kill(): void {
    for (const each of this.#running.values()) end(each, 'SIGKILL');
  }
}

/** Kills a process, or its whole group if it starts others. */
function end({ child, asGroup }: Running, signal: NodeJS.Signals): void {
  if (asGroup && child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, signal);
  else child.kill(signal);
}

function show(name: string, stream: Readable | null, target: Writable): void {
  if (!stream) return;
  const prefix = styled('dim', `         ${name.padEnd(NAME_WIDTH)} `);
  createInterface({ input: stream }).on('line', (line) => {
    target.write(SIGNED.test(line) ? `${line}\n` : `${prefix}${line}\n`);
  });
}
