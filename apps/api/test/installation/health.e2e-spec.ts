import { KNOWN_MIGRATIONS } from '@billhook/db/schema-state';
import { freePort } from '@billhook/testing/free-port';
import { CELL_SCHEMAS, grantTables } from '@billhook/testing/own-tables';
import { RedisServer } from '@billhook/testing/redis-server';
import { unless, withProgram } from '@billhook/testing/skipped';
import { HAS_TWO_CELLS } from '@billhook/testing/spec-path';
import { openQueueBackend } from '@billhook/webhooks/engine/queue';
import { describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { TestApi } from '../support/api.js';
import { SeveredDatabase } from '../support/severed-database.js';
import { startApi } from '../support/start.js';

interface Ready {
  readonly status: string;
  readonly code?: string;
  readonly checks: readonly { name: string; status: string; detail: string; advice?: string }[];
}

const api = await startApi();

const sql = (text: string) => api.database.query({ name: '', text });

/** What a process responds to a probe, with the findings by name. */
async function ready(process: TestApi = api) {
  const { status, headers, body } = await process.call<Ready>('GET', '/health/ready');
  return { status, headers, body, found: Object.fromEntries(body.checks.map((check) => [check.name, check])) };
}

async function withProcess(settings: Record<string, string>, work: (process: TestApi) => Promise<void>) {
  const second = await TestApi.beside(api, settings);
  try {
    await work(second);
  } finally {
    await second.stop();
  }
}

describe('GET /health/ready: 503 if the process cannot serve requests', () => {
  it('while the database does not respond, and the process runs', async () => {
    const line = await SeveredDatabase.before(api.databaseUrl);
    await withProcess({ DATABASE_URL: line.url, DATABASE_WAIT_SECONDS: '1' }, async (second) => {
      await line.close();
      for (const path of ['/health/live', '/health/serving'])
        expect(await second.call('GET', path)).toMatchObject({ status: 200, body: { status: 'ok' } });
      const { status, headers, body, found } = await ready(second);
      expect(status).toBe(503);
      expect(headers.get('content-type')).toContain('application/problem+json');
      expect(headers.get('retry-after')).toBe('5');
      expect(body).toMatchObject({
        code: 'not_ready',
        detail: expect.stringContaining('The database does not respond.'),
      });
      expect(found['database']).toMatchObject({ status: 'failing', advice: expect.stringContaining('DATABASE_URL') });
      expect(JSON.stringify(body)).not.toContain(new URL(api.databaseUrl).password);
    });
  });

  it('while the role has no connection left, naming the setting', async () => {
    const role = `limited_${process.pid}`;
    const limited = new URL(api.databaseUrl);
    [limited.username, limited.password] = [role, role];
    await sql(`CREATE ROLE ${role} LOGIN PASSWORD '${role}'`);
    await sql(grantTables('SELECT, INSERT, UPDATE, DELETE', role));
    try {
      await withProcess({ DATABASE_URL: limited.href }, async (second) => {
        await sql(`ALTER ROLE ${role} CONNECTION LIMIT 0`);
        await sql(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = '${role}'`);
        const { status, body, found } = await ready(second);
        expect(status).toBe(503);
        expect(found['database']).toMatchObject({
          status: 'failing',
          detail: 'PostgreSQL accepts no more connections.',
          advice: expect.stringContaining('DATABASE_POOL_SIZE'),
        });
        expect(JSON.stringify(body)).not.toContain(role);
      });
    } finally {
      await sql(`DROP OWNED BY ${role}`);
      await sql(`DROP ROLE ${role}`);
    }
  });

  it('while the database lacks a migration, naming it and the command', async () => {
    const [last] = await api.database.query<{ name: string }>({
      name: '',
      text: 'DELETE FROM migrations WHERE name = $1 RETURNING name',
      values: [KNOWN_MIGRATIONS.at(-1)],
    });
    try {
      const { status, body, found } = await ready();
      expect(status).toBe(503);
      const name = String(last?.name).slice(0, -13);
      expect(body).toMatchObject({ code: 'not_ready', detail: expect.stringContaining(name) });
      expect(found['migrations']).toMatchObject({
        status: 'failing',
        advice: expect.stringContaining('node tools/node.cjs apps/api/dist/migrate.js'),
      });
      expect(found['database']).toMatchObject({ status: 'ok' });
    } finally {
      await api.database.query({
        name: '',
        text: 'INSERT INTO migrations (timestamp, name) VALUES ($1, $2)',
        values: [Number(last?.name.match(/\d+$/)?.[0]), last?.name],
      });
    }
  });
});

describe('GET /health/ready: 200', () => {
  it('with a warning where no queue and no worker is found', async () => {
    const { status, body, found } = await ready();
    expect(status).toBe(200);
    expect(body.status).toBe('warning');
    expect(body.checks.map(({ name }) => name)).toEqual([
      ...['database', 'migrations', ...(HAS_TWO_CELLS ? ['cells'] : [])],
      ...['queue', 'worker'],
    ]);
    expect(found['queue']).toMatchObject({ status: 'warning', detail: expect.stringContaining('bullmq') });
    expect(found['worker']).toMatchObject({
      status: 'warning',
      detail: 'No worker is running.',
    });
    expect(found['worker']?.advice).toContain('node tools/node.cjs apps/worker/dist/main.js');
  });

  it('while requests use every connection of the pool', async () => {
    await withProcess({ DATABASE_POOL_SIZE: '1', DATABASE_WAIT_SECONDS: '600' }, async (second) => {
      const busy = second.app.get(DataSource).createQueryRunner();
      await busy.connect();
      const { status, found } = await ready(second);
      expect([status, found['database']?.status]).toEqual([200, 'ok']);
      await busy.release();
    });
  });

  unless(HAS_TWO_CELLS ? 'it has one cell' : undefined, it)(
    'with a warning while the only cell, which is on another server, does not respond',
    () =>
      withProcess({}, async (second) => {
        const place = async (url: string, isDivided: boolean) => {
          await sql(`UPDATE cells SET url = ${url}, divided = ${isDivided}`);
          await second.cells.read();
        };
        try {
          await place(`'postgresql://127.0.0.1:${await freePort()}/billhook'`, true);
          const lost = await ready(second);
          expect([lost.status, lost.body.status]).toEqual([200, 'warning']);
          expect(lost.found['cells']).toMatchObject({
            status: 'warning',
            detail: 'Cell 1 does not respond, so requests of companies there get 503.',
            advice: expect.stringContaining('cells list'),
          });
          await place('NULL', true);
          expect((await ready(second)).found['cells']).toEqual({
            ...{ name: 'cells', status: 'ok' },
            detail: 'The cell responded.',
          });
        } finally {
          await place('NULL', false);
        }
      }),
  );

  it('ok with a queue and a worker', async () => {
    await openQueueBackend({ DATABASE_URL: api.databaseUrl });
    for (const [before, schema] of CELL_SCHEMAS.entries()) {
      const missing = before === 0 ? 'No worker is running.' : `No worker is running in cell ${before + 1}.`;
      expect((await ready()).found['worker']?.detail).toBe(missing);
      await sql(
        `INSERT INTO ${schema}.webhook_workers (started_at, beat_at, clock_ahead_ms) VALUES (now(), now() + interval '1 hour', 0)`,
      );
    }
    const { status, body, found } = await ready();
    expect([status, body.status]).toEqual([200, 'ok']);
    expect(found['worker']).toEqual({ name: 'worker', status: 'ok', detail: 'A worker was last seen 0 s ago.' });
    expect(body.checks.filter(({ advice }) => advice !== undefined)).toEqual([]);
  });

  it('with a warning where the worker has been silent', async () => {
    await sql(`UPDATE webhook_workers SET beat_at = now() - interval '10 minutes'`);
    const { status, body, found } = await ready();
    expect([status, body.status]).toEqual([200, 'warning']);
    expect(found['worker']?.detail).toMatch(/^A worker was last seen 6\d\d s ago\.$/);
  });

  it('without the worker where webhooks are switched off', async () => {
    await withProcess({ WEBHOOKS_ENABLED: 'false' }, async (second) => {
      const { status, found } = await ready(second);
      expect(status).toBe(200);
      expect(found).not.toHaveProperty('worker');
    });
  });

  it('with a warning where Redis is away', async () => {
    await withProcess({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` }, async (second) => {
      const { status, found } = await ready(second);
      expect(status).toBe(200);
      expect(found['queue']).toMatchObject({ status: 'warning', advice: expect.stringContaining('REDIS_URL') });
    });
  });

  withProgram('Redis', it)('with a warning and its reason where Redis lacks the database of REDIS_URL', async () => {
    const redis = await RedisServer.start();
    try {
      await withProcess({ REDIS_URL: redis.url.replace('redis:', 'rediss:') }, async (second) => {
        const queue = (await ready(second)).found['queue'];
        expect(queue).toMatchObject({ status: 'warning', advice: expect.stringContaining('it must accept TLS') });
      });
      await withProcess({ REDIS_URL: `${redis.url}/99` }, async (second) => {
        for (const _probe of [1, 2]) {
          const queue = (await ready(second)).found['queue'];
          expect(queue).toMatchObject({
            status: 'warning',
            detail: expect.stringContaining('DB index is out of range'),
          });
        }
      });
    } finally {
      redis.stop();
    }
  });

  withProgram('Redis', it)('with a warning while Redis is stopped, and ok again afterwards', async () => {
    const redis = await RedisServer.start();
    try {
      await withProcess({ REDIS_URL: redis.url }, async (second) => {
        expect((await ready(second)).found['queue']).toMatchObject({ status: 'ok' });
        redis.kill();
        expect((await ready(second)).found['queue']).toMatchObject({ status: 'warning' });
        await redis.run();
        expect((await ready(second)).found['queue']).toMatchObject({ status: 'ok' });
      });
    } finally {
      redis.stop();
    }
  });
});
