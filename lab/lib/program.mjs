import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);
/** The first build downloads the packages of the generated client. */
const LONGEST_MS = 900_000;

/** Runs a program to its end. Returns its standard output; its whole output is in the message of an error. */
export async function run(command, args, { cwd, env = {} } = {}) {
  const options = { cwd, env: { ...process.env, ...env }, timeout: LONGEST_MS, maxBuffer: 2 ** 27 };
  try {
    return (await execute(command, args, options)).stdout;
  } catch (error) {
    const output = `${error.stdout ?? ''}${error.stderr ?? ''}`.trim();
    throw new Error(`${command} ${args.join(' ')} failed:\n${output.slice(0, 4_000) || error.message}`);
  }
}

/** A condition: the first of the programs that is not installed, or nothing. */
export const unlessInstalled =
  (...programs) =>
  async () => {
    for (const [command, ...args] of programs) {
      const isInstalled = await execute(command, args).then(
        () => true,
        () => false,
      );
      if (!isInstalled) return `${command} is not installed`;
    }
    return undefined;
  };
