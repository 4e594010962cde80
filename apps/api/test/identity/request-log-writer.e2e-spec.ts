import { createDataSource } from '@billhook/db/data-source';
import { Database } from '@billhook/db/database';
import type { LoggedRequest } from '@billhook/identity/request-log/logged-request.entity';
import { RequestLogRepository } from '@billhook/identity/request-log/request-log.repository';
import { createCell } from '@billhook/installation/cells/create-cell';
import { newTimedId } from '@billhook/platform/ids';
import { createLogger } from '@billhook/platform/logger';
import { NO_METER } from '@billhook/platform/metrics/meter';
import { eventually } from '@billhook/testing/patience';
import { createTestDatabase } from '@billhook/testing/test-database';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { RequestLogWriter } from '../../src/identity/request-log/request-log-writer.service.js';
import { Log } from '../support/api.js';

let source: DataSource;
let db: Database;
let drop: () => Promise<void>;
let companyId: number;
let url: string;

beforeAll(async () => {
  const created = await createTestDatabase();
  ({ drop, url } = created);
  source = await createDataSource({ url, poolSize: 2 }, []).initialize();
  db = new Database(source);
  const [company] = await source.query<{ id: number }[]>(
    `INSERT INTO companies (name, plan, time_zone, currency, created_at) VALUES ('Acme', 'Pro', 'UTC', 'EUR', now()) RETURNING id`,
  );
  companyId = company?.id ?? 0;
});
afterAll(async () => {
  await db.close();
  await source.destroy();
  await drop();
});

const row = (more: Partial<LoggedRequest> = {}): LoggedRequest => ({
  ...{
    id: newTimedId('req', new Date()),
    companyId,
    clientRequestId: null,
    caller: 1,
    method: 'GET',
    route: null,
    path: '/',
    status: 200,
  },
  ...{ durationMs: 1, problem: null, details: null, requestBody: null, responseBody: null },
  ...more,
});

function start(log = new RequestLogRepository(db)) {
  const lines = new Log();
  const logger = createLogger('test', { LOG_LEVEL: 'warn', LOG_FORMAT: 'json' }, lines);
  return { writer: new RequestLogWriter(log, db, logger, NO_METER), lines };
}

const paths = async (caller: number): Promise<string[]> => {
  const rows = await source.query<{ path: string }[]>('SELECT path FROM api_requests WHERE caller = $1', [caller]);
  return rows.map(({ path }) => path).toSorted();
};

it('keeps 100 requests a second of a rejected caller, and all of others', async () => {
  const { writer, lines } = start();
  for (let n = 0; n < 150; n++) writer.addRejected(row({ caller: 2, status: 429 }));
  writer.addRejected(row({ caller: 3, status: 429 }));
  await writer.onApplicationShutdown();
  expect([await paths(2), await paths(3)].map(({ length }) => length)).toEqual([100, 1]);
  expect(lines.text).toContain('"dropped":49');
});

it('drops and counts what a locked table does not take, and stores what waits', async () => {
  const { writer, lines } = start();
  await withClient(url, async (client) => {
    await client.query('BEGIN');
    await client.query('LOCK TABLE api_requests IN ACCESS EXCLUSIVE MODE');
    for (let n = 0; n < 5_200; n++) writer.add(row({ caller: 6 }));
    expect(lines.text).toContain('the request log lacks requests');
    await client.query('ROLLBACK');
  });
  await writer.onApplicationShutdown();
  expect(await paths(6)).toHaveLength(5_000);
  expect(lines.text).toContain('"dropped":199,');
});

it('stores the other rows of a batch in which one is rejected by the database', async () => {
  const { writer, lines } = start();
  for (const path of ['/first', '/\0', '/last']) writer.add(row({ caller: 4, path }));
  await writer.flush();
  expect(await paths(4)).toEqual(['/first', '/last']);
  expect(lines.text).toContain('"dropped":1,');
});

it('ends a flush although requests arrive during each statement', async () => {
  let isBusy = true;
  class BusyLog extends RequestLogRepository {
    override async add(rows: readonly LoggedRequest[]): Promise<void> {
      if (isBusy) writer.add(row({ caller: 5 }));
      await super.add(rows);
    }
  }
  const { writer } = start(new BusyLog(db));
  for (let n = 0; n < 150; n++) writer.add(row({ caller: 5 }));
  await writer.flush();
  expect((await paths(5)).length).toBeGreaterThanOrEqual(150);
  // Otherwise its timer writes after the database is dropped, each time one row more.
  isBusy = false;
  await writer.onApplicationShutdown();
});

it('drops no row of a cell because another server does not respond', async () => {
  const { number, schema } = await createCell(url);
  // For the program, another address is another server.
  const other = new URL(url);
  other.searchParams.set('application_name', 'other');
  await source.query('UPDATE cells SET url = $1 WHERE number = $2', [other.href, number]);
  const [company] = await source.query<{ id: string }[]>(
    `INSERT INTO ${schema}.companies (name, plan, time_zone, currency, created_at) VALUES ('Acme', 'Pro', 'UTC', 'EUR', now()) RETURNING id`,
  );
  await db.cells.read();
  const { writer, lines } = start();
  const silent = row({ caller: 7, companyId: Number(company?.id) });
  await withClient(url, async (client) => {
    await client.query('BEGIN');
    await client.query(`LOCK TABLE ${schema}.api_requests IN ACCESS EXCLUSIVE MODE`);
    for (let n = 0; n < 5_200; n++) writer.add({ ...silent, id: newTimedId('req', new Date()) }, number);
    for (let n = 0; n < 250; n++) writer.add(row({ caller: 8 }));
    await eventually('the rows of the other cell', async () => ((await paths(8)).length === 250 ? true : undefined));
    await client.query('ROLLBACK');
  });
  await writer.onApplicationShutdown();
  const stored = await source.query<object[]>(`SELECT FROM ${schema}.api_requests WHERE caller = 7`);
  expect(stored).toHaveLength(4_750);
  expect(lines.text).toContain('the request log lacks requests');
});
