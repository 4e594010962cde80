import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { root } from './root.mjs';
import { styled } from './say.mjs';

// The worker hands its deliveries back within 20 s; this is slightly more.
const STOP_MS = 25_000;

const NAME_WIDTH = 6;

/** A line to which the logger already added the time and the process name. */
const SIGNED = /^\d\d:\d\d:\d\d /;

/** The long-running processes of one start. If one ends unexpectedly, all end. */
export class Processes {
  #children = new Map();
  #stopping = false;
  #onUnexpectedEnd;

  /** @param onUnexpectedEnd called with a sentence if a process ends without being stopped */
  constructor(onUnexpectedEnd) {
    this.#onUnexpectedEnd = onUnexpectedEnd;
  }

  /**
   * Starts a Node program and prints its output, each line with its name.
   * @param options `asGroup` for a program whose children survive it
   */
  start(name, args, env, { asGroup = false } = {}) {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      // Through the channel a child notices that this process has ended.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A separate group: Ctrl-C reaches only this process, which then stops the others in order.
      detached: true,
      windowsHide: true,
    });
    child.endsAsGroup = asGroup;
    this.#children.set(name, child);
    show(name, child.stdout, process.stdout);
    show(name, child.stderr, process.stderr);
    child.on('error', (error) => this.#ended(name, `could not be started: ${error.message}`));
    child.on('exit', (code, signal) => this.#ended(name, `stopped unexpectedly (${signal ?? `exit code ${code}`})`));
  }

  /** Gives all processes that wait in `early-start.mjs` their settings. @param envOf the settings by name */
  proceed(envOf) {
    for (const [name, child] of this.#children) child.send({ env: envOf(name) });
  }

  #ended(name, how) {
    this.#children.delete(name);
    if (!this.#stopping) this.#onUnexpectedEnd(`The ${name} process ${how}. Its last output is above.`);
  }

  /** Stops all and waits; kills those that do not end. */
  async stop() {
    this.#stopping = true;
    const children = [...this.#children.values()];
    const ended = Promise.all(children.map((child) => new Promise((resolve) => child.once('exit', resolve))));
    for (const child of children) end(child, 'SIGTERM');
    const timer = setTimeout(() => this.kill(), STOP_MS);
    await ended;
    clearTimeout(timer);
  }

  /** Kills all immediately. */
  kill() {
    for (const child of this.#children.values()) end(child, 'SIGKILL');
  }
}

/** Kills a process, or its whole group if it starts others. */
function end(child, signal) {
  if (child.endsAsGroup && process.platform !== 'win32') process.kill(-child.pid, signal);
  else child.kill(signal);
}

function show(name, stream, target) {
  const prefix = styled('dim', `         ${name.padEnd(NAME_WIDTH)} `);
  createInterface({ input: stream }).on('line', (line) => {
    target.write(SIGNED.test(line) ? `${line}\n` : `${prefix}${line}\n`);
  });
}
