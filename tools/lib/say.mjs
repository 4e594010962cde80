import { styleText } from 'node:util';
import { machineProblem } from './machine-problems.mjs';

/** An error that a person can correct: printed as its message, without a stack. */
export class Fault extends Error {}

/**
 * The style on a terminal, otherwise the plain text.
 * @param {Parameters<typeof styleText>[0]} style
 * @param {string} text
 */
export function styled(style, text) {
  return process.stdout.isTTY && !process.env.NO_COLOR ? styleText(style, text) : text;
}

/**
 * `3.2 s`
 * @param {number} milliseconds
 */
export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/**
 * Runs one step and prints its duration. A step that returns `false` had nothing to do and is not printed.
 * @template T
 * @param {string} doing printed before, such as `Installing packages`; omitted if other output comes in between
 * @param {string} done printed after, such as `Packages are installed`
 * @param {() => T | Promise<T>} work
 */
export async function step(doing, done, work) {
  const start = Date.now();
  if (process.stdout.isTTY && doing) process.stdout.write(styled('dim', `  ${doing} …`));
  try {
    const result = await work();
    const line = `${styled('green', '✓')} ${done} ${styled('dim', `(${seconds(Date.now() - start)})`)}\n`;
    clearLine();
    if (result !== false) process.stdout.write(line);
    return result;
  } catch (error) {
    clearLine();
    throw error;
  }
}

function clearLine() {
  if (process.stdout.isTTY) process.stdout.write('\r\u001b[2K');
}

/**
 * Prints the final error of a tool and sets the exit code 1. A `Fault` is for people, anything else is a bug with a stack.
 * @param {unknown} error
 */
export function fail(error) {
  process.stderr.write(`${said(error)}\n`);
  process.exitCode = 1;
}

/**
 * The part of an error that is worth reading.
 * @param {any} error
 */
export function said(error) {
  return error instanceof Fault ? error.message : (machineProblem(error) ?? String(error?.stack ?? error));
}
