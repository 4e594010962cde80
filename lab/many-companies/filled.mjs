import { exampleMessage } from '../../libs/contract/dist/examples/example-events.js';
import { createDataSource } from '../../libs/db/dist/data-source.js';
import { Database } from '../../libs/db/dist/database.js';
import { EventLogRepository } from '../../libs/webhooks/dist/events/event-log.repository.js';
import { EventsRepository } from '../../libs/webhooks/dist/events/events.repository.js';

/** The tables with a row for each event. */
const TABLES = ['events', 'webhook_deliveries', 'webhook_attempts'];

const TYPE = 'invoice.sent';

/** Requests of each kind, each for a random company. */
const READS = 300;

/** A database with many companies, each with one endpoint that receives all of its events. */
export class Filled {
  constructor(source, companies) {
    this.source = source;
    this.companies = companies;
    this.db = new Database(source);
  }

  static async create(url, companies) {
    const { migrate } = await import('../../libs/db/dist/migrate.js');
    await migrate(url);
    const source = await createDataSource({ url, poolSize: 2, statementMs: 0 }, []).initialize();
    await source.query(
      `INSERT INTO companies (name, plan, time_zone, currency, created_at)
        SELECT 'Company ' || n, 'Pro', 'Europe/Paris', 'EUR', now() FROM generate_series(1, $1::int) n`,
      [companies],
    );
    await source.query(
      `INSERT INTO tenants (id, kind, created_at, name, plan, time_zone, clock_offset)
        SELECT id, kind, created_at, name, plan, time_zone, clock_offset FROM companies`,
    );
    await source.query(
      `INSERT INTO webhook_endpoints (company_id, url, event_types, status, secrets, version, created_at, updated_at, payload, ordering,
          max_in_flight)
        SELECT id, 'https://example.com/' || id, ARRAY [$1], 'Enabled', '[]', 1, now(), now(), 'Full', 'BestEffort', 10 FROM companies`,
      [TYPE],
    );
    await source.query('ANALYZE');
    return new Filled(source, companies);
  }

  close() {
    return this.source.destroy();
  }

  /** Adds events to each company, in turn, as changes of that many companies arrive. */
  async happen(perCompany) {
    const body = JSON.stringify(exampleMessage(TYPE));
    for (let n = 0; n < perCompany; n++)
      await this.source.query(
        `INSERT INTO events (id, company_id, type, resource_id, resource_version, body, test, created_at)
          SELECT 'msg_' || replace(gen_random_uuid()::text, '-', ''), id, $1, id, 2, $2, false, date_trunc('milliseconds', now())
          FROM companies ORDER BY random()`,
        [TYPE, body],
      );
  }

  /** Marks all deliveries as delivered, each with an attempt, and packs the rows as if each had been written once. */
  async deliver() {
    await this.source
      .query(`UPDATE webhook_deliveries SET status = 'Delivered', attempt_count = 1, next_attempt_at = NULL,
      finished_at = now(), last_response_status = 200`);
    await this.source.query(ATTEMPTS);
    for (const table of TABLES) await this.source.query(`VACUUM (FULL, ANALYZE) ${table}`);
  }

  /** Bytes per row of each table, of its long texts and of each index. */
  async sizes() {
    const rows = await this.source.query(SIZES, [TABLES]);
    return TABLES.map((table) => ({ table, parts: rows.filter((row) => row.table === table) }));
  }

  /** The times of reads of random companies. */
  async reads() {
    const [log, events] = [new EventLogRepository(this.db), new EventsRepository(this.db)];
    const kinds = {
      'the first 100 events of a company': (id) =>
        log.read(id, { sequence: 0, fromOldest: true }, undefined, { limit: 100, bytes: 262_144 }),
      'the events after a cursor at the end': async (id) =>
        log.read(id, { sequence: await log.end(id), fromOldest: false }, undefined, { limit: 100, bytes: 262_144 }),
      'the newest 25 events': (id) => events.list(id, undefined, { limit: 25 }),
    };
    const found = [];
    for (const [name, read] of Object.entries(kinds)) {
      const times = [];
      for (let n = 0; n < READS; n++) {
        const id = 1 + Math.floor(Math.random() * this.companies);
        const start = performance.now();
        await read(id);
        times.push(performance.now() - start);
      }
      found.push({ name, times: times.sort((a, b) => a - b) });
    }
    return found;
  }
}

/** Like an attempt at a usual receiver: the request headers of the worker, and a short response. */
const ATTEMPTS = `
INSERT INTO webhook_attempts (delivery_id, number, started_at, endpoint_id, trigger, url, payload, request_headers, outcome, duration_ms,
  dns_ms, connect_ms, tls_ms, first_byte_ms, remote_address, response_status, response_headers, response_body, response_truncated)
SELECT d.id, 1, d.created_at, d.endpoint_id, 'Schedule', 'https://example.com/' || d.endpoint_id, 'Full', jsonb_build_object(
    'content-type', 'application/json', 'user-agent', 'Billhook/1.0 (webhooks)', 'webhook-id', v.id, 'webhook-timestamp', '1795406400',
    'webhook-signature', 'v1,' || encode(sha256(v.id::bytea), 'base64'), 'webhook-event-type', v.type, 'webhook-attempt', '1',
    'webhook-sequence', d.sequence::text),
  'Succeeded', 85, 3, 20, 25, 80, '203.0.113.7', 200,
  '{"content-type": "application/json", "date": "Mon, 23 Nov 2026 04:00:00 GMT", "server": "nginx"}', '{"ok":true}', false
FROM webhook_deliveries d JOIN events v ON v.position = d.event_position`;

/** The size of each table; for a partitioned table, the sum of its partitions. */
const SIZES = `
WITH parts AS (
  SELECT t.name, t.name::regclass AS oid FROM unnest($1::text[]) AS t (name)
  UNION
  SELECT t.name, i.inhrelid FROM unnest($1::text[]) AS t (name) JOIN pg_inherits i ON i.inhparent = t.name::regclass
), counted AS (
  SELECT p.name, sum(greatest(c.reltuples, 0)) AS rows FROM parts p JOIN pg_class c ON c.oid = p.oid WHERE c.relkind = 'r' GROUP BY 1
)
SELECT p.name AS "table", 'row' AS part, sum(pg_relation_size(p.oid))::float8 / k.rows AS bytes, k.rows::float8 AS rows
FROM parts p JOIN counted k USING (name) GROUP BY 1, k.rows
UNION ALL
SELECT p.name, 'long texts', sum(pg_total_relation_size(c.reltoastrelid))::float8 / k.rows, k.rows
FROM parts p JOIN pg_class c ON c.oid = p.oid AND c.reltoastrelid <> 0 JOIN counted k USING (name) GROUP BY 1, k.rows
UNION ALL
SELECT p.name, regexp_replace(i.relname, '_\\d{8}|_default', ''), sum(pg_relation_size(i.oid))::float8 / k.rows, k.rows
FROM parts p JOIN pg_index x ON x.indrelid = p.oid JOIN pg_class i ON i.oid = x.indexrelid JOIN counted k USING (name)
GROUP BY 1, 2, k.rows
ORDER BY 1, 3 DESC`;
