import type { Strike } from './fault.js';
import type { ChaosStack } from './stack.js';

/** An event that reached its first receiver late, and what it waited for, in milliseconds. */
export interface Delay {
  readonly id: string;
  /** When it was committed, in milliseconds since the epoch. */
  readonly at: number;
  readonly took: number;
  /** How long of that time a killed program was not running yet. */
  readonly outage: number;
  readonly waits: readonly Wait[];
}

export interface Wait {
  readonly for: 'its deliveries' | 'its first attempt' | 'the worker of an attempt' | 'a retry' | 'the receiver';
  readonly ms: number;
}

interface AttemptRow {
  readonly event: string;
  readonly endpoint: number;
  readonly number: number;
  readonly createdAt: number;
  readonly startedAt: number;
  readonly interrupted: boolean;
}

/** The events that took longer than this, each with its waits on the way to the receiver that got it first. */
export async function delaysOver(stack: ChaosStack, ms: number, strikes: readonly Strike[]): Promise<Delay[]> {
  const events = await stack.read<{ id: string; at: number }>(EVENTS);
  const attempts = new Map<string, AttemptRow[]>();
  for (const row of await stack.read<AttemptRow>(ATTEMPTS)) {
    const own = attempts.get(`${row.event} ${row.endpoint}`) ?? [];
    attempts.set(`${row.event} ${row.endpoint}`, [...own, row]);
  }
  const endpointOf = new Map(stack.endpoints.map(({ id, path }) => [path, id]));
  const first = new Map<string, { at: number; path: string; attempt: number }>();
  for (const receipt of stack.receiver.look()) if (!first.has(receipt.id)) first.set(receipt.id, receipt);
  return events.flatMap(({ id, at }) => {
    const receipt = first.get(id);
    const took = (receipt?.at ?? Infinity) - at;
    if (!receipt || took <= ms) return [];
    const own = attempts.get(`${id} ${endpointOf.get(receipt.path)}`) ?? [];
    const outage = strikes
      .filter(({ fault }) => fault.name !== 'API')
      .reduce((sum, strike) => sum + Math.max(Math.min(strike.endedAt, at + took) - Math.max(strike.at, at), 0), 0);
    return [{ id, at, took, outage, waits: waitsOf(at, receipt, own) }];
  });
}

function waitsOf(at: number, receipt: { at: number; attempt: number }, attempts: readonly AttemptRow[]): Wait[] {
  const before = attempts.filter(({ number }) => number <= receipt.attempt);
  const [first] = before;
  if (!first) return [];
  return [
    { for: 'its deliveries', ms: first.createdAt - at },
    { for: 'its first attempt', ms: first.startedAt - first.createdAt },
    ...before.map(({ startedAt, interrupted, number }, n): Wait => {
      const wait = (before[n + 1]?.startedAt ?? receipt.at) - startedAt;
      if (number === receipt.attempt) return { for: 'the receiver', ms: wait };
      return { for: interrupted ? 'the worker of an attempt' : 'a retry', ms: wait };
    }),
  ];
}

const milliseconds = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::float8`;

const EVENTS = `SELECT id, ${milliseconds('created_at')} AS at FROM events WHERE NOT test`;

const ATTEMPTS = `
SELECT e.id AS event, d.endpoint_id AS endpoint, a.number, ${milliseconds('d.created_at')} AS "createdAt",
  ${milliseconds('a.started_at')} AS "startedAt", a.outcome IS NOT DISTINCT FROM 'Interrupted' AS interrupted
FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id JOIN events e ON e.position = d.event_position
ORDER BY a.delivery_id, a.number`;
