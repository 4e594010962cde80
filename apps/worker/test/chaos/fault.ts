import { setTimeout as sleep } from 'node:timers/promises';
import type { Dice } from './dice.js';
import type { ChaosStack } from './stack.js';

/** A fault that is injected while there is work to do. */
export interface Fault {
  readonly name: string;
  /** Description of the fault. */
  readonly did: string;
  /** Weight among faults of the same kind. */
  readonly weight: number;
  /** Whether events must still reach receivers during the fault. */
  readonly outlived?: boolean;
  /** Injects the fault, and resolves after the recovery. */
  strike(stack: ChaosStack, dice: Dice, strike: Strike): Promise<void>;
}

/** One occurrence of a fault. Times are milliseconds since the epoch. */
export interface Strike {
  readonly fault: Fault;
  readonly at: number;
  endedAt: number;
  /** Attempts in flight when the worker was killed, as `delivery/number`. */
  inFlight: string[];
}

// Requests in flight when a process dies have arrived after this time.
const SETTLE_MS = 50;

/** Attempts that have begun and not ended. */
export async function underWay(stack: ChaosStack): Promise<string[]> {
  await sleep(SETTLE_MS);
  const rows = await stack.read<{ attempt: string }>(
    `SELECT delivery_id || '/' || number AS attempt FROM webhook_attempts WHERE outcome IS NULL`,
  );
  return rows.map(({ attempt }) => attempt);
}

export const KILLED_WORKER: Fault = {
  name: 'worker',
  did: 'kill -9 of the worker',
  weight: 4,
  strike: async (stack, dice, strike) => {
    const [worker] = stack.workers;
    await worker?.end('SIGKILL');
    strike.inFlight = await underWay(stack);
    await sleep(dice.between(0, 300));
    await worker?.start();
  },
};

/** Processes that are killed with SIGKILL and restarted after a moment. */
export const KILLS: readonly Fault[] = [
  {
    name: 'API',
    did: 'kill -9 of the API',
    weight: 3,
    strike: async (stack, dice) => {
      await stack.api.end('SIGKILL');
      await sleep(dice.between(0, 300));
      await stack.api.start();
    },
  },
  KILLED_WORKER,
  {
    name: 'PostgreSQL',
    did: 'kill -9 of the server, which loses everything that is only in memory',
    weight: 2,
    strike: async (stack, dice) => {
      await stack.killPostgres();
      await sleep(dice.between(0, 300));
      await stack.startPostgres();
    },
  },
  {
    name: 'PostgreSQL backend',
    did: 'kill -9 of one of its connections, after which the server closes all others and recovers',
    weight: 2,
    strike: async (stack) => {
      const [backend] = await stack.read<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
          ORDER BY state = 'active' DESC, random() LIMIT 1`,
      );
      if (backend) process.kill(backend.pid, 'SIGKILL');
      await sleep(SETTLE_MS);
      await stack.read('SELECT 1');
    },
  },
];

/** Selects the faults with these names. @throws an Error for an unknown name */
export const only = (faults: readonly Fault[], ...names: readonly string[]): readonly Fault[] =>
  names.map((name) => {
    const fault = faults.find((each) => each.name === name);
    if (!fault) throw new Error(`there is no fault "${name}"`);
    return fault;
  });

// A sweep comes within this time, even on a busy machine.
const OUTLIVED_MS = 30_000;

/**
 * Resolves after a while, but not before an event committed during the fault was received. Gives up later and leaves the finding to the
 * judge.
 */
export async function outlived(stack: ChaosStack, since: number, leastMs: number): Promise<void> {
  await sleep(leastMs);
  while (Date.now() < since + OUTLIVED_MS) {
    const rows = await stack.read<{ id: string }>(
      'SELECT id FROM events WHERE created_at > to_timestamp($1::float8 / 1000)',
      [since],
    );
    const ids = new Set(rows.map(({ id }) => id));
    if (stack.receiver.look().some(({ id }) => ids.has(id))) return;
    await sleep(100);
  }
}

/** Injects a fault, and returns its record. */
export async function struck(stack: ChaosStack, fault: Fault, dice: Dice): Promise<Strike> {
  const at = Date.now();
  const strike: Strike = { fault, at, endedAt: at, inFlight: [] };
  await fault.strike(stack, dice, strike);
  await running(stack);
  strike.endedAt = Date.now();
  return strike;
}

/** A fault must only end programs that it kills. If another one ends, the run continues and the judge reports it. */
export async function running(stack: ChaosStack): Promise<void> {
  for (const program of [stack.api, ...stack.workers]) {
    if (!program.isRunning) stack.ended.push(program.logFile);
    await program.ensureRunning();
  }
}
