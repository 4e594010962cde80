import { lockOfCell } from '@billhook/db/current-cell';
import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import { matchesFilter, type EventFilter } from '@billhook/domain/webhooks/event-filter';
import { grantReads } from '../endpoints/endpoint-grants.sql.js';
import { joinLists, PLAN_ONCE } from '../sql/generic-plan.sql.js';

/** The class of the advisory locks of companies: one relay at a time numbers the events of a company. */
export const NUMBERING_LOCK = 7_301_945;

const BATCH = 500;

// Companies per batch. Each holds an advisory lock, of which PostgreSQL has some thousands for all processes.
const COMPANIES = 128;

// Events of one company per batch, while others wait.
const COMPANY_BATCH = 200;

// Bytes of texts per batch: a text may have a megabyte, and filters read them.
const BATCH_BYTES = 8 * 1024 * 1024;

export interface RelaySettings {
  /** False with webhooks switched off: events are numbered for the log, and never sent. */
  readonly fanOut: boolean;
  /** How long after its creation a delivery is first due. */
  readonly firstWaitMs: number;
}

const NOTHING = { events: 0, deliveries: 0, held: [], requestIds: [] } as const;

export interface Relayed {
  readonly events: number;
  readonly deliveries: number;
  /** The deliveries that wait for earlier ones of their record. */
  readonly held: readonly number[];
  /** The requests that emitted the events. */
  readonly requestIds: readonly string[];
  /** Whether more events may be left. */
  readonly more: boolean;
}

/**
 * Creates deliveries of events. Commits are out of order, so one relay at a time assigns the sequence of a company after the commit: a
 * reader at a sequence never misses a smaller one of its company. Relays in any number of processes share the companies.
 */
export class Relay {
  /** The company after which the next batch starts, so that each has its turn while many wait. */
  #after = 0;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: RelaySettings,
  ) {}

  /** How long after its creation a delivery is first due, for endpoints without a schedule. */
  get firstWaitMs(): number {
    return this.settings.firstWaitMs;
  }

  /** Processes a batch of committed events of companies that no other relay is numbering. */
  run(): Promise<Relayed> {
    return this.unitOfWork.run((tx) => this.runIn(tx));
  }

  /** The same as part of a transaction, until whose end the companies stay locked. */
  async runIn(tx: Tx): Promise<Relayed> {
    const { companies, positions } = await this.#take(tx);
    // Others skip a company while it is locked here, so a relay that has locked one looks again.
    const more = companies > 0;
    if (positions.length === 0) return { ...NOTHING, more };
    const { fanOut, firstWaitMs } = this.settings;
    const refused = fanOut ? await this.#refused(tx, positions) : [];
    const [batch] = await tx.query<Omit<Relayed, 'more'>>({
      name: 'relay_batch',
      text: RELAY_BATCH,
      values: [
        positions,
        fanOut,
        firstWaitMs,
        refused.map(({ position }) => position),
        refused.map(({ endpointId }) => endpointId),
      ],
    });
    return { ...(batch ?? NOTHING), more };
  }

  /** Locks companies with new events until the end of the transaction, and finds the events of a batch. */
  async #take(tx: Tx): Promise<{ companies: number; positions: number[] }> {
    const after = this.#after;
    tx.send(PLAN_ONCE);
    // Both are sent together. The snapshot of the second one is taken after the locks.
    const [[taken], found] = await Promise.all([
      tx.query<{ count: number; last: number }>({
        name: 'relay_take',
        text: TAKE,
        values: [after, lockOfCell(NUMBERING_LOCK), COMPANIES],
      }),
      tx.query<{ position: number }>({
        name: 'relay_find',
        text: UNSEQUENCED,
        values: [BATCH, BATCH_BYTES, COMPANY_BATCH],
      }),
    ]);
    const companies = taken?.count ?? 0;
    this.#after = taken && companies === COMPANIES ? taken.last : 0;
    // No company is left after the last one: begins again with the first.
    if (companies === 0 && after > 0) return this.#take(tx);
    return { companies, positions: found.map(({ position }) => position) };
  }

  /** The pairs of endpoints and events that filters exclude. Each text is read once for all of its filters. */
  async #refused(tx: Tx, positions: readonly number[]): Promise<Filtered[]> {
    const filtered = await tx.query<Filtered>({ name: 'relay_filters', text: FILTERS, values: [positions] });
    if (filtered.length === 0) return [];
    const texts = await tx.query<{ position: number; body: string }>({
      name: 'relay_texts',
      text: 'SELECT position, body FROM events WHERE position = ANY ($1::bigint[])',
      values: [[...new Set(filtered.map(({ position }) => position))]],
    });
    const data = new Map(texts.map(({ position, body }) => [position, dataOf(body)]));
    return filtered.filter(({ position, filter }) => !matchesFilter(filter, data.get(position)));
  }
}

/** An event and an endpoint whose filter decides about it. */
interface Filtered {
  readonly position: number;
  readonly endpointId: number;
  readonly filter: EventFilter;
}

const dataOf = (body: string): unknown => (JSON.parse(body) as { data: unknown }).data;

const nextWaiting = (after: string): string =>
  `SELECT company_id FROM events WHERE sequence IS NULL AND NOT test AND company_id > ${after} ORDER BY company_id LIMIT 1`;

/** Moves from company to company with new events. */
export const waitingCompanies = (after: string): string => `waiting (company_id) AS (
  (${nextWaiting(after)})
  UNION ALL
  SELECT n.company_id FROM waiting w CROSS JOIN LATERAL (${nextWaiting('w.company_id')}) n
)`;

/** The locked companies, which the next statement of the transaction reads without a wait in between. */
const TAKEN = 'billhook.numbered_companies';

/** $1 the company to start after, $2 the class of the locks, $3 maximum number. Skips companies of other relays. */
const TAKE = `
WITH RECURSIVE ${waitingCompanies('$1::bigint')}, taken AS MATERIALIZED (
  SELECT company_id FROM waiting WHERE pg_try_advisory_xact_lock($2::integer, (company_id % 2147483648)::integer) LIMIT $3
)
SELECT count(*)::integer AS count, max(company_id) AS last,
  set_config('${TAKEN}', coalesce(array_agg(company_id), '{}')::text, true)
FROM taken`;

/**
 * $1 maximum number, $2 maximum bytes of texts, $3 maximum per company with more. Takes at least one, the oldest of each locked company
 * first; the order between companies does not matter.
 */
const UNSEQUENCED = `
SELECT position FROM (
  SELECT t.position, sum(t.bytes) OVER (ORDER BY t.turn, t.position) - t.bytes AS before FROM (
    SELECT e.position, e.bytes, e.turn FROM unnest(current_setting('${TAKEN}')::bigint[]) AS w (company_id) CROSS JOIN LATERAL (
      SELECT f.position, octet_length(f.body) AS bytes, row_number() OVER (ORDER BY f.position) AS turn FROM (
        SELECT position, body FROM events WHERE company_id = w.company_id AND sequence IS NULL AND NOT test
        ORDER BY position LIMIT $3) f
    ) e ORDER BY e.turn, e.position LIMIT $1
  ) t
) weighed WHERE before < $2::bigint`;

/*
 * Tables are read in subqueries that PostgreSQL does not join (OFFSET 0, a single value) or with a list of keys: a plan that it keeps from
 * the time when they were small would read a whole index in the order of the join.
 */

/** $1 positions. */
const EVENTS = 'SELECT * FROM events WHERE position = ANY ($1::bigint[]) OFFSET 0';

/** The enabled endpoints of the companies of `batch`. */
const REACHED = `reached AS MATERIALIZED (
  SELECT w.* FROM (SELECT DISTINCT company_id FROM batch) AS company CROSS JOIN LATERAL (
    SELECT id, company_id, ordering, schedule, event_types, grant_id, changed_by_grants, filter FROM webhook_endpoints
    WHERE company_id = company.company_id AND deleted_at IS NULL AND status = 'Enabled' OFFSET 0) w
)`;

/** The pairs of an event (b) and an endpoint (w) that subscribes to it. */
const matches = (condition: string): string => {
  const subscribed = `b.type = ANY (w.event_types) AND ${grantReads('w', `split_part(b.type, '.', 1)`)}`;
  return joinLists('batch b', 'reached w', 'w.company_id = b.company_id', `${subscribed} AND ${condition}`);
};

/** $1 positions. */
const FILTERS = `
WITH batch AS MATERIALIZED (SELECT position, company_id, type FROM (${EVENTS}) v), ${REACHED}
SELECT b.position, w.id AS "endpointId", w.filter FROM ${matches('w.filter IS NOT NULL')}`;

/** Looked up in an object, because a kept plan would compare each event with each. */
const SEQUENCE = `((SELECT jsonb_object_agg(position, sequence) FROM batch) ->> position::text)::bigint`;

/** $1 positions. A company without a counter starts after the last sequence of the former global counter. */
const NUMBERED = `batch AS MATERIALIZED (
  SELECT v.position, v.company_id, v.type, v.resource_id, v.request_id,
    coalesce((SELECT last FROM event_counters c WHERE c.company_id = v.company_id), (SELECT last FROM event_sequencer WHERE id = 1))
      + row_number() OVER (PARTITION BY v.company_id ORDER BY v.position) AS sequence
  FROM (${EVENTS}) v
), numbered AS (
  UPDATE events SET sequence = ${SEQUENCE} WHERE position = ANY ($1::bigint[])
), counted AS (
  INSERT INTO event_counters (company_id, last) SELECT company_id, max(sequence) FROM batch GROUP BY company_id
  ON CONFLICT (company_id) DO UPDATE SET last = excluded.last
)`;

/** Whether others of its record (event b, endpoint w) come before it: in this batch, waiting or in flight. */
const HELD = `w.ordering = 'PerRecord' AND (
      row_number() OVER (PARTITION BY w.id, split_part(b.type, '.', 1), b.resource_id ORDER BY b.sequence) > 1
      OR coalesce((SELECT true FROM webhook_deliveries p WHERE p.ordered AND p.status IN ('Waiting', 'Sending') AND p.endpoint_id = w.id
        AND p.resource = split_part(b.type, '.', 1) AND p.resource_id = b.resource_id LIMIT 1), false))`;

/** Neither is ever null. PostgreSQL hashes a list for NOT IN, and would compare each pair with each for NOT EXISTS. */
const NOT_REFUSED = `$2::boolean AND (b.position, w.id) NOT IN (SELECT * FROM unnest($4::bigint[], $5::bigint[]))`;

/** $2 whether to create deliveries, $4 and $5 positions and endpoints whose filter excluded them. */
const MATCHED = `matched AS MATERIALIZED (
  SELECT w.id AS endpoint_id, w.company_id, w.ordering, w.schedule, b.position, b.type, b.resource_id,
    row_number() OVER (PARTITION BY w.id ORDER BY b.sequence) AS place,
    ${HELD} AS held
  FROM ${matches(NOT_REFUSED)}
)`;

const ADVANCED = `held AS MATERIALIZED (
  -- In one order everywhere, so that two workers cannot wait for each other.
  SELECT endpoint_id FROM webhook_endpoint_states WHERE endpoint_id = ANY (ARRAY (SELECT endpoint_id FROM matched))
  ORDER BY endpoint_id FOR NO KEY UPDATE
), advanced AS (
  UPDATE webhook_endpoint_states s SET last_sequence = s.last_sequence + m.count
  FROM (SELECT endpoint_id, count(*) FROM matched JOIN held USING (endpoint_id) GROUP BY endpoint_id) m
  WHERE s.endpoint_id = ANY (ARRAY (SELECT endpoint_id FROM held)) AND s.endpoint_id = m.endpoint_id
  RETURNING s.endpoint_id, s.last_sequence - m.count AS before
)`;

/** $3 milliseconds until the first attempt. now() is cut to milliseconds, because the column would round it up into the future. */
const CREATED = `created AS (
  INSERT INTO webhook_deliveries (company_id, endpoint_id, event_position, event_type, resource, resource_id, ordered, sequence,
    status, trigger, attempt_count, schedule_step, next_attempt_at, created_at)
  SELECT m.company_id, m.endpoint_id, m.position, m.type, split_part(m.type, '.', 1), m.resource_id, m.ordering = 'PerRecord',
    a.before + m.place, 'Waiting', 'Schedule', 0, 0,
    -- A held one gets its time when the last of those before it has ended.
    CASE WHEN NOT m.held
      THEN date_trunc('milliseconds', now()) + coalesce(m.schedule[1] * interval '1 second', $3 * interval '1 millisecond') END,
    now()
  FROM ${joinLists('matched m', 'advanced a', 'a.endpoint_id = m.endpoint_id', 'm.position IS NOT NULL AND a.before IS NOT NULL')}
  ORDER BY m.position, m.endpoint_id
  RETURNING id, next_attempt_at
)`;

const RELAY_BATCH = `
WITH ${[NUMBERED, REACHED, MATCHED, ADVANCED, CREATED].join(', ')}
SELECT (SELECT count(*) FROM batch) AS events, (SELECT count(*) FROM created) AS deliveries,
  (SELECT coalesce(json_agg(id), '[]') FROM created WHERE next_attempt_at IS NULL) AS held,
  ARRAY (SELECT DISTINCT request_id FROM batch WHERE request_id IS NOT NULL) AS "requestIds"`;
