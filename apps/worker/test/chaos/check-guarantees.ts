import { createHash } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Strike } from './fault.js';
import type { Receipt } from './receiver-process.js';
import type { ChaosStack, Endpoint } from './stack.js';
import { NEVER, type Written } from './writers.js';

/** Result of a run: figures and broken guarantees. */
export interface Verdict {
  /** Empty if all guarantees were kept. */
  readonly faults: string[];
  readonly changes: number;
  readonly events: number;
  readonly receipts: number;
  /** Messages that were repeated after a 2xx response. */
  readonly duplicates: number;
  readonly interrupted: number;
}

interface EventRow {
  readonly id: string;
  readonly type: string;
  readonly record: number;
  readonly version: number;
  readonly body: string;
}

interface AttemptRow {
  readonly endpoint: number;
  readonly event: string;
  readonly number: number;
  readonly attempt: string;
  readonly startedAt: number;
}

const SHOWN = 5;

// A shutdown of PostgreSQL may interrupt requests that began during it.
const LEAVING_MS = 1_000;

/** Compares committed events with received messages. Requires that everything is drained. */
export async function judge(
  stack: ChaosStack,
  written: Written | undefined,
  strikes: readonly Strike[],
): Promise<Verdict> {
  const faults = stack.ended.map((log) => `a program ended by itself: ${log}`);
  const check = (what: string, wrong: readonly string[]): void => {
    if (wrong.length === 0) return;
    faults.push(`${wrong.length} × ${what}: ${wrong.slice(0, SHOWN).join(', ')}`);
  };
  const receipts = stack.receiver.look();
  const events = await stack.read<EventRow>(EVENTS);
  const changes = await stack.read<{ record: number; version: number; history: number }>(CHANGES);
  const interrupted = await stack.read<AttemptRow>(INTERRUPTED);

  check('changes and events are not one to one', changesWithoutEvent(changes, events));
  check('a rolled-back change is emitted', ofNever(events));
  check('deliveries ended otherwise than Delivered', await undelivered(stack));
  let duplicates = 0;
  for (const endpoint of stack.endpoints) {
    const own = receipts.filter(({ path }) => path === endpoint.path);
    const expected = events.filter(({ type }) => (endpoint.types as readonly string[]).includes(type));
    const again = repeated(own);
    duplicates += again.length;
    check(`an event never reached ${endpoint.path}`, missing(expected, own));
    check(`${endpoint.path} received a message that is not one of its events`, foreign(expected, own));
    check(`an attempt was made twice at ${endpoint.path}`, twice(own));
    check(
      `${endpoint.path} received a message twice without an interrupted attempt`,
      unexplained(again, endpoint, interrupted),
    );
    check(`the sequence at ${endpoint.path}`, sequenceFaults(own));
    check(`invalid signatures at ${endpoint.path}`, unsigned(expected, own, endpoint));
  }
  check('an attempt was interrupted without a fault', uncalledFor(interrupted, strikes));
  if (written) {
    check('an unexpected response', written.faults);
    check('a confirmed write is missing', await broken(stack, written));
    check('a write was performed twice', await doubled(stack));
  }
  return {
    faults,
    ...{ changes: changes.reduce((sum, { history }) => sum + history, 0), events: events.length },
    ...{ receipts: receipts.length, duplicates, interrupted: interrupted.length },
  };
}

/** Every version of every client has one change and one event. */
function changesWithoutEvent(
  changes: readonly { record: number; version: number; history: number }[],
  events: readonly EventRow[],
): string[] {
  const emitted = new Map<number, number[]>();
  for (const { record, version } of events) emitted.set(record, [...(emitted.get(record) ?? []), version]);
  const wrong = changes
    .filter(({ record, version, history }) => {
      const versions = (emitted.get(record) ?? []).toSorted((a, b) => a - b);
      return history !== version || versions.length !== version || versions.some((each, n) => each !== n + 1);
    })
    .map(({ record }) => `client ${record}`);
  const there = new Set(changes.map(({ record }) => record));
  return [...wrong, ...events.filter(({ record }) => !there.has(record)).map(({ id }) => id)];
}

const ofNever = (events: readonly EventRow[]): string[] =>
  events.filter(({ body }) => body.includes(NEVER)).map(({ id }) => id);

async function undelivered(stack: ChaosStack): Promise<string[]> {
  const rows = await stack.read<{ said: string }>(
    `SELECT endpoint_id || ': ' || status || ' ' || coalesce(last_error, '') AS said FROM webhook_deliveries
      WHERE status <> 'Delivered' AND endpoint_id = ANY ($1::bigint[])`,
    [stack.endpoints.map(({ id }) => id)],
  );
  return rows.map(({ said }) => said);
}

function missing(events: readonly EventRow[], receipts: readonly Receipt[]): string[] {
  const taken = new Set(receipts.filter(({ status }) => status === 200).map(({ id }) => id));
  return events.filter(({ id }) => !taken.has(id)).map(({ id }) => id);
}

/** Ids that belong to no event, and bodies that differ from the body of the event. */
function foreign(events: readonly EventRow[], receipts: readonly Receipt[]): string[] {
  const hashes = new Map(events.map(({ id, body }) => [id, createHash('sha256').update(body).digest('base64')]));
  return receipts.filter(({ id, hash }) => hashes.get(id) !== hash).map(({ id }) => id);
}

function twice(receipts: readonly Receipt[]): string[] {
  const seen = new Set<string>();
  return receipts
    .map(({ id, attempt }) => `${id} attempt ${attempt}`)
    .filter((key) => seen.size === seen.add(key).size);
}

/** Attempts after one with a 2xx response, each with the number of that one. */
function repeated(receipts: readonly Receipt[]): { readonly id: string; readonly after: number }[] {
  const last = new Map<string, Receipt>();
  return receipts
    .toSorted((a, b) => a.attempt - b.attempt)
    .flatMap((receipt) => {
      const before = last.get(receipt.id);
      last.set(receipt.id, receipt);
      return before?.status === 200 ? [{ id: receipt.id, after: before.attempt }] : [];
    });
}

/** A message may be repeated only if its response was lost together with the process that waited for it. */
function unexplained(
  again: readonly { readonly id: string; readonly after: number }[],
  endpoint: Endpoint,
  interrupted: readonly AttemptRow[],
): string[] {
  const lost = new Set(
    interrupted.filter((row) => row.endpoint === endpoint.id).map((row) => `${row.event} ${row.number}`),
  );
  return again.filter(({ id, after }) => !lost.has(`${id} ${after}`)).map(({ id, after }) => `${id} after ${after}`);
}

/** Numbers start at 1 without gaps, and each belongs to one message. */
function sequenceFaults(receipts: readonly Receipt[]): string[] {
  const owners = new Map<number, string>();
  const wrong: string[] = [];
  for (const { id, sequence } of receipts) {
    if ((owners.get(sequence) ?? id) !== id) wrong.push(`${sequence} is given twice`);
    owners.set(sequence, id);
  }
  if (new Set(owners.values()).size !== owners.size) wrong.push('a message has two numbers');
  for (let n = 1; n <= owners.size; n += 1) if (!owners.has(n)) wrong.push(`${n} is left out`);
  return wrong;
}

function unsigned(events: readonly EventRow[], receipts: readonly Receipt[], endpoint: Endpoint): string[] {
  const bodies = new Map(events.map(({ id, body }) => [id, body]));
  const webhook = new Webhook(endpoint.secret);
  return receipts
    .filter(({ id, timestamp, signature }) => {
      // Not `verify`, which rejects old timestamps: a long run is judged when its first messages are old.
      const at = new Date(Number(timestamp) * 1_000);
      return !signature.split(' ').includes(webhook.sign(id, at, bodies.get(id) ?? ''));
    })
    .map(({ id }) => id);
}

/** Attempts that ended early although their worker was not disturbed. */
function uncalledFor(interrupted: readonly AttemptRow[], strikes: readonly Strike[]): string[] {
  const killed = new Set(strikes.flatMap(({ inFlight }) => inFlight));
  // Other workers can declare a worker without a database dead before it stores its results.
  const outages = strikes.filter(({ fault }) => fault.name !== 'worker' && fault.name !== 'API');
  return interrupted
    .filter(
      ({ attempt, startedAt }) =>
        !killed.has(attempt) &&
        !outages.some(({ at, endedAt }) => startedAt > at - LONGEST_MS && startedAt < endedAt + LEAVING_MS),
    )
    .map(({ attempt }) => attempt);
}

// An attempt may take this long, and was then in flight when the database stopped.
const LONGEST_MS = 16_000;

/** The writes with a response that are not in the database. */
export async function broken(stack: ChaosStack, { promised }: Pick<Written, 'promised'>): Promise<string[]> {
  const rows = await stack.read<{ record: number; version: number; name: string }>(
    `SELECT resource_id AS record, (body::jsonb #>> '{data,version}')::integer AS version, body::jsonb #>> '{data,name}' AS name
      FROM events WHERE NOT test`,
  );
  const there = new Map(rows.map(({ record, version, name }) => [`${record} ${version}`, name]));
  return promised
    .filter(({ clientId, version, name }) => there.get(`${clientId} ${version}`) !== name)
    .map(({ name }) => name);
}

/** Each name is requested once: under one Idempotency-Key, or by one request that is never repeated. */
async function doubled(stack: ChaosStack): Promise<string[]> {
  const rows = await stack.read<{ name: string }>(
    `SELECT body::jsonb #>> '{data,name}' AS name FROM events WHERE type = 'client.created' AND NOT test
      GROUP BY 1 HAVING count(*) > 1`,
  );
  return rows.map(({ name }) => name);
}

const EVENTS = `
SELECT id, type, resource_id AS record, (body::jsonb #>> '{data,version}')::integer AS version, body
FROM events WHERE NOT test ORDER BY position`;

const CHANGES = `
SELECT c.id AS record, c.version, (SELECT count(*)::integer FROM record_history h
  WHERE h.resource = 'client' AND h.record_id = c.id) AS history
FROM clients c`;

const INTERRUPTED = `
SELECT d.endpoint_id AS endpoint, e.id AS event, a.number, a.delivery_id || '/' || a.number AS attempt,
  (extract(epoch FROM a.started_at) * 1000)::float8 AS "startedAt"
FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id JOIN events e ON e.position = d.event_position
WHERE a.outcome = 'Interrupted' OR a.outcome IS NULL`;
