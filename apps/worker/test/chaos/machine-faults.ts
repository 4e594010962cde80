import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { underWay, type Fault } from './fault.js';
import { MemoryLimit } from './memory-limit.js';
import type { Program } from './program.js';
import type { ChaosStack } from './stack.js';

async function exhaust(pid: number, patienceMs?: number): Promise<boolean> {
  const limit = MemoryLimit.create();
  try {
    return await limit.exhaust(pid, patienceMs);
  } finally {
    await limit.remove();
  }
}

async function exhaustProgram(program: Program | undefined): Promise<void> {
  if (!program || !(await exhaust(program.pid))) throw new Error('the kernel did not kill the program');
  await program.ended();
}

/** Processes that the kernel kills because their memory is limited and full. */
export const OUT_OF_MEMORY: readonly Fault[] = [
  {
    name: 'API',
    did: 'the kernel kills the API, whose control group has no memory left',
    weight: 1,
    strike: async (stack, dice) => {
      await exhaustProgram(stack.api);
      await sleep(dice.between(0, 300));
      await stack.api.start();
    },
  },
  {
    name: 'worker',
    did: 'the same with the worker',
    weight: 1,
    strike: async (stack, dice, strike) => {
      const [worker] = stack.workers;
      await exhaustProgram(worker);
      strike.inFlight = await underWay(stack);
      await sleep(dice.between(0, 300));
      await worker?.start();
    },
  },
  {
    name: 'PostgreSQL',
    did: 'the same with a connection of PostgreSQL, after which the server closes all others and recovers',
    weight: 1,
    strike: async (stack) => {
      // An idle connection needs no memory, and one can end by itself.
      for (let tries = 1; !(await exhaustBackend(stack)); tries += 1)
        if (tries === 10) throw new Error('the kernel did not kill a connection');
      await stack.read('SELECT 1');
    },
  },
];

/** A connection that works needs memory within this time. */
const IDLE_MS = 3_000;

async function exhaustBackend(stack: ChaosStack): Promise<boolean> {
  const [backend] = await stack.read<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
      ORDER BY state = 'active' DESC, random() LIMIT 1`,
  );
  return backend ? exhaust(backend.pid, IDLE_MS) : false;
}

const WRITES = 'fsync,fdatasync,pwrite64,pwritev';
const DELAY_MS = 200;

/** Whether strace can delay the system calls of another process. */
export const canDelayWrites = (): boolean => process.getuid?.() === 0 && spawnSync('strace', ['-V']).status === 0;

/**
 * Writes of PostgreSQL and their confirmation take longer, as on a disk that is busy or fails.
 * @param outageMs duration of each
 */
export const slowDisk = (outageMs: number): Fault => ({
  name: 'slow disk',
  did: `each write and each \`fdatasync\` of PostgreSQL takes ${DELAY_MS} ms longer for ${outageMs / 1_000} s`,
  weight: 1,
  strike: async ({ postgresPid }) => {
    const traced = [postgresPid, ...childrenOf(postgresPid)].flatMap((pid) => ['-p', String(pid)]);
    const inject = ['-e', `trace=${WRITES}`, '-e', `inject=${WRITES}:delay_enter=${DELAY_MS * 1_000}`];
    const strace = spawn('strace', ['-f', '-qq', '-o', '/dev/null', ...inject, ...traced], { stdio: 'ignore' });
    const ended = once(strace, 'exit');
    await sleep(outageMs);
    if (strace.exitCode !== null) throw new Error('strace ended by itself');
    strace.kill('SIGINT');
    await ended;
  },
});

/** The processes whose parent is this one. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return new RegExp(`^PPid:\\t${parent}$`, 'm').test(readFileSync(`/proc/${name}/status`, 'utf8'));
      } catch {
        // It has ended.
        return false;
      }
    })
    .map(Number);
}
