import { exampleMessage } from '../../libs/contract/dist/examples/example-events.js';
import { createDataSource } from '../../libs/db/dist/data-source.js';
import { Database } from '../../libs/db/dist/database.js';
import { EventLogRepository } from '../../libs/webhooks/dist/events/event-log.repository.js';
import { EventsRepository } from '../../libs/webhooks/dist/events/events.repository.js';
import { ATTEMPTS, COMPANIES, ENDPOINTS, SIZES, TABLES, TYPE } from './rows.sql.mjs';

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
    const ids = (await source.query(COMPANIES, [companies])).map(({ id }) => id);
    await source.query(
      `INSERT INTO tenants (id, kind, created_at, name, plan, time_zone, clock_offset)
        SELECT id, kind, created_at, name, plan, time_zone, clock_offset FROM companies`,
    );
    await source.query(ENDPOINTS, [ids, TYPE]);
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
