import { spawn } from 'node:child_process';
import { root } from './root.mjs';
import { Fault } from './say.mjs';

/**
 * Runs a program to its end and keeps its output to itself unless it fails.
 * @returns its standard output
 * @throws a Fault with all of the output
 */
export async function runQuietly(what, command, args, env = {}) {
  const { code, output, stdout } = await run(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  if (code !== 0) throw new Fault(`${output.trimEnd()}\n\n${what} failed (exit code ${code}). What it said is above.`);
  return stdout;
}

/** Runs a program that talks to the person. Gives its exit code; a signal counts as 1. */
export async function runLoudly(command, args, env = {}) {
  return (await run(command, args, { env, stdio: 'inherit' })).code;
}

/** Runs one of the tools in node_modules, given by its script, without a shell and without what a PATH may hold. */
export function node(script, ...args) {
  return [process.execPath, [`${root}/${script}`, ...args]];
}

function run(command, args, { env, stdio }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio,
      // Only so does Windows find npx.cmd.
      shell: process.platform === 'win32' && command === 'npx',
    });
    let output = '';
    let stdout = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      output += text;
      stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output, stdout }));
  });
}
