import { setTimeout as sleep } from 'node:timers/promises';
import { judge, type Verdict } from './check-guarantees.js';
import { underWay, type Fault, type Strike } from './fault.js';
import type { ChaosStack } from './stack.js';

export interface ShutDown {
  readonly inFlight: number;
  readonly handedBack: number;
  readonly tookMs: number;
  readonly exitCode: number | null;
}

export interface ShutDownOutcome {
  readonly verdict: Verdict;
  readonly rounds: readonly ShutDown[];
}

const SIGTERM: Fault = {
  name: 'worker',
  did: 'SIGTERM',
  weight: 1,
  strike: async (stack) => void (await stack.workers[0]?.end('SIGTERM')),
};

const ENDPOINTS = 5;
// The limit of requests in flight per endpoint.
const EACH = 10;
const PATIENCE_MS = 20_000;

/** Sends SIGTERM with 50 attempts in flight. Half get a response within 5 s, half never do. */
export async function shutDown(stack: ChaosStack, rounds: number): Promise<ShutDownOutcome> {
  for (let n = 1; n <= ENDPOINTS; n += 1) await stack.addEndpoint(`/half/${n}`, ['client.created']);
  const ends: ShutDown[] = [];
  const strikes: Strike[] = [];
  const [worker] = stack.workers;
  for (let round = 1; round <= rounds; round += 1) {
    await stack.addClients(EACH, `round ${round}`);
    await filled(stack);
    const at = Date.now();
    const inFlight = await underWay(stack);
    const before = performance.now();
    const exitCode = (await worker?.end('SIGTERM')) ?? null;
    const tookMs = performance.now() - before;
    strikes.push({ fault: SIGTERM, at, endedAt: Date.now(), inFlight });
    const [back] = await stack.read<{ count: number }>(HANDED_BACK);
    ends.push({ inFlight: inFlight.length, handedBack: back?.count ?? 0, tookMs, exitCode });
    await worker?.start();
    await stack.drain(60_000);
  }
  return { verdict: await judge(stack, undefined, strikes), rounds: ends };
}

const HANDED_BACK = `
SELECT count(*)::integer AS count FROM webhook_deliveries
WHERE status = 'Waiting' AND schedule_step = 0 AND attempt_count > 0`;

/** Waits until every place is taken. */
async function filled(stack: ChaosStack): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  const text = `SELECT count(*)::integer AS count FROM webhook_deliveries WHERE status = 'Sending'`;
  for (;;) {
    const [row] = await stack.read<{ count: number }>(text);
    if (row && row.count >= ENDPOINTS * EACH) return;
    if (Date.now() > end) throw new Error(`${row?.count} of ${ENDPOINTS * EACH} places were taken`);
    await sleep(10);
  }
}
