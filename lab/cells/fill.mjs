import pg from 'pg';
import { exampleMessage } from '../../libs/contract/dist/examples/example-events.js';
import { DEFAULT_SERIES, SERIES_KINDS } from '../../libs/domain/dist/invoicing/series.js';
import { usualTaxRates } from '../../libs/domain/dist/invoicing/taxes/usual-tax-rates.js';
import { BEGUN_ATTEMPTS, COMPANIES, ENDED_ATTEMPTS, ENDPOINTS, TABLES, TYPE } from '../many-companies/rows.sql.mjs';

/** Cells that are filled at a time: the machine of the figures has two cores. */
const LANES = 2;

/** What it fills beside the tables of events. */
const OTHERS = ['companies', 'number_series', 'tax_rates', 'webhook_endpoints', 'event_counters'];

/** The card of each company. $1 the companies, $2 the cell. */
const CARDS = `INSERT INTO tenants (id, cell, kind, created_at, name, plan, time_zone, clock_offset)
  SELECT id, $2, kind, created_at, name, plan, time_zone, clock_offset FROM companies WHERE id = ANY ($1) ON CONFLICT DO NOTHING`;

/** What a new company begins with. $1 the companies, $2 the rows. */
const SERIES = `INSERT INTO number_series (company_id, kind, code, pattern, reset, start, version, created_at, updated_at)
  SELECT id, s.kind, s.code, s.pattern, s.reset, 1, 1, now(), now()
  FROM unnest($1::bigint[]) id, jsonb_to_recordset($2) s (kind text, code text, pattern text, reset text)`;
const TAX_RATES = `INSERT INTO tax_rates (company_id, name, tax_rate, status, version, created_at, updated_at)
  SELECT id, format('VAT %s %%', rate), rate, 'Active', 1, now(), now() FROM unnest($1::bigint[]) id, unnest($2::text[]) rate`;

/** As the relay has numbered them, in turn over the companies. $1 the companies, $2 events of each, $3 type, $4 body. */
const EVENTS = `INSERT INTO events (id, company_id, type, resource_id, resource_version, body, test, created_at, sequence)
  SELECT 'msg_' || replace(gen_random_uuid()::text, '-', ''), id, $3, id, 2, $4, false, date_trunc('milliseconds', now()), n
  FROM generate_series(1, $2::int) n, unnest($1::bigint[]) id ORDER BY n, random()`;

const COUNTERS = 'INSERT INTO event_counters (company_id, last) SELECT id, $2::int FROM unnest($1::bigint[]) id';

/** Delivered with the first attempt. $1 the companies. */
const DELIVERIES = `INSERT INTO webhook_deliveries (company_id, endpoint_id, event_position, event_type, resource, resource_id, sequence, status,
    trigger, attempt_count, schedule_step, created_at, finished_at, last_response_status)
  SELECT v.company_id, p.id, v.position, v.type, 'invoice', v.resource_id, v.sequence, 'Delivered', 'Schedule', 1, 0, v.created_at, now(), 200
  FROM events v JOIN webhook_endpoints p ON p.company_id = v.company_id WHERE v.company_id = ANY ($1) ORDER BY v.position`;

/**
 * Fills cells with companies that have an endpoint and events, each delivered with the first attempt.
 * @param cells `{ number, schema }` on the server of the address
 * @param onProgress called with the share that is filled
 * @returns how many companies and events there are in each cell
 */
export async function fillCells(url, cells, { companies, events }, onProgress) {
  const own = Math.ceil(companies / cells.length);
  const each = Math.max(1, Math.round(events / companies));
  const waiting = [...cells];
  const lane = async () => {
    for (let cell = waiting.shift(); cell; cell = waiting.shift()) {
      await fillCell(url, cell, own, each);
      onProgress(1 - waiting.length / cells.length);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return { companies: own, events: own * each };
}

async function fillCell(url, { number, schema }, companies, events) {
  const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema},public` });
  await client.connect();
  try {
    await client.query('SET synchronous_commit = off');
    const { rows } = await client.query(COMPANIES, [companies]);
    const ids = rows.map(({ id }) => id);
    await client.query(CARDS, [ids, number]);
    await client.query(SERIES, [ids, JSON.stringify(SERIES_KINDS.map((kind) => ({ kind, ...DEFAULT_SERIES[kind] })))]);
    await client.query(TAX_RATES, [ids, usualTaxRates('FR')]);
    await client.query(ENDPOINTS, [ids, TYPE]);
    await client.query(EVENTS, [ids, events, TYPE, JSON.stringify(exampleMessage(TYPE))]);
    await client.query(COUNTERS, [ids, events]);
    await client.query(DELIVERIES, [ids]);
    await client.query(BEGUN_ATTEMPTS, [ids]);
    await client.query(ENDED_ATTEMPTS, [ids]);
    await client.query(`VACUUM ANALYZE ${[...TABLES, ...OTHERS].join(', ')}`);
  } finally {
    await client.end();
  }
}
