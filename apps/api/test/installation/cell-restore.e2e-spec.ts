import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ARCHIVE, DETAILS, MANIFEST, readDetails } from '@billhook/installation/backup/backup-folder';
import { takeBaseBackup } from '@billhook/installation/backup/base-backup';
import { restoreBackup } from '@billhook/installation/backup/restore-backup';
import { proxyOf } from '@billhook/testing/logical-server';
import { eventually } from '@billhook/testing/patience';
import { end, spawnProgram } from '@billhook/testing/program';
import { inFullRun } from '@billhook/testing/skipped';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inviteOwner, setPlan } from '../../src/installation/admin/company.command.js';
import { finishRestore } from '../../src/installation/admin/finish-restore.command.js';
import { verifyBooks } from '../../src/installation/admin/verify-books.command.js';
import { SECRET, TestApi } from '../support/api.js';
import { Records } from '../support/records.js';
import { TwoServers } from '../support/two-servers.js';
import { World, type KeyCaller } from '../support/world.js';

// It restores two more servers.
const inFull = inFullRun(it);

let servers: TwoServers;
let api: TestApi;
let world: World;
/** Companies of the first cell and of the second one, and one that is deleted after the backup of its cell. */
let inFirst: KeyCaller;
let inSecond: KeyCaller;
let deleted: KeyCaller;
/** Created after the backup of its cell. */
let late: KeyCaller;
let moment: string;

const isInSecond = ({ companyId }: KeyCaller): boolean => companyId > 2 ** 40;
const client = (key: KeyCaller, name: string) => new Records(key).client({ name });

const changePlan = ({ app }: TestApi, { companyId }: KeyCaller, plan: string) =>
  setPlan.run(app, ['--company', String(companyId), '--plan', plan]);

async function namesOf(api: TestApi, { secret }: KeyCaller): Promise<string[]> {
  const { status, body } = await new World(api).bearer(secret).call<{ data: { name: string }[] }>('GET', '/v1/clients');
  if (status !== 200) throw new Error(`the list of clients: ${status}`);
  return body.data.map(({ name }) => name).toSorted();
}

/** Runs a worker until something is true. */
async function withWorker(url: string, what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const variables = { NODE_ENV: 'test', DATABASE_URL: url, APP_SECRETS: SECRET };
  const worker = await spawnProgram('apps/worker/src/main.ts', '"ready;', variables);
  try {
    await eventually(what, async () => (await isTrue()) || undefined);
  } finally {
    await end(worker, 'SIGKILL');
  }
}

/** Until each event has its number, without which books are not complete. */
const numbered = (first: string, second: string) =>
  withWorker(servers.urlOf(first), 'numbers of all events', async () => {
    const text = (schema: string) => `SELECT count(*)::int AS left FROM ${schema}.events WHERE sequence IS NULL`;
    const [one] = await servers.sql<{ left: number }>(first, text('cell_1'));
    const [two] = await servers.sql<{ left: number }>(second, text('cell_2'));
    return one?.left === 0 && two?.left === 0;
  });

const now = async (): Promise<string> => {
  const [row] = await servers.sql<{ at: Date }>('first', 'SELECT pg_sleep(0.01), clock_timestamp() AS at');
  return row?.at.toISOString() ?? '';
};

/** Restores the first server from one backup and the second one from another. @returns the address of the second one */
async function restoreMixed(name: string, from: { readonly global: string; readonly cell: string }): Promise<string> {
  await restoreBackup({ backup: servers.at(`${from.cell}/cell-2`), dir: servers.at(`${name}-2`) });
  const second = await servers.run(`${name}-2`);
  const cells = new Map([[2, second]]);
  await restoreBackup({ backup: servers.at(from.global), dir: servers.at(`${name}-1`), cells });
  await servers.run(`${name}-1`);
  return second;
}

beforeAll(async () => {
  servers = await TwoServers.start();
  api = await TestApi.on(servers.urlOf('first'));
  world = new World(api);
  [inFirst, inSecond] = [await world.key(), await world.key()];
  await world.key();
  deleted = await world.key();
  expect([inFirst, inSecond, deleted].map(isInSecond)).toEqual([false, true, true]);
  for (const key of [inFirst, inSecond]) await new Records(key).sent();
  await numbered('first', 'second');
  for (const key of [inFirst, inSecond]) await client(key, 'Before the backup');
  await takeBaseBackup(servers.urlOf('first'), servers.at('monday'));

  for (const key of [inFirst, inSecond]) await client(key, 'Before the moment');
  moment = await now();
  for (const key of [inFirst, inSecond]) await client(key, 'After the moment');
  await changePlan(api, inSecond, 'Free');
  await servers.sql(
    'first',
    `INSERT INTO company_deletions (company_id, status, requested_by, requested_at, deletes_at, deleted_rows)
      VALUES ($1, 'Requested', 'member ada@example.com', now(), now(), 0)`,
    [deleted.companyId],
  );
  await withWorker(servers.urlOf('first'), 'the deletion', async () => {
    const text = 'SELECT status FROM company_deletions WHERE company_id = $1';
    const [row] = await servers.sql<{ status: string }>('first', text, [deleted.companyId]);
    return row?.status === 'Completed';
  });
  late = await world.key();
  expect(isInSecond(late)).toBe(true);
  await takeBaseBackup(servers.urlOf('first'), servers.at('tuesday'));
  for (const name of ['first', 'second']) await servers.finishArchive(name);
});

afterAll(async () => {
  await api.stop();
  await servers.stop();
});

describe('A backup of an installation with cells on two servers', () => {
  it('is one folder, with a part for the other server that was finished before', () => {
    const files = [DETAILS, MANIFEST, ARCHIVE];
    const folder = servers.at('monday');
    expect(readdirSync(folder).toSorted()).toEqual([...files, 'cell-2'].toSorted());
    expect(readdirSync(join(folder, 'cell-2')).toSorted()).toEqual(files.toSorted());
    for (const name of readdirSync(folder, { recursive: true }))
      expect(statSync(join(folder, String(name))).mode & 0o077).toBe(0);
    const { cells, parts = [], finishedAt } = readDetails(folder);
    expect([cells, parts]).toEqual([
      [{ number: 2, schema: 'cell_2' }],
      [expect.objectContaining({ part: 'cell-2', cells: [2] })],
    ]);
    expect(Date.parse(parts[0]?.finishedAt ?? '')).toBeLessThanOrEqual(Date.parse(finishedAt));
  });

  it('leaves nothing and names the cell if its server does not respond', async () => {
    const url = servers.urlOf('second');
    const set = (address: string) => servers.sql('first', 'UPDATE cells SET url = $1 WHERE number = 2', [address]);
    await set(url.replace(/:\d+\//, ':9/'));
    try {
      await expect(takeBaseBackup(servers.urlOf('first'), servers.at('refused'))).rejects.toThrow(
        'The server of cell 2 (127.0.0.1:9/billhook) cannot be used: PostgreSQL does not respond at 127.0.0.1:9 (ECONNREFUSED). Check that PostgreSQL runs there, and correct the host and the port in its address.',
      );
    } finally {
      await set(url);
    }
    expect(existsSync(servers.at('refused'))).toBe(false);
  });

  it('leaves nothing if a cell leaves the only server in the meantime', async () => {
    const [first, second] = [servers.urlOf('first'), servers.urlOf('second')];
    const set = (address: string | null) =>
      servers.sql('first', 'UPDATE cells SET url = $1 WHERE number = 2', [address]);
    await set(null);
    let moved: Promise<unknown> | undefined;
    const proxy = await proxyOf({ url: first }, (connection) => {
      // The first one reads the cells, and this one copies.
      if (connection === 2) moved = set(second);
      return true;
    });
    try {
      await expect(takeBaseBackup(proxy.url, servers.at('refused'))).rejects.toThrow(
        'A cell has moved to another server during the backup, which was removed.',
      );
    } finally {
      await moved;
      await set(second);
      proxy.close();
    }
    expect(existsSync(servers.at('refused'))).toBe(false);
  });

  it('is not restored without the address of each cell, or with one that has no such cell', async () => {
    const restore = (cells?: ReadonlyMap<number, string>) =>
      restoreBackup({ backup: servers.at('monday'), dir: servers.at('refused'), cells });
    await expect(restore()).rejects.toThrow('name the address of each: --cell 2=postgresql://…');
    const url = servers.urlOf('second');
    const both = new Map([2, 3].map((number) => [number, url]));
    await expect(restore(both)).rejects.toThrow('omit --cell 3');
    await expect(restore(new Map([[2, servers.urlOf('first')]]))).rejects.toThrow('has no schema cell_2');
    expect(existsSync(servers.at('refused/cluster'))).toBe(false);
  });

  inFull('restores both servers to the same moment', async () => {
    const backup = servers.at('monday');
    const archived = (name: string) => ({ archive: servers.archiveOf(name), until: moment });
    await restoreBackup({ backup: join(backup, 'cell-2'), dir: servers.at('moment-2'), ...archived('second') });
    const second = await servers.run('moment-2');
    const cells = new Map([[2, second]]);
    await restoreBackup({ backup, dir: servers.at('moment-1'), cells, ...archived('first') });
    await servers.run('moment-1');
    expect(await servers.sql('moment-1', 'SELECT url FROM cells WHERE number = 2')).toEqual([{ url: second }]);
    await numbered('moment-1', 'moment-2');
    const restored = await TestApi.on(servers.urlOf('moment-1'));
    try {
      const report = await finishRestore.run(restored.app, ['--cell', `2=${second}`]);
      expect(report).not.toMatch(/BROKEN|does not have|still has|cards have/);
      for (const key of [inFirst, inSecond, deleted])
        expect([key.companyId, await namesOf(restored, key)]).toEqual([
          key.companyId,
          key === deleted ? [] : expect.arrayContaining(['Before the backup', 'Before the moment']),
        ]);
      for (const key of [inFirst, inSecond]) expect(await namesOf(restored, key)).not.toContain('After the moment');
    } finally {
      await restored.stop();
    }
  });
});

describe('A restore whose cell is earlier than the global side', () => {
  let restored: TestApi;
  let second: string;

  beforeAll(async () => {
    second = await restoreMixed('mixed', { global: 'tuesday', cell: 'monday' });
    restored = await TestApi.on(servers.urlOf('mixed-1'));
  });
  afterAll(() => restored.stop());

  const finish = (...args: string[]) => finishRestore.run(restored.app, args);
  const at = () => ['--cell', `2=${second}`];
  const one = async <T extends object>(server: string, text: string, key: KeyCaller): Promise<T | undefined> =>
    (await servers.sql<T & Record<string, unknown>>(server, text, [key.companyId]))[0];

  it('is not finished without the address of the cell, or with another choice than the two', async () => {
    await expect(finish()).rejects.toThrow('name the address of each: --cell 2=postgresql://…');
    await expect(finish('--cell', 'two')).rejects.toThrow('--cell needs the number of a cell and its address');
    await expect(finish(...at(), '--missing-companies', 'forget')).rejects.toThrow('--missing-companies');
  });

  it('names the company that the cell does not have, and keeps its card', async () => {
    const message = await finish(...at()).catch(String);
    expect(message).toContain(`Cell 2 does not have company ${late.companyId} (`);
    expect(message).toContain(`Cell 2 still has company ${deleted.companyId} (`);
    expect(message).toContain('Cell 2: 1 cards have the state of their company again.');
    expect(message).toContain('BROKEN  Each company has its card on the global side');
    expect(await one('mixed-1', 'SELECT id FROM tenants WHERE id = $1', late)).toBeDefined();
    await expect(verifyBooks.run(restored.app, [])).rejects.toThrow(`company ${late.companyId} has only a card`);
  });

  it('gives cards the state of their companies', async () => {
    const plan = 'SELECT plan FROM tenants WHERE id = $1';
    expect(await one('first', plan, inSecond)).toEqual({ plan: 'Free' });
    expect(await one('mixed-1', plan, inSecond)).toEqual({ plan: 'Pro' });
    await changePlan(restored, inSecond, 'Free');
    expect(await one('mixed-1', plan, inSecond)).toEqual({ plan: 'Free' });
    await changePlan(restored, inSecond, 'Pro');
  });

  it('deletes what only one side has, once the operator has said so', async () => {
    expect(await finish(...at(), '--missing-companies', 'delete')).not.toContain('BROKEN');
    await withWorker(servers.urlOf('mixed-1'), 'both deletions', async () => {
      const cards = await servers.sql('mixed-1', 'SELECT id FROM tenants WHERE id = ANY ($1)', [
        [late.companyId, deleted.companyId],
      ]);
      return cards.length === 0;
    });
    expect(await one('mixed-2', 'SELECT id FROM cell_2.companies WHERE id = $1', deleted)).toBeUndefined();
    expect(await one('mixed-1', 'SELECT id FROM members WHERE company_id = $1', late)).toBeUndefined();
    const status = 'SELECT status FROM company_deletions WHERE company_id = $1';
    for (const key of [late, deleted]) expect(await one('mixed-1', status, key)).toEqual({ status: 'Completed' });
    expect(await verifyBooks.run(restored.app, [])).not.toContain('BROKEN');
  });

  it('gives a new company an id that no card had', async () => {
    const created = await new World(restored).key();
    expect([isInSecond(created), created.companyId > late.companyId]).toEqual([true, true]);
    expect(await namesOf(restored, inFirst)).toContain('After the moment');
    expect(await namesOf(restored, inSecond)).toEqual(expect.not.arrayContaining(['After the moment']));
  });
});

describe('A restore whose cell is later than the global side', () => {
  inFull('gives companies without a card a new one, for which an owner can be invited', async () => {
    const second = await restoreMixed('reversed', { global: 'monday', cell: 'tuesday' });
    const restored = await TestApi.on(servers.urlOf('reversed-1'));
    try {
      const args = ['--cell', `2=${second}`, '--missing-companies', 'delete'];
      const message = await finishRestore.run(restored.app, args).catch(String);
      expect(message).toContain(`Cell 2 does not have company ${deleted.companyId} (`);
      expect(message).toContain(`Cell 2 has company ${late.companyId} (`);
      const card = 'SELECT cell FROM tenants WHERE id = $1';
      expect(await servers.sql('reversed-1', card, [late.companyId])).toEqual([{ cell: 2 }]);
      const invited = ['--company', String(late.companyId), '--email', 'owner@example.com'];
      expect(await inviteOwner.run(restored.app, invited)).toContain('Give this link to owner@example.com');
      expect(await finishRestore.run(restored.app, args)).not.toMatch(/BROKEN|Cell 2 (has|does not have)/);
    } finally {
      await restored.stop();
    }
  });
});
