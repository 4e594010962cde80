import { createDataSource } from '@billhook/db/data-source';
import { endpointGate, type GateState } from '@billhook/domain/webhooks/endpoint-gate';
import { createTestDatabase } from '@billhook/testing/test-database';
import { AFTER_RESULT, COUNTS } from '@billhook/webhooks/deliveries/attempt-results.sql';
import { FAIR, FITTING, GATE, OPENS_AT, PLACES } from '@billhook/webhooks/deliveries/claim.sql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';

let source: DataSource;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  source = await createDataSource({ url: database.url, poolSize: 1 }, []).initialize();
});
afterAll(async () => {
  await source.destroy();
  await drop();
});

/** Rows for an alias of a statement, from JSON: `{ in_flight: 3 }` with the column types of its table. */
const from = (rows: string, alias: string, columns: string): string =>
  `jsonb_to_recordset(${rows}::jsonb) AS ${alias} (${columns})`;

/** Statements read the database's clock, so cases are in milliseconds relative to it. */
const at = (now: Date, ms: number | null): Date | null => (ms === null ? null : new Date(now.getTime() + ms));

interface GateCase {
  readonly health?: GateState['health'];
  readonly concurrency?: number;
  readonly inFlight?: number;
  readonly maxPerSecond?: number | null;
  /** Milliseconds from now. */
  readonly slot?: number | null;
  readonly held?: number | null;
  readonly probe?: number | null;
}

const GATE_CASES: [
  string,
  GateCase,
  { wished: number; scheduled: number; wishedIn: number | null; scheduledIn: number | null },
][] = [
  ['healthy and idle: all places', {}, { wished: 10, scheduled: 10, wishedIn: null, scheduledIn: null }],
  ['as many places as are not taken', { inFlight: 7 }, { wished: 3, scheduled: 3, wishedIn: null, scheduledIn: null }],
  [
    'more in flight than places, after an edit',
    { inFlight: 12 },
    { wished: 0, scheduled: 0, wishedIn: null, scheduledIn: null },
  ],
  [
    'degraded: the places of its state',
    { health: 'Degraded', concurrency: 2, inFlight: 1 },
    { wished: 1, scheduled: 1, wishedIn: null, scheduledIn: null },
  ],
  [
    'degraded, but never more than its own limit',
    { health: 'Degraded', concurrency: 40 },
    { wished: 10, scheduled: 10, wishedIn: null, scheduledIn: null },
  ],
  [
    'paused: one probe when its time has come',
    { health: 'Paused', probe: -1 },
    { wished: 1, scheduled: 1, wishedIn: null, scheduledIn: null },
  ],
  [
    'paused: before that only what people resend',
    { health: 'Paused', probe: 60_000 },
    { wished: 1, scheduled: 0, wishedIn: null, scheduledIn: 60_000 },
  ],
  [
    'a Retry-After holds up the schedule',
    { held: 30_000 },
    { wished: 10, scheduled: 0, wishedIn: null, scheduledIn: 30_000 },
  ],
  [
    'a Retry-After that has passed does not',
    { held: -1 },
    { wished: 10, scheduled: 10, wishedIn: null, scheduledIn: null },
  ],
  [
    'Retry-After and pause: the hold is named first',
    { health: 'Paused', held: 30_000, probe: 60_000 },
    { wished: 1, scheduled: 0, wishedIn: null, scheduledIn: 30_000 },
  ],
  ['a rate of 1: one at a time', { maxPerSecond: 1 }, { wished: 1, scheduled: 1, wishedIn: 1_050, scheduledIn: 1_050 }],
  [
    'a rate of 1 that is used up',
    { maxPerSecond: 1, slot: 1_050 },
    { wished: 0, scheduled: 0, wishedIn: 1_050, scheduledIn: 1_050 },
  ],
  ['a rate of 42: two together', { maxPerSecond: 42 }, { wished: 2, scheduled: 2, wishedIn: 25, scheduledIn: 25 }],
  [
    'a rate of 42, one slot used',
    { maxPerSecond: 42, slot: 25 },
    { wished: 1, scheduled: 1, wishedIn: 25, scheduledIn: 25 },
  ],
  [
    'a rate larger than the places',
    { maxPerSecond: 1_000, inFlight: 9 },
    { wished: 1, scheduled: 1, wishedIn: null, scheduledIn: null },
  ],
  [
    'a rate and a hold',
    { maxPerSecond: 1, slot: 1_050, held: 30_000 },
    { wished: 0, scheduled: 0, wishedIn: 1_050, scheduledIn: 30_000 },
  ],
];

describe('the gate of an endpoint', () => {
  it.each(GATE_CASES)('%s, in the rule and in the statement', async (_, given, expected) => {
    const { health = 'Healthy', concurrency = 1, inFlight = 0, maxPerSecond = null } = given;
    const { slot = null, held = null, probe = null } = given;
    const now = new Date('2026-11-22T12:00:00.000Z');
    const state: GateState = {
      ...{ health, concurrency, inFlight, maxPerSecond, maxInFlight: 10 },
      ...{ nextSlotAt: at(now, slot), heldUntil: at(now, held), probeAt: at(now, probe) },
    };
    const rule = endpointGate(state, now);
    const inMs = (moment: Date | null) => moment && Math.round(moment.getTime() - now.getTime());
    expect({ ...rule, wishedAt: inMs(rule.wishedAt), scheduledAt: inMs(rule.scheduledAt) }).toEqual({
      ...{ wished: expected.wished, scheduled: expected.scheduled },
      ...{ wishedAt: expected.wishedIn, scheduledAt: expected.scheduledIn },
    });

    const present = `date_trunc('milliseconds', statement_timestamp())`;
    const moment = (column: string) => `${present} + ${column} * interval '1 millisecond' AS`;
    // While its deliveries are moved, nothing of the schedule starts, whatever its state.
    const [row, whileMoving] = await source.query<Record<string, unknown>[]>(
      `SELECT places.wished, places.scheduled, array_agg(round(extract(epoch FROM o.opens_at - ${present}) * 1000)::int ORDER BY r.wish) AS opens
      FROM (SELECT * FROM ${from('$1', 'x', 'max_in_flight int, max_per_second int')}) e
      CROSS JOIN (VALUES (false), (true)) AS m (moving)
      CROSS JOIN LATERAL (SELECT m.moving, health, concurrency, ${moment('slot')} next_slot_at, ${moment('held')} held_until, ${moment('probe')} probe_at
        FROM ${from('$2', 'x', 'health text, concurrency int, slot float8, held float8, probe float8')}) s
      CROSS JOIN (SELECT $3::integer AS in_flight) b
      CROSS JOIN LATERAL (${GATE}) gate
      CROSS JOIN LATERAL (${PLACES}) places
      CROSS JOIN (VALUES (true), (false)) AS r (wish)
      CROSS JOIN LATERAL (SELECT ${OPENS_AT} AS opens_at) o
      GROUP BY m.moving, places.wished, places.scheduled ORDER BY m.moving`,
      [
        JSON.stringify([{ max_in_flight: 10, max_per_second: maxPerSecond }]),
        JSON.stringify([{ health, concurrency, slot, held, probe }]),
        inFlight,
      ],
    );
    expect(row).toEqual({
      ...{ wished: expected.wished, scheduled: expected.scheduled },
      opens: [expected.scheduledIn, expected.wishedIn],
    });
    expect(whileMoving).toMatchObject({ wished: expected.wished, scheduled: 0 });
  });
});

interface DueRow {
  readonly id: number;
  readonly company: number;
  /** The position among the requests of its endpoint. */
  readonly turn: number;
  readonly bytes?: number;
}

describe('the shares of a process', () => {
  /** The ids that would be claimed from rows that are due in id order. */
  async function picked(
    due: readonly DueRow[],
    {
      places = 10,
      bytes = 1_000,
      requests = 10,
      companyBytes = 1_000,
      full = [] as number[],
      busy = [] as { company_id: number; in_flight: number }[],
      isGone = false,
    } = {},
  ): Promise<number[]> {
    const rows = due.map(({ id, company, turn, bytes: size = 10 }) => ({ id, company_id: company, turn, size }));
    const found = await source.query<{ id: number }[]>(
      `WITH given AS MATERIALIZED (SELECT * FROM ${from('$7', 'x', 'id bigint, company_id bigint, turn int, size int')}),
      due AS (SELECT id, now() + id * interval '1 ms' AS next_attempt_at, id AS event_position, company_id, false AS probing, turn,
        false AS beyond, NULL::timestamptz AS opens_at FROM given),
      busy AS (SELECT * FROM ${from('$8', 'x', 'company_id bigint, in_flight int')}),
      mine AS (SELECT $2::bigint AS id WHERE NOT $9::boolean),
      events AS (SELECT id AS position, repeat('x', size) AS body FROM given),
      ${FAIR}, ${FITTING} SELECT id FROM picked ORDER BY id`,
      [places, 1, bytes, requests, companyBytes, full, JSON.stringify(rows), JSON.stringify(busy), isGone],
    );
    return found.map(({ id }) => Number(id));
  }

  it('go to the endpoint with the fewest requests in flight', async () => {
    const busy = [1, 2, 3].map((id) => ({ id, company: 1, turn: id + 3 }));
    const idle = [4, 5].map((id) => ({ id, company: 1, turn: id - 3 }));
    expect(await picked([...busy, ...idle], { places: 3 })).toEqual([1, 4, 5]);
  });

  it('limit each company to its share, including requests in flight', async () => {
    const many = [1, 2, 3, 4].map((id) => ({ id, company: 1, turn: id }));
    const other = { id: 5, company: 2, turn: 9 };
    expect(await picked([...many, other], { requests: 3 })).toEqual([1, 2, 3, 5]);
    expect(await picked([...many, other], { requests: 3, busy: [{ company_id: 1, in_flight: 2 }] })).toEqual([1, 5]);
  });

  it('leave out a company that has used up its bytes', async () => {
    const rows = [1, 2].map((id) => ({ id, company: id, turn: 1 }));
    expect(await picked(rows, { full: [1] })).toEqual([2]);
  });

  it('end with the text that exceeds the limit, which is sent as well', async () => {
    const rows = [1, 2, 3].map((id) => ({ id, company: id, turn: 1, bytes: 60 }));
    expect(await picked(rows, { bytes: 100 })).toEqual([1, 2]);
    expect(await picked(rows, { bytes: 1 })).toEqual([1]);
    const same = rows.map((row) => ({ ...row, company: 1 }));
    expect(await picked([...same, { id: 4, company: 2, turn: 1, bytes: 60 }], { companyBytes: 100 })).toEqual([
      1, 2, 4,
    ]);
  });

  it('are none for a worker that counts as dead', async () => {
    expect(await picked([{ id: 1, company: 1, turn: 1 }], { isGone: true })).toEqual([]);
  });
});

describe('the state of a delivery after a result', () => {
  const schedule = { trigger: 'Schedule', status: 'Sending', schedule_step: 2, attempt_count: 3 };
  const manual = { ...schedule, trigger: 'Manual' };
  const succeeded = { outcome: 'Succeeded', number: 3, retryInMs: null, spendsStep: false };
  const failed = { outcome: 'Failed', number: 3, retryInMs: 5_000, spendsStep: true };

  it.each([
    ['a success ends it', schedule, succeeded, { status: 'Delivered', in: null, step: 2, finished: true }],
    ['a failure waits for its next time', schedule, failed, { status: 'Waiting', in: 5_000, step: 3, finished: false }],
    [
      'a failure that the receiver asked patience for spends no step',
      schedule,
      { ...failed, spendsStep: false },
      { status: 'Waiting', in: 5_000, step: 2, finished: false },
    ],
    [
      'the last failure ends it',
      schedule,
      { ...failed, retryInMs: null },
      { status: 'Failed', in: null, step: 3, finished: true },
    ],
    [
      'a resend that succeeds ends it, with what waited',
      { ...manual, resume_status: 'Waiting', resume: 60_000 },
      succeeded,
      { status: 'Delivered', in: null, step: 2, finished: true },
    ],
    [
      'a resend that fails leaves the schedule as it was',
      { ...manual, resume_status: 'Waiting', resume: 60_000 },
      failed,
      { status: 'Waiting', in: 60_000, step: 2, finished: false },
    ],
    [
      'a resend of a failed one that fails leaves it failed',
      { ...manual, resume_status: 'Failed', resume: null },
      failed,
      { status: 'Failed', in: null, step: 2, finished: true },
    ],
    ['a late success counts', { ...schedule, status: 'Waiting', attempt_count: 4 }, succeeded, 'Delivered'],
    ['a late failure does not', { ...schedule, status: 'Sending', attempt_count: 4 }, failed, undefined],
    ['nor one after it was handed back', { ...schedule, status: 'Waiting' }, failed, undefined],
  ])('%s', async (_, delivery, result, expected) => {
    const present = `date_trunc('milliseconds', statement_timestamp())`;
    const [row] = await source.query<Record<string, unknown>[]>(
      `SELECT ${AFTER_RESULT.status} AS status, ${AFTER_RESULT.schedule_step} AS step,
        round(extract(epoch FROM (${AFTER_RESULT.next_attempt_at}) - ${present}) * 1000)::int AS in,
        (${AFTER_RESULT.finished_at}) IS NOT NULL AS finished
      FROM (SELECT *, ${present} + resume * interval '1 millisecond' AS resume_at, NULL::timestamptz AS finished_at
        FROM ${from('$1', 'x', 'trigger text, status text, schedule_step int, attempt_count int, resume_status text, resume float8')}) d
      CROSS JOIN ${from('$2', 'r', '"outcome" text, "number" int, "retryInMs" bigint, "spendsStep" boolean')}
      WHERE ${COUNTS}`,
      [JSON.stringify([delivery]), JSON.stringify([result])],
    );
    if (expected === undefined) expect(row).toBeUndefined();
    else if (typeof expected === 'string') expect(row).toMatchObject({ status: expected });
    else expect(row).toEqual(expected);
  });
});
