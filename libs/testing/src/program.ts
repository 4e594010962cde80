import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loadRunEnv } from '@billhook/platform/spec-env';
import { PATIENCE_MS } from './patience.js';

const SOURCES = new URL('../../../tools/lib/register-sources.mjs', import.meta.url).href;

/**
 * Starts a program of the repository in a separate process, from its sources, or from its bundle if the run of specs has built it.
 * @param main its main.ts, from the root of the repository: `apps/worker/src/main.ts`
 */
export function launchProgram(main: string, variables: Record<string, string>, ...args: readonly string[]) {
  const isBuilt = loadRunEnv().TEST_PROGRAMS === 'dist' && main.endsWith('/src/main.ts');
  const path = isBuilt ? main.replace('/src/main.ts', '/dist/bundle/main.js') : main;
  const file = fileURLToPath(new URL(`../../../${path}`, import.meta.url));
  return spawn(process.execPath, [...(isBuilt ? [] : ['--import', SOURCES]), file, ...args], {
    env: { ...variables, LOG_LEVEL: 'info', LOG_FORMAT: 'json' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/**
 * Starts a program as `launchProgram`, and waits until it runs.
 * @param ready the output that shows that it runs
 */
export async function spawnProgram(
  main: string,
  ready: string,
  variables: Record<string, string>,
  ...args: readonly string[]
): Promise<ChildProcess> {
  return whenRunning(launchProgram(main, variables, ...args), main, ready);
}

/** Waits for the output that shows that a program runs. @throws an Error with its output if it ends before */
export async function whenRunning(child: ChildProcess, name: string, ready: string): Promise<ChildProcess> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes(ready)) resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`${name} ended (exit code ${code}): ${output}`)));
  });
  return child;
}

const TURN_MS = 20;

/**
 * Lets a process run in short turns, and looks between them, while it is stopped: on a busy machine, it could otherwise finish before a spec
 * has seen what it waits for. Leaves it stopped, which `SIGKILL` ends.
 * @param ask returns undefined until there is a result
 */
export async function inTurns<T>(what: string, pid: number, ask: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    process.kill(pid, 'SIGSTOP');
    const found = await ask();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`not within ${PATIENCE_MS} ms: ${what}`);
    process.kill(pid, 'SIGCONT');
    await sleep(TURN_MS);
  }
}

/** Sends a signal and waits for the end. Returns the exit code, null after a kill. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill(signal);
  const [code] = (await exited) as [number | null];
  return code;
}
