import { judge, type Verdict } from './check-guarantees.js';
import type { Dice } from './dice.js';
import { KILLED_WORKER, struck, type Strike } from './fault.js';
import type { ChaosStack, StackOptions } from './stack.js';

/** Two workers, one 15 s fast and one 15 s slow: by its own clock each would declare the other dead, or never would. */
export const SKEWED: Pick<StackOptions, 'clocks' | 'settings'> = {
  clocks: [15_000, -15_000],
  // Both look for due deliveries far more often than they send heartbeats.
  settings: { WEBHOOK_SWEEP_MS: '200' },
};

export interface SkewedOutcome {
  readonly verdict: Verdict;
  readonly strikes: readonly Strike[];
  /** Attempts of each worker, identified by their signed timestamp. */
  readonly attempts: { readonly fast: number; readonly slow: number };
}

const BATCH = 100;
const DRAIN_MS = 180_000;

/**
 * Sends 100 messages per round to receivers that fail. In a long run another receiver responds to some after the timeout of a dead worker.
 * @param kills the rounds in which one worker is also killed; the other takes over once PostgreSQL's clock says it is dead
 */
export async function skewed(
  stack: ChaosStack,
  options: {
    readonly rounds: number;
    readonly kills: (round: number) => boolean;
    readonly late: boolean;
    readonly dice: Dice;
  },
): Promise<SkewedOutcome> {
  const paths = ['/flaky/1', '/flaky/2', '/slow', ...(options.late ? ['/late'] : [])];
  for (const path of paths) await stack.addEndpoint(path, ['client.created']);
  const strikes: Strike[] = [];
  for (let round = 1; round <= options.rounds; round += 1) {
    await stack.addClients(BATCH, `round ${round}`);
    if (options.kills(round)) strikes.push(await struck(stack, KILLED_WORKER, options.dice));
  }
  await stack.drain(DRAIN_MS);
  const ahead = stack.receiver.look().map(({ at, timestamp }) => Number(timestamp) * 1_000 - at);
  return {
    verdict: await judge(stack, undefined, strikes),
    strikes,
    attempts: { fast: ahead.filter((ms) => ms > 0).length, slow: ahead.filter((ms) => ms < -5_000).length },
  };
}
