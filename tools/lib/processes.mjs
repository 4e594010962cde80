import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { root } from './root.mjs';
import { styled } from './say.mjs';

// The worker hands its deliveries back within 20 s; a little more than that.
const STOP_MS = 25_000;

const NAME_WIDTH = 6;

/** A line that the logger has already signed with the time and the name of its process. */
const SIGNED = /^\d\d:\d\d:\d\d /;

/** The long-running processes of one start. The first that ends unasked ends all. */
export class Processes {
  #children = new Map();
  #stopping = false;
  #onUnexpectedEnd;

  /** @param onUnexpectedEnd called with a sentence when a process ends that nobody stopped */
  constructor(onUnexpectedEnd) {
    this.#onUnexpectedEnd = onUnexpectedEnd;
  }

  /**
   * Starts a Node program and shows its output, each line signed with its name.
   * @param options `asGroup` for a program that leaves its own children behind when it is ended
   */
  start(name, args, env, { asGroup = false } = {}) {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      // By the channel a child notices that this process is gone.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A group of its own: a Ctrl-C in the terminal reaches this process alone, which then stops the others in order.
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

  #ended(name, how) {
    this.#children.delete(name);
    if (!this.#stopping) this.#onUnexpectedEnd(`The ${name} process ${how}. Its last output is above.`);
  }

  /** Asks all to end and waits for them; those that do not are killed. */
  async stop() {
    this.#stopping = true;
    const children = [...this.#children.values()];
    const ended = Promise.all(children.map((child) => new Promise((resolve) => child.once('exit', resolve))));
    for (const child of children) end(child, 'SIGTERM');
    const timer = setTimeout(() => this.kill(), STOP_MS);
    await ended;
    clearTimeout(timer);
  }

  /** Ends all at once. */
  kill() {
    for (const child of this.#children.values()) end(child, 'SIGKILL');
  }
}

/** Ends a process, or all of its group where it is one that starts others and forgets them. */
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
