import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@billhook/testing/patience';
import { broken, judge, type Verdict } from './check-guarantees.js';
import { Dice } from './dice.js';
import { running, type Fault, type Strike } from './fault.js';
import type { ChaosStack } from './stack.js';
import { promote, startStandby } from './standby.js';
import { Writers, type Written } from './writers.js';

export interface FailoverOptions {
  readonly rounds: number;
  readonly seed: number;
  readonly synchronous: boolean;
  /** How long before the failure the standby receives nothing more, in milliseconds. */
  readonly behindMs: number;
  readonly onProgress?: (round: number, took: Takeover) => void;
}

/** One failure of the server that is written to. */
export interface Takeover {
  /** From the kill until the standby accepts writes, in milliseconds. */
  readonly promotedMs: number;
  /** From the last response before the kill to the first one after it. */
  readonly unavailableMs: number;
}

/** What the new server does not have, although it was shown to callers and receivers. */
export interface Loss {
  readonly answered: number;
  readonly writes: number;
  /** Messages that receivers have, of events that do not exist. */
  readonly events: number;
  /** Sequences of messages that were assigned again to other messages. */
  readonly sequences: number;
}

export interface FailoverOutcome {
  readonly takeovers: readonly Takeover[];
  readonly written: Written;
  readonly verdict: Verdict;
  readonly loss: Loss;
}

const FAILOVER: Fault = {
  name: 'failover',
  did: 'kill -9 of the primary, and promotion of its standby',
  weight: 1,
  strike: () => Promise.resolve(),
};

const DRAIN_MS = 120_000;

/** Four integrators write while the server is lost and its standby takes over, several times. */
export async function failOver(stack: ChaosStack, options: FailoverOptions): Promise<FailoverOutcome> {
  const dice = new Dice(options.seed);
  const types = ['client.created', 'client.updated'] as const;
  for (const path of ['/ok', '/slow']) await stack.addEndpoint(path, types);
  const writers = new Writers(stack, new Dice(options.seed + 1), { least: 10, most: 90 });
  writers.start(4);
  const strikes: Strike[] = [];
  const takeovers: Takeover[] = [];
  try {
    for (let round = 1; round <= options.rounds; round += 1) {
      const { strike, takeover } = await takeOver(stack, writers.written, round, options, dice);
      strikes.push(strike);
      takeovers.push(takeover);
      options.onProgress?.(round, takeover);
    }
    await sleep(dice.between(500, 1_500));
  } finally {
    await writers.stop();
  }
  await stack.drain(DRAIN_MS);
  const { written } = writers;
  return { takeovers, written, verdict: await judge(stack, written, strikes), loss: await lossOf(stack, written) };
}

async function takeOver(
  stack: ChaosStack,
  { promised }: Written,
  round: number,
  { synchronous, behindMs }: FailoverOptions,
  dice: Dice,
): Promise<{ strike: Strike; takeover: Takeover }> {
  const standby = await startStandby(stack, `server-${round}`, synchronous);
  await sleep(dice.between(500, 1_500));
  if (behindMs > 0) {
    standby.link.hold();
    await sleep(behindMs);
  }
  const at = Date.now();
  // The machine has failed: its processes no longer respond.
  stack.link?.cut();
  await stack.killPostgres();
  const before = promised.length;
  await promote(standby);
  await stack.startPostgres(standby.dir);
  await standby.release();
  const promotedMs = Date.now() - at;
  stack.link?.restore();
  await running(stack);
  const first = await eventually('a write on the new server', () => promised[before]?.answeredAt);
  const last = promised[before - 1]?.answeredAt ?? at;
  return {
    strike: { fault: FAILOVER, at, endedAt: Date.now(), inFlight: [] },
    takeover: { promotedMs, unavailableMs: first - last },
  };
}

async function lossOf(stack: ChaosStack, written: Written): Promise<Loss> {
  const rows = await stack.read<{ id: string }>('SELECT id FROM events');
  const events = new Set(rows.map(({ id }) => id));
  const receipts = stack.receiver.look();
  const owners = new Map<string, Set<string>>();
  for (const { path, sequence, id } of receipts) {
    const place = `${path} ${sequence}`;
    owners.set(place, (owners.get(place) ?? new Set()).add(id));
  }
  return {
    answered: written.promised.length,
    writes: (await broken(stack, written)).length,
    events: new Set(receipts.map(({ id }) => id).filter((id) => !events.has(id))).size,
    sequences: [...owners.values()].filter((ids) => ids.size > 1).length,
  };
}
