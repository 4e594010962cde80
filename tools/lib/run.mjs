import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { root } from './root.mjs';
import { Fault } from './say.mjs';
import { onStopSignal } from './stop-signals.mjs';

// A test run releases its database server within 20 s; this is slightly more.
const END_MS = 25_000;

/** The programs to end together with this process; each is a separate group. */
const groups = new Set();
let asGroups = false;
let ending = false;

/**
 * Runs a program to its end and shows its output only if it fails.
 * @param {string} what
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {number} priority one of `os.constants.priority`
 * @returns {Promise<string>} its standard output
 * @throws a Fault with the whole output
 */
export async function runQuietly(what, command, args, env = {}, priority = 0) {
  let output = '';
  const { code, stdout } = await run(command, args, env, (text) => (output += text), priority);
  if (code !== 0) throw new Fault(`${output.trimEnd()}\n\n${what} failed (exit code ${code}). Its output is above.`);
  return stdout;
}

/**
 * Runs an interactive program.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {((text: string) => void) | undefined} listen gets its output in pieces; without it the program writes to the terminal
 * @returns {Promise<number>} its exit code; a signal counts as 1
 */
export async function runLoudly(command, args, env = {}, listen = undefined) {
  // Piped output is still shown in the terminal.
  const colors = listen && process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : {};
  return (await run(command, args, { ...colors, ...env }, listen)).code;
}

/**
 * Runs a tool in node_modules by its script, without a shell and independent of PATH.
 * @param {string} script
 * @param {...string} args
 * @returns {[string, string[]]}
 */
export function node(script, ...args) {
  return [process.execPath, [`${root}/${script}`, ...args]];
}

/**
 * For several programs in parallel: from now on each is a separate group, and a signal to this process
 * (the only one that Ctrl-C reaches) ends them before it exits. The second signal kills.
 */
export function endTogether() {
  asGroups = process.platform !== 'win32';
  onStopSignal(
    () => void end('SIGTERM'),
    () => void end('SIGKILL'),
  );
}

/** Ends what `runQuietly` and `runLoudly` still run, and waits. For a start that fails while others build. */
export async function endRunning() {
  // One that has ended is here until its output is closed, and would never say again that it has ended.
  const running = [...groups].filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  const ended = running.map((child) => new Promise((resolve) => child.once('exit', resolve)));
  ending = true;
  signalAll('SIGTERM');
  const timer = setTimeout(() => signalAll('SIGKILL'), END_MS);
  await Promise.all(ended);
  clearTimeout(timer);
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
      // Windows needs this to find npx.cmd.
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
      // Nothing follows once this process has stopped it.
      if (ending) return;
      if (signal) listen?.(`It was ended by ${signal}.\n`);
      resolve({ code: code ?? 1, stdout });
    });
  });
}
