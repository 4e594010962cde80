import { randomBytes } from 'node:crypto';
import { TEMPLATE, until } from '../base/stack.mjs';

/** Wait of new deliveries of the worker that numbers events: none is sent in the meantime. */
const FAR_S = 604_800;

/** The data that deliveries need: endpoints, events and databases like those of the product, which created the first of each. */
export class World {
  #samples;

  constructor(stack) {
    this.stack = stack;
    this.databases = stack.databases;
  }

  static async create(stack) {
    const world = new World(stack);
    await world.#prepare();
    return world;
  }

  /** Creates one endpoint and one event through the API, and returns their rows. Removes the demo's endpoint. */
  async #prepare() {
    const { databases, stack } = this;
    await databases.query('UPDATE webhook_endpoints SET deleted_at = now() WHERE deleted_at IS NULL');
    const endpoint = await stack.call('POST', '/v1/webhook-endpoints', {
      url: 'http://127.0.0.1:65535/',
      eventTypes: ['client.deleted'],
    });
    const client = await stack.call('POST', '/v1/clients', aClient('bench-sample'));
    await until(async () => {
      const [{ left }] = await databases.query(
        'SELECT EXISTS (SELECT FROM events WHERE sequence IS NULL AND NOT test) AS left',
      );
      return !left;
    });
    const row = async (table, where, value) =>
      (await databases.query(`SELECT to_jsonb(t) AS row FROM ${table} t WHERE ${where} = $1`, [value]))[0]?.row;
    this.#samples = {
      endpoint: { ...(await row('webhook_endpoints', 'id', endpoint.id)), event_types: ['client.created'] },
      event: { ...(await row('events', "type = 'client.created' AND resource_id", client.id)), sequence: null },
    };
    await stack.call('PATCH', `/v1/webhook-endpoints/${endpoint.id}`, { status: 'Disabled' });
  }

  /** The body of an event, as it is sent. */
  get body() {
    return this.#samples.event.body;
  }

  /** Enabled endpoints of the company, one per URL. Returns their ids. */
  async endpoints(urls, { eventType = 'client.created', database } = {}) {
    const { endpoint } = this.#samples;
    const ids = [];
    for (const url of urls) {
      const like = { ...endpoint, url, event_types: [eventType] };
      ids.push(await this.databases.insertLike('webhook_endpoints', like, {}, 1, database));
    }
    return ids;
  }

  /** Events as a change records them, without numbers. */
  async events(count, { eventType = 'client.created', database } = {}) {
    const like = { ...this.#samples.event, type: eventType };
    const id = `'msg_${randomBytes(8).toString('hex')}' || n`;
    await this.databases.insertLike('events', like, { id, created_at: 'now()' }, count, database);
  }

  /** A database with `events` due deliveries per URL. It is a template for copies. */
  async seed(name, urls, events) {
    const { databases, stack } = this;
    await databases.drop(name);
    await databases.copy(TEMPLATE, name);
    await databases.query('UPDATE webhook_endpoints SET deleted_at = now()', [], name);
    // The demo's own events, which the endpoints would receive as well: test messages are not sent to all.
    await databases.query('UPDATE events SET test = true WHERE sequence IS NULL', [], name);
    await this.endpoints(urls, { database: name });
    await this.events(events, { database: name });
    const worker = stack.startWorker({ DATABASE_URL: databases.urlOf(name), WEBHOOK_RETRY_SCHEDULE: String(FAR_S) });
    const count = async () =>
      (await databases.query('SELECT count(*) AS count FROM webhook_deliveries', [], name))[0].count;
    await until(async () => (await count()) === events * urls.length, 300_000);
    await worker.end();
    await databases.query("UPDATE webhook_deliveries SET next_attempt_at = date_trunc('second', now())", [], name);
    // Neither leftovers of the seeding nor the statistics of an empty table may be measured.
    await databases.query('VACUUM FULL webhook_deliveries', [], name);
    await databases.query('VACUUM ANALYZE', [], name);
  }

  /**
   * A database with events of several companies that are not numbered yet. It is a template for copies.
   * @param name without its prefix
   * @param receiver the start of the URL of each endpoint
   * @param deliveries about how many result
   * @returns how many result
   */
  async fill(name, receiver, { companies, endpoints }, deliveries) {
    const { databases } = this;
    const database = `bench_${name}`;
    const run = (text, values = []) => databases.query(text, values, database);
    await databases.drop(database);
    await databases.copy(TEMPLATE, database);
    await run('UPDATE webhook_endpoints SET deleted_at = now()');
    await run('UPDATE events SET test = true WHERE sequence IS NULL');
    const [{ row, last }] = await run(
      'SELECT to_jsonb(c) AS row, (SELECT max(id) FROM companies) AS last FROM companies c ORDER BY id LIMIT 1',
    );
    const { endpoint, event } = this.#samples;
    await databases.insertLike('companies', row, { id: `${last} + n`, name: "'Bench ' || n" }, companies, database);
    const url = `'${receiver}' || n`;
    const eachCompany = (count) => `${last} + 1 + (n - 1) / ${count}`;
    await databases.insertLike(
      'webhook_endpoints',
      endpoint,
      // With fewer places, the only endpoint of a company would be limited by them.
      { company_id: eachCompany(endpoints), url, max_in_flight: '100' },
      companies * endpoints,
      database,
    );
    const events = Math.round(deliveries / companies / endpoints);
    const id = `'msg_${randomBytes(8).toString('hex')}' || n`;
    // In turn, as changes of that many companies arrive.
    const company_id = `${last} + 1 + (n - 1) % ${companies}`;
    await databases.insertLike('events', event, { id, company_id, created_at: 'now()' }, events * companies, database);
    await run('VACUUM ANALYZE');
    return events * companies * endpoints;
  }

  /** Deletes endpoints of the main database, with their deliveries. */
  async endEndpoints(ids) {
    const cancelled = `UPDATE webhook_deliveries SET status = 'Cancelled', next_attempt_at = NULL, worker_id = NULL
      WHERE endpoint_id = ANY ($1) AND status IN ('Waiting', 'Sending') RETURNING id`;
    await this.databases.query('UPDATE webhook_endpoints SET deleted_at = now() WHERE id = ANY ($1)', [ids]);
    // Retried, because the worker hands its deliveries back and one of two deadlocked statements fails.
    await until(async () => (await this.databases.query(cancelled, [ids])).length === 0);
  }

  /** Commit times of the transactions that created records with these names, in ms since 1970, from PostgreSQL. */
  async commitTimes(table, name, prefix) {
    const rows = await this.databases.query(
      `SELECT ${name} AS name, extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8 * 1000 AS at FROM ${table} WHERE ${name} LIKE $1`,
      [`${prefix}%`],
    );
    return new Map(rows.map((row) => [row.name, row.at]));
  }
}

const aClient = (name) => ({ kind: 'Business', name, billingAddress: { country: 'FR' } });
