import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { root } from './root.mjs';
import { Fault } from './say.mjs';

// A test run lets go of its database server within 20 s; a little more than that.
const END_MS = 25_000;

/** The programs to end when this process is told to; each is a group of its own. */
const groups = new Set();
let asGroups = false;
let ending = false;

/**
 * Runs a program to its end and keeps its output to itself unless it fails.
 * @param priority one of `os.constants.priority`
 * @returns its standard output
 * @throws a Fault with all of the output
 */
export async function runQuietly(what, command, args, env = {}, priority = 0) {
  let output = '';
  const { code, stdout } = await run(command, args, env, (text) => (output += text), priority);
  if (code !== 0) throw new Fault(`${output.trimEnd()}\n\n${what} failed (exit code ${code}). Its output is above.`);
  return stdout;
}

/**
 * Runs a program that talks to the person. Gives its exit code; a signal counts as 1.
 * @param listen given what it says piece by piece; without it the program has the terminal to itself
 */
export async function runLoudly(command, args, env = {}, listen = undefined) {
  // What goes through a pipe is still read in the terminal.
  const colors = listen && process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : {};
  return (await run(command, args, { ...colors, ...env }, listen)).code;
}

/** Runs one of the tools in node_modules, given by its script, without a shell and without what a PATH may hold. */
export function node(script, ...args) {
  return [process.execPath, [`${root}/${script}`, ...args]];
}

/**
 * For several programs at once: from now on each is a group of its own, with all that it starts, and a signal to this process
 * (Ctrl-C reaches no other) ends them before it ends. The second signal kills.
 */
export function endTogether() {
  asGroups = process.platform !== 'win32';
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => void end(ending ? 'SIGKILL' : 'SIGTERM'));
}

async function end(signal) {
  ending = true;
  const ended = [...groups].map((child) => new Promise((resolve) => child.once('close', resolve)));
  signalAll(signal);
  setTimeout(() => signalAll('SIGKILL'), END_MS);
  await Promise.all(ended);
  process.exit(130);
}

function signalAll(signal) {
  for (const child of groups) {
    try {
      if (asGroups) process.kill(-child.pid, signal);
      else child.kill(signal);
    } catch {
      // It has just ended by itself.
    }
  }
}

function run(command, args, env, listen, priority = 0) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: listen ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      detached: asGroups,
      windowsHide: true,
      // Only so does Windows find npx.cmd.
      shell: process.platform === 'win32' && command === 'npx',
    });
    groups.add(child);
    if (priority !== 0 && child.pid !== undefined) setPriority(child.pid, priority);
    let stdout = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      stdout += text;
      listen(text);
    });
    child.stderr?.setEncoding('utf8').on('data', listen);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      groups.delete(child);
      // What this process has ended is followed by nothing.
      if (ending) return;
      if (signal) listen?.(`It was ended by ${signal}.\n`);
      resolve({ code: code ?? 1, stdout });
    });
  });
}
