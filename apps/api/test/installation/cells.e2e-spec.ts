import { Cells } from '@billhook/db/cells';
import { inCell } from '@billhook/db/current-cell';
import { createDataSource } from '@billhook/db/data-source';
import { Database } from '@billhook/db/database';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { createCell, listCells } from '@billhook/installation/cells/create-cell';
import { cellOfId } from '@billhook/testing/own-tables';
import { eventually } from '@billhook/testing/patience';
import { withOneCell } from '@billhook/testing/skipped';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { TestApi } from '../support/api.js';
import { cellShape } from '../support/cell-shape.js';
import { DOCUMENT, Links, tokenOf } from '../support/document-link.js';
import { Records } from '../support/records.js';
import { World } from '../support/world.js';

let api: TestApi;
let world: World;

beforeAll(async () => {
  api = await TestApi.start();
  world = new World(api);
});
afterAll(() => api.stop());

/** How many rows a company has in the tables of each cell. */
async function rowsOf(companyId: number): Promise<Record<string, number>> {
  return withClient(api.databaseUrl, async (client) => {
    const counts: Record<string, number> = {};
    for (const schema of ['cell_1', 'cell_2', 'public']) {
      const tables =
        schema === 'public' ? ['audit_log', 'mails'] : ['companies', 'clients', 'invoices', 'events', 'audit_log'];
      const parts = tables.map(
        (table) =>
          `(SELECT count(*) FROM ${schema}.${table} WHERE ${table === 'companies' ? 'id' : 'company_id'} = $1)`,
      );
      const { rows } = await client.query<{ count: number }>(`SELECT (${parts.join(' + ')})::integer AS count`, [
        companyId,
      ]);
      counts[schema] = rows[0]?.count ?? 0;
    }
    return counts;
  });
}

/** A company, and its cell. */
async function newCompany(): Promise<{ readonly companyId: number; readonly cell: number }> {
  const companyId = await world.company();
  return { companyId, cell: cellOfId(companyId) };
}

/** Gives the schema of a cell another name, as a move to another place in the same database does. */
const renameSchema = (from: string, to: string) =>
  withClient(api.databaseUrl, (client) =>
    client.query(
      `BEGIN; ALTER SCHEMA ${from} RENAME TO ${to}; UPDATE public.cells SET schema = '${to}' WHERE schema = '${from}'; COMMIT`,
    ),
  );

/** What a program has: a data source, which knows the cells. */
async function connect(applicationName?: string) {
  const source = await createDataSource({ url: api.databaseUrl, poolSize: 2, applicationName }, []).initialize();
  const db = new Database(source);
  await db.cells.know();
  return {
    source,
    db,
    close: async () => {
      await db.close();
      await source.destroy();
    },
  };
}

const PATH = { name: 'test_path', text: 'SELECT current_schemas(false)::text AS path' };

withOneCell(describe)('An installation that gets a second cell', () => {
  it('sends no statement to another schema before', async () => {
    const db = api.app.get(Database);
    const [row] = await inCell(1, () => db.query<{ path: string }>(PATH));
    expect(row?.path).toBe('{cell_1,public}');
    expect([db.cells.areOne, db.cells.numbers]).toEqual([true, [1]]);
  });

  it('continues with both while its programs run, and new companies go to the emptier one', async () => {
    const first = await world.key();
    const before = (await new Records(first).client()).id;
    expect(await createCell(api.databaseUrl)).toEqual({
      ...{ number: 2, url: null, schema: 'cell_2', state: 'open' },
      isDivided: true,
    });

    const second = await world.key();
    expect(second.companyId).toBeGreaterThan(2 ** 40);
    expect((await new Records(first).client()).id).toBe(before + 1);
    const records = new Records(second);
    const { id: clientId } = await records.client();
    expect(clientId).toBeGreaterThan(2 ** 40);
    await records.sent({ clientId });
    expect(await rowsOf(second.companyId)).toMatchObject({ cell_1: 0 });
    expect((await rowsOf(second.companyId))['cell_2']).toBeGreaterThan(3);
    expect((await rowsOf(first.companyId))['cell_2']).toBe(0);

    const { status, body } = await second.call<{ data: { id: number }[] }>('GET', '/v1/clients');
    expect([status, body.data.map(({ id }) => id)]).toEqual([200, [clientId]]);
    const foreign = await first.call('GET', `/v1/clients/${clientId}`);
    expect(foreign.status).toBe(404);
    expect((await listCells(api.databaseUrl)).map(({ number, companies }) => [number, companies])).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  it('has the same tables, keys, triggers and functions in both', async () => {
    const [first, second] = await Promise.all(['cell_1', 'cell_2'].map((schema) => cellShape(api.databaseUrl, schema)));
    expect(second).toEqual(first);
    expect(first?.length).toBeGreaterThan(500);
  });

  it('signs a person of a newer cell in at a process that has not read the cells since', async () => {
    const setState = (state: string, numbers: readonly number[]) =>
      withClient(api.databaseUrl, (client) =>
        client.query('UPDATE cells SET state = $1 WHERE number = ANY ($2)', [state, numbers]),
      );
    const other = await TestApi.on(api.databaseUrl);
    try {
      await other.app.get(Database).cells.read();
      await setState('draining', [1, 2]);
      expect((await createCell(api.databaseUrl)).number).toBe(3);
      const member = await world.member(await world.company());
      expect(member.companyId).toBeGreaterThan(2 ** 41);
      const session = await new World(other).signIn(member);
      const { status, body } = await session.call<{ company: { id: number } }>('GET', '/app/session');
      expect([status, body.company.id]).toEqual([200, member.companyId]);
    } finally {
      await setState('draining', [3]);
      await setState('open', [1, 2]);
      await other.stop();
    }
  });

  it('opens a document by the link of either cell', async () => {
    const keys = [await world.key(), await world.key()];
    const lengths: number[] = [];
    for (const key of keys) {
      const { record, client, viewer } = await new Links(world, key, new Records(key)).invoice();
      const token = tokenOf(record);
      lengths.push(token.length);
      for (const one of [client, viewer]) expect((await one.call('GET', DOCUMENT)).status).toBe(200);
      const unknown = await world.bearer(`${token.slice(0, 32)}77`).call('GET', DOCUMENT);
      expect(unknown.status).toBe(401);
    }
    expect(lengths.toSorted((a, b) => a - b)).toEqual([32, 33]);
  });

  it('responds 503 for a card whose cell does not exist', async () => {
    const key = await world.key();
    const set = (cell: number) =>
      withClient(api.databaseUrl, async (client) => {
        await client.query('ALTER TABLE tenants DROP CONSTRAINT IF EXISTS tenants_cell_fkey');
        await client.query('UPDATE tenants SET cell = $2 WHERE id = $1', [key.companyId, cell]);
      });
    const { rows } = await withClient(api.databaseUrl, (client) =>
      client.query<{ cell: number }>('SELECT cell FROM tenants WHERE id = $1', [key.companyId]),
    );
    await set(77);
    const refused = await key.call<{ code: string; detail: string }>('GET', '/v1/clients');
    expect(refused).toMatchObject({ status: 503, body: { code: 'not_ready' } });
    expect(refused.headers.get('retry-after')).toBe('5');
    await set(rows[0]?.cell ?? 1);
    expect((await key.call('GET', '/v1/clients')).status).toBe(200);
  });
});

withOneCell(describe)('Statements with two cells', () => {
  let source: DataSource;
  let db: Database;
  let uow: UnitOfWork;
  let close: () => Promise<void>;

  beforeAll(async () => {
    ({ source, db, close } = await connect());
    uow = new UnitOfWork(source);
  });
  afterAll(() => close());

  const where = async () => (await db.query<{ path: string }>(PATH))[0]?.path;

  it('look in the schema of the current cell, or in none', async () => {
    expect(await inCell(1, where)).toBe('{cell_1,public}');
    expect(await inCell(2, where)).toBe('{cell_2,public}');
    expect(await where()).toBe('{public}');
    const named = { name: 'test_cells', text: 'SELECT current_schemas(false)::text AS path FROM cells LIMIT 1' };
    expect(await inCell(2, () => db.query(named))).toEqual([{ path: '{public}' }]);
    expect(await inCell(2, () => db.lookUp(named))).toEqual([{ path: '{public}' }]);
  });

  it('of a cell fail outside of a cell, and in one that does not exist', async () => {
    const statement = { name: 'test_invoices', text: 'SELECT FROM invoices' };
    await expect(db.query(statement)).rejects.toThrow('runs for a company, or for a job of a cell');
    await expect(inCell(77, () => db.query(statement))).rejects.toThrow('there is no cell 77');
  });

  it('of a transaction are on the side of its first one, however they are sent', async () => {
    const seen = await inCell(2, () =>
      uow.run(async (tx) => {
        tx.send({
          name: 'test_send',
          text: `SELECT set_config('billhook.test', 'kept', true) FROM cells LIMIT 1 FOR SHARE`,
        });
        return Promise.all([
          tx.query<{ path: string }>(PATH),
          tx.query({ name: 'test_kept', text: `SELECT current_setting('billhook.test') AS kept` }),
        ]);
      }),
    );
    expect(seen).toEqual([[expect.objectContaining({ path: '{public}' })], [{ kept: 'kept' }]]);
  });

  it('of a transaction are on the side of the current work, if it reads the other one first', async () => {
    const card = { name: 'test_cards', text: 'SELECT FROM tenants LIMIT 1' };
    const path = inCell(2, () =>
      uow.run(async (tx) => {
        await tx.query(card);
        return tx.query<{ path: string }>(PATH);
      }),
    );
    expect(await path).toEqual([{ path: '{cell_2,public}' }]);
  });

  it('on the other side read what is committed, and may not write or lock', async () => {
    const { companyId, cell } = await newCompany();
    const read = { name: 'test_card', text: 'SELECT name FROM tenants WHERE id = $1', values: [companyId] };
    const rename = { name: 'test_rename', text: `UPDATE tenants SET name = 'x' WHERE id = $1`, values: [companyId] };
    const work = (statement: typeof read) =>
      inCell(cell, () =>
        uow.run(async (tx) => {
          await tx.query({
            name: 'test_company',
            text: 'SELECT FROM companies WHERE id = $1 FOR UPDATE',
            values: [companyId],
          });
          return tx.query(statement);
        }),
      );
    expect(await work(read)).toHaveLength(1);
    await expect(work(rename)).rejects.toThrow('the statement test_rename writes or locks on the side "global"');
    await expect(work({ ...read, name: 'test_hold', text: `${read.text} FOR SHARE` })).rejects.toThrow('test_hold');
  });

  it('never wait for a connection that their own transaction holds', async () => {
    const { companyId, cell } = await newCompany();
    // As many as the pool has connections.
    await Promise.all(
      [1, 2].map(() =>
        inCell(cell, () =>
          uow.run(async (tx) => {
            await tx.query({
              name: 'test_hold',
              text: 'SELECT FROM companies WHERE id = $1 FOR KEY SHARE',
              values: [companyId],
            });
            await tx.query({ name: 'test_card', text: 'SELECT name FROM tenants WHERE id = $1', values: [companyId] });
          }),
        ),
      ),
    );
  });

  it('need no connection if there are none', async () => {
    const { counts } = Cells.of(source);
    expect(await uow.run(() => Promise.resolve('nothing'))).toBe('nothing');
    expect(Cells.of(source).counts).toEqual(counts);
  });

  it('leave no connection to the former place of a cell, and are not interrupted', async () => {
    const applicationName = 'billhook-places';
    const { db: places, close: closeAll } = await connect(applicationName);
    const path = (cell: number) => inCell(cell, () => places.lookUp(PATH));
    const pids = async () => {
      const { rows } = await withClient(api.databaseUrl, (client) =>
        client.query<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE application_name = $1', [
          applicationName,
        ]),
      );
      return rows.map(({ pid }) => pid);
    };
    const sleep = { name: 'test_sleep', text: 'SELECT pg_backend_pid() AS pid FROM pg_sleep(0.5)' };
    const sleeping = inCell(2, () => places.lookUp<{ pid: number }>(sleep));
    await renameSchema('cell_2', 'cell_72');
    await places.cells.read();
    const [row] = await sleeping;
    expect(row?.pid).toBeGreaterThan(0);
    await eventually(
      'the former connection is closed',
      async () => !(await pids()).includes(row?.pid ?? 0) || undefined,
    );
    expect(await path(2)).toEqual([{ path: '{cell_72,public}' }]);
    await renameSchema('cell_72', 'cell_2');
    await places.cells.read();
    expect(await path(2)).toEqual([{ path: '{cell_2,public}' }]);
    await closeAll();
    await eventually('all are closed', async () => (await pids()).length === 0 || undefined);
  });

  it('are repeated where a cell has moved', async () => {
    const { companyId, cell } = await newCompany();
    const own = { name: 'test_own', text: 'SELECT id FROM companies WHERE id = $1', values: [companyId] };
    expect(await inCell(cell, () => db.query(own))).toEqual([{ id: companyId }]);
    await renameSchema(`cell_${cell}`, `cell_7${cell}`);
    expect(await inCell(cell, () => db.query(own))).toEqual([{ id: companyId }]);
    await renameSchema(`cell_7${cell}`, `cell_${cell}`);
    const locked = { ...own, name: 'test_locked', text: `${own.text} FOR UPDATE` };
    expect(await inCell(cell, () => uow.run((tx) => tx.query(locked)))).toEqual([{ id: companyId }]);
  });
});
