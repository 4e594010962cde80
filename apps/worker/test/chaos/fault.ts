import { setTimeout as sleep } from 'node:timers/promises';
import type { Dice } from './dice.js';
import type { ChaosStack } from './stack.js';

/** Something that goes wrong while there is work to do. */
export interface Fault {
  readonly name: string;
  /** What is done, in words. */
  readonly did: string;
  /** How often, among its like. */
  readonly weight: number;
  /** Whether events must go on reaching receivers while it lasts. */
  readonly outlived?: boolean;
  /** Brings it about, and resolves when it is mended. */
  strike(stack: ChaosStack, dice: Dice, strike: Strike): Promise<void>;
}

/** One time that a fault struck. Times are milliseconds since the epoch. */
export interface Strike {
  readonly fault: Fault;
  readonly at: number;
  mendedAt: number;
  /** Attempts under way when the worker was killed, as `delivery/number`. */
  inFlight: string[];
}

// What was in the air when a process died has arrived by then.
const SETTLE_MS = 50;

/** The attempts that have been begun and not ended. */
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

/** Processes killed with SIGKILL, and started again after a moment. */
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

/** Of these faults those with these names. @throws an Error when there is none of a name */
export const only = (faults: readonly Fault[], ...names: readonly string[]): readonly Fault[] =>
  names.map((name) => {
    const fault = faults.find((each) => each.name === name);
    if (!fault) throw new Error(`there is no fault "${name}"`);
    return fault;
  });

// However busy the machine is, a sweep comes within this.
const OUTLIVED_MS = 30_000;

/** Resolves after a while, and not before an event was received that was committed during it; later it gives up, for the judge to see. */
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

/** Lets a fault strike, and gives what is to be known of it afterwards. */
export async function struck(stack: ChaosStack, fault: Fault, dice: Dice): Promise<Strike> {
  const at = Date.now();
  const strike: Strike = { fault, at, mendedAt: at, inFlight: [] };
  await fault.strike(stack, dice, strike);
  await running(stack);
  strike.mendedAt = Date.now();
  return strike;
}

/** No fault may end a program that was not killed; if one does, that is for the judge, and the run goes on. */
async function running(stack: ChaosStack): Promise<void> {
  for (const program of [stack.api, ...stack.workers]) {
    if (!program.isRunning) stack.ended.push(program.logFile);
    await program.ensureRunning();
  }
}
