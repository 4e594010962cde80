import type { DailyPartitions } from '@billhook/db/daily-partitions';
import { deleteFallenRequests, requestPartitions } from '@billhook/identity/request-log/request-partitions';
import { newTimedId } from '@billhook/platform/ids';
import { createLogger } from '@billhook/platform/logger';
import { attemptPartitions } from '@billhook/webhooks/deliveries/attempt-partitions';
import { WebhookRetention } from '@billhook/webhooks/deliveries/webhook-retention';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { WebhookRetentionJob } from '../../src/jobs/webhook-retention.job.js';
import { startWorker } from '../support/running-worker.js';
import { World } from '../support/world.js';

const DAY = 86_400_000;
const logger = createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });

let world: World;

beforeAll(async () => {
  world = await World.create();
});
afterAll(() => world.close());
afterEach(async () => {
  for (const table of ['webhook_attempts', 'webhook_deliveries', 'events', 'webhook_endpoint_stats', 'webhook_runs']) {
    await world.sql(`DELETE FROM ${table}`);
  }
  for (const day of await days()) await world.sql(`DROP TABLE webhook_attempts_${day}`);
  await world.sql('UPDATE webhook_endpoints SET deleted_at = now()');
});

const rows = <T extends object>(text: string, values: unknown[] = []): Promise<T[]> => world.source.query(text, values);
const partitions = (): DailyPartitions => attemptPartitions({ db: world.db, uow: world.uow, logger }, 30);
const nameOf = (daysAgo: number): string =>
  new Date(Date.now() - daysAgo * DAY).toISOString().slice(0, 10).replaceAll('-', '');

async function days(): Promise<string[]> {
  const found = await rows<{ day: string }>(
    `SELECT substr(relname, 18) AS day FROM pg_class WHERE relname ~ '^webhook_attempts_\\d{8}$' AND pg_table_is_visible(oid) ORDER BY 1`,
  );
  return found.map(({ day }) => day);
}

let made = 0;

const attempt = (daysAgo: number): Promise<void> =>
  world.sql(
    `INSERT INTO webhook_attempts (delivery_id, number, started_at, endpoint_id, trigger, url, payload, response_body)
      VALUES ($1, 1, now() - $2 * interval '1 day', 1, 'Schedule', 'https://x', 'Full', $3)`,
    [++made, daysAgo, `of ${daysAgo}`],
  );

/** The texts of the attempts, and their tables. */
const attempts = () =>
  rows<{ table: string; text: string }>(
    `SELECT tableoid::regclass::text AS table, response_body AS text FROM webhook_attempts ORDER BY started_at`,
  );

describe('the tables of attempts', () => {
  it('are created ahead; attempts in the default table move into them, and the oldest are dropped', async () => {
    for (const daysAgo of [40, 32, 29, 1, 0]) await attempt(daysAgo);
    await partitions().maintain();
    expect(await days()).toEqual([29, 1, 0, -1, -2, -3].map(nameOf));
    expect(await attempts()).toEqual(
      [29, 1, 0].map((daysAgo) => ({ table: `webhook_attempts_${nameOf(daysAgo)}`, text: `of ${daysAgo}` })),
    );
    await partitions().maintain();
    expect(await attempts()).toHaveLength(3);
  });

  it('are created and dropped once by several workers in parallel', async () => {
    for (const daysAgo of [50, 40, 35, 10, 5, 0]) await attempt(daysAgo);
    await Promise.all(Array.from({ length: 4 }, () => partitions().maintain()));
    expect((await attempts()).map(({ text }) => text)).toEqual(['of 10', 'of 5', 'of 0']);
    expect(await rows('SELECT FROM webhook_attempts_default')).toEqual([]);
  });

  it('are created and dropped although one day fails, whose error is thrown', async () => {
    await attempt(40);
    await world.sql(`SELECT create_attempts_day('${nameOf(40)}')`);
    await world.sql(`CREATE TABLE webhook_attempts_${nameOf(0)} (id int)`);
    await expect(partitions().maintain()).rejects.toThrow('already exists');
    expect(await days()).toEqual([0, -1, -2, -3].map(nameOf));
  });

  it('keep an attempt for at least the configured days', async () => {
    await attempt(30);
    await partitions().maintain();
    expect(await attempts()).toHaveLength(1);
  });

  it('exist before a worker delivers anything', async () => {
    await world.createEndpoint('/first');
    const worker = await startWorker(world.env());
    try {
      await world.record(() => void worker.engine.poke());
      await world.receiver.waitFor('/first', 1);
    } finally {
      await worker.stop();
    }
    expect((await attempts()).map(({ table }) => table)).toEqual([`webhook_attempts_${nameOf(0)}`]);
  });

  it('are created and dropped while the engine runs, even during a long read', async () => {
    const endpoint = await world.createEndpoint('/busy');
    const worker = await startWorker(world.env());
    const poke = (): void => void worker.engine.poke();
    const reader = world.source.createQueryRunner();
    let count = 0;
    const delivered = async (more: number): Promise<void> => {
      for (let n = 0; n < more; n++) await world.record(poke);
      count += more;
      await world.receiver.waitFor('/busy', count);
    };
    try {
      for (let round = 0; round < 8; round++) {
        for (const daysAgo of [60 + round, 20 - round]) await attempt(daysAgo);
        await Promise.all([partitions().maintain(), partitions().maintain(), delivered(25)]);
      }
      await attempt(100);
      await world.sql(`CREATE TABLE webhook_attempts_${nameOf(90)} PARTITION OF webhook_attempts FOR VALUES
        FROM ('${new Date(Date.now() - 90 * DAY).toISOString().slice(0, 10)}T00:00Z')
        TO ('${new Date(Date.now() - 89 * DAY).toISOString().slice(0, 10)}T00:00Z')`);
      await reader.startTransaction();
      await reader.query('SELECT count(*) FROM webhook_attempts');
      const keeping = partitions().maintain();
      await delivered(60);
      expect(await days()).toContain(nameOf(90));
      await reader.commitTransaction();
      await keeping;
      expect(await days()).not.toContain(nameOf(90));
    } finally {
      await reader.release();
      await worker.stop();
    }
    const deliveries = await world.deliveries(endpoint);
    expect(deliveries.map(({ status, attempt_count: tried }) => [status, tried])).toEqual(
      Array.from({ length: count }, () => ['Delivered', 1]),
    );
    const kept = await rows<{ outcome: string }>('SELECT outcome FROM webhook_attempts WHERE endpoint_id = $1', [
      endpoint.id,
    ]);
    expect(kept).toEqual(deliveries.map(() => ({ outcome: 'Succeeded' })));
    expect(world.receiver.at('/busy')).toHaveLength(count);
  });
});

it('the tables of requests hold the days of their ids; older ones are dropped, also from the default table', async () => {
  const parts = { db: world.db, uow: world.uow, logger };
  const ids = [20, 8, 7, 1, 0, -20, -3000].map((daysAgo) => newTimedId('req', new Date(Date.now() - daysAgo * DAY)));
  // The last two are of a wrong clock. The number of an inner request does not change its day.
  ids.splice(5, 0, `${ids[4] ?? ''}.1`);
  for (const id of ids) {
    await world.sql(
      `INSERT INTO api_requests (id, company_id, caller, method, path, status, duration_ms) VALUES ($1, 1, 1, 'GET', '/', 200, 1)`,
      [id],
    );
  }
  await requestPartitions(parts, 7).maintain();
  await deleteFallenRequests(world.db.autocommit, new Date(), 7);
  const stored = () =>
    rows<{ table: string; id: string }>('SELECT tableoid::regclass::text AS table, id FROM api_requests ORDER BY id');
  const kept = [7, 1, 0, 0].map((daysAgo, n) => ({ table: `api_requests_${nameOf(daysAgo)}`, id: ids[n + 2] }));
  expect(await stored()).toEqual(kept);
  await requestPartitions(parts, 0).maintain();
  expect(await stored()).toEqual(kept.slice(2));
});

interface SomeEvent {
  readonly daysAgo: number;
  readonly status?: string;
  readonly test?: boolean;
  readonly numbered?: boolean;
  readonly cleared?: boolean;
}

/** An event with a delivery. */
async function event(
  name: string,
  { daysAgo, status = 'Delivered', test = false, numbered = true, cleared }: SomeEvent,
) {
  const [endpoint] = await rows<{ id: number }>('SELECT id FROM webhook_endpoints WHERE deleted_at IS NULL');
  const { id } = endpoint ?? (await world.createEndpoint('/kept'));
  await world.sql(
    `WITH new AS (
      INSERT INTO events (id, company_id, type, resource_id, body, changes, test, created_at, sequence)
      VALUES ($1, $2, 'client.created', 1, CASE WHEN NOT $7 THEN '{}' END, CASE WHEN NOT $7 THEN '{}' END, $3,
        now() - $4 * interval '1 day', CASE WHEN $5 THEN (SELECT coalesce(max(sequence), 0) + 1 FROM events) END)
      RETURNING position
    )
    INSERT INTO webhook_deliveries (company_id, endpoint_id, event_position, event_type, resource, resource_id, status, trigger,
      attempt_count, schedule_step, created_at)
    SELECT $2, $8, position, 'client.created', 'client', 1, $6, 'Schedule', 1, 1, now() - $4 * interval '1 day' FROM new`,
    [name, world.companyId, test, daysAgo, numbered && !test, status, cleared ?? daysAgo > 30, id],
  );
}

const retention = (): WebhookRetention => new WebhookRetention(world.db.autocommit, { texts: 30, metadata: 90 });
const names = (condition: string): Promise<string[]> =>
  rows<{ id: string }>(`SELECT id FROM events WHERE ${condition} ORDER BY id`).then((found) =>
    found.map(({ id }) => id),
  );

describe('events', () => {
  it('lose their texts when those can no longer be requested, unless they are still to be delivered', async () => {
    const old = { daysAgo: 31, cleared: false };
    await event('young', { daysAgo: 29 });
    await event('old', old);
    await event('a test', { ...old, test: true });
    await event('waits', { ...old, status: 'Waiting' });
    await event('on its way', { ...old, status: 'Sending' });
    await event('has no number yet', { ...old, numbered: false });
    await new WebhookRetentionJob(retention()).run();
    expect(await names('body IS NULL AND changes IS NULL')).toEqual(['a test', 'old']);
    expect(await names('body IS NOT NULL')).toEqual(['has no number yet', 'on its way', 'waits', 'young']);
  });

  it('are deleted with their deliveries when those are over, including those of deleted endpoints', async () => {
    await event('over', { daysAgo: 91 });
    await event('a test that is over', { daysAgo: 91, test: true });
    await event('somebody sends it again', { daysAgo: 91, status: 'Waiting' });
    await world.sql('UPDATE webhook_endpoints SET deleted_at = now()');
    await event('of another endpoint', { daysAgo: 95 });
    await event('young', { daysAgo: 89 });
    await new WebhookRetentionJob(retention()).run();
    expect(await names('true')).toEqual(['somebody sends it again', 'young']);
    const left = 'SELECT v.id FROM webhook_deliveries d LEFT JOIN events v ON v.position = d.event_position ORDER BY 1';
    expect(await rows(left)).toEqual([{ id: 'somebody sends it again' }, { id: 'young' }]);
  });

  it('are processed past the rows that must stay, by several workers, until the time is up', async () => {
    await world.createEndpoint('/kept');
    await world.sql(
      `WITH new AS (
        INSERT INTO events (id, company_id, type, resource_id, body, test, created_at, sequence)
        SELECT 'e' || n, $1, 'client.created', 1, '{}', false, now() - interval '40 days', n FROM generate_series(1, 2600) n
        RETURNING position, sequence
      )
      INSERT INTO webhook_deliveries (company_id, endpoint_id, event_position, event_type, resource, resource_id, status, trigger,
        attempt_count, schedule_step, created_at)
      SELECT $1, (SELECT max(id) FROM webhook_endpoints), position, 'client.created', 'client', 1, 'Waiting', 'Schedule', 0, 0, now()
      FROM new WHERE sequence <= 1100`,
      [world.companyId],
    );
    expect(await retention().clearTexts(() => true)).toBe(0);
    const counts = await Promise.all(Array.from({ length: 3 }, () => retention().clearTexts(() => false)));
    // Others skip rows that one worker holds. A further round finds them.
    const rest = await retention().clearTexts(() => false);
    expect(counts.reduce((sum, count) => sum + count, rest)).toBe(1500);
    expect(await rows('SELECT FROM events WHERE body IS NOT NULL')).toHaveLength(1100);
  });
});

it('statistics and finished runs are deleted as well', async () => {
  const { id } = await world.createEndpoint('/counted');
  await world.sql(
    `INSERT INTO webhook_endpoint_stats (endpoint_id, hour, succeeded, failed, duration_ms, histogram)
      SELECT $1, date_trunc('hour', now()) - n * interval '1 hour', 1, 0, 1, '{1}' FROM generate_series(0, 95 * 24) n`,
    [id],
  );
  for (const [daysAgo, kind] of [
    [91, 'RecoverFailed'],
    [89, 'RecoverFailed'],
    [null, 'ReplayMissing'],
  ]) {
    await world.sql(
      `INSERT INTO webhook_runs (company_id, endpoint_id, kind, status, since, until, selection, total, done, cursor, created_by,
        created_at, updated_at, finished_at)
        VALUES ($1, $2, $3, CASE WHEN $4::int IS NULL THEN 'Running' ELSE 'Completed' END, now(), now(), '{}', 0, 0, 0, 'ada', now(),
          now(), now() - $4::int * interval '1 day')`,
      [world.companyId, id, kind, daysAgo],
    );
  }
  await retention().deleteCounts();
  expect(await rows('SELECT FROM webhook_endpoint_stats')).toHaveLength(90 * 24);
  expect(await rows('SELECT kind, status FROM webhook_runs ORDER BY id')).toEqual([
    { kind: 'RecoverFailed', status: 'Completed' },
    { kind: 'ReplayMissing', status: 'Running' },
  ]);
});
