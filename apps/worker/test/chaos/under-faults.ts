import { setTimeout as sleep } from 'node:timers/promises';
import { judge, type Verdict } from './check-guarantees.js';
import { delaysOver, type Delay } from './delays.js';
import { Dice } from './dice.js';
import { struck, type Fault, type Strike } from './fault.js';
import type { ChaosStack } from './stack.js';
import { Writers, type Written } from './writers.js';

export interface UnderFaults {
  readonly faults: readonly Fault[];
  /** The number of faults in sequence. Each kind occurs before one repeats. */
  readonly rounds: number;
  readonly seed: number;
  /** Minimum and maximum time between two faults, in milliseconds. */
  readonly quietMs: { readonly least: number; readonly most: number };
  readonly onProgress?: (round: number, strike: Strike) => void;
}

export interface Outcome {
  readonly verdict: Verdict;
  readonly written: Written;
  readonly strikes: readonly Strike[];
  /** For each fault: the longest time from commit to first receiver of an event during it, in milliseconds. */
  readonly worst: readonly number[];
  /** For each fault: the events that were committed and received during it. */
  readonly meanwhile: readonly number[];
  /** The events that took longer than the time after which a worker counts as dead, with the reasons. */
  readonly delays: readonly Delay[];
}

/** Deliveries of dead workers are taken over after 5 s, and then sent to the slowest receiver. */
const DRAIN_MS = 120_000;

/** The time after which a worker counts as dead. */
const EXPLAINED_MS = 5_000;

/** Four integrators write continuously during a sequence of faults. Then committed events are compared with received messages. */
export async function underFaults(stack: ChaosStack, options: UnderFaults): Promise<Outcome> {
  const { faults, rounds, seed, quietMs, onProgress } = options;
  const dice = new Dice(seed);
  const types = ['client.created', 'client.updated'] as const;
  for (const path of ['/ok', '/slow', '/flaky']) await stack.addEndpoint(path, types);
  const writers = new Writers(stack, new Dice(seed + 1), { least: 10, most: 90 });
  writers.start(4);
  const strikes: Strike[] = [];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      await sleep(dice.between(quietMs.least, quietMs.most));
      const strike = await struck(stack, choose(faults, strikes, dice), dice);
      strikes.push(strike);
      onProgress?.(round, strike);
    }
    await sleep(quietMs.most);
  } finally {
    await writers.stop();
  }
  await stack.drain(DRAIN_MS);
  const verdict = await judge(stack, writers.written, strikes);
  const delays = await delaysOver(stack, EXPLAINED_MS, strikes);
  return { verdict, written: writers.written, strikes, delays, ...(await latencies(stack, strikes)) };
}

function choose(faults: readonly Fault[], strikes: readonly Strike[], dice: Dice): Fault {
  const fresh = faults.filter((fault) => !strikes.some((strike) => strike.fault === fault));
  return dice.pick(fresh.length > 0 ? fresh : faults);
}

async function latencies(stack: ChaosStack, strikes: readonly Strike[]) {
  const rows = await stack.read<{ id: string; at: number }>(
    `SELECT id, (extract(epoch FROM created_at) * 1000)::float8 AS at FROM events WHERE NOT test`,
  );
  const first = new Map<string, number>();
  for (const { id, at } of stack.receiver.look()) if (!first.has(id)) first.set(id, at);
  const events = rows.map(({ id, at }) => ({ at, took: (first.get(id) ?? Infinity) - at }));
  const during = (from: number, to: number) => events.filter(({ at }) => at >= from && at < to);
  return {
    worst: strikes.map(({ at }, n) =>
      during(at, strikes[n + 1]?.at ?? Infinity).reduce((longest, { took }) => Math.max(longest, took), 0),
    ),
    meanwhile: strikes.map(
      ({ at: from, endedAt }) => during(from, endedAt).filter(({ at, took }) => at + took < endedAt).length,
    ),
  };
}
