import type { ClientView } from '@billhook/contract/invoicing/client';
import { Database } from '@billhook/db/database';
import { UnusableDatabaseError } from '@billhook/db/database-problem.rules';
import { requireReplica } from '@billhook/db/require-replica';
import { createCell } from '@billhook/installation/cells/create-cell';
import { freePort } from '@billhook/testing/free-port';
import { eventually } from '@billhook/testing/patience';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestApi } from '../support/api.js';
import { Records } from '../support/records.js';
import { replicaFinding, ReplicaReader, silentServer } from '../support/replica-reader.js';
import { ReplicatedServer } from '../support/replicated-server.js';
import { World, type KeyCaller } from '../support/world.js';

/*
 * A process that reads from a standby (`reader`), and another one of the same installation that does not (`writer`). The standby is paused
 * where it is 30 s behind elsewhere: nothing that is written afterwards reaches it.
 */

let servers: ReplicatedServer;
let writer: TestApi;
let reader: ReplicaReader;
let world: World;
let key: KeyCaller;

/** The names of the clients in a list, and where it was read. */
async function clients(of: Pick<KeyCaller, 'secret'>, query = '', from = reader) {
  let found: unknown[] = [];
  const outcomes = await from.outcomes(async () => {
    const { status, body } = await from.as(of).call<{ data: { name?: string }[] }>('GET', `/v1/clients${query}`);
    found = status === 200 ? body.data.map((row) => row.name ?? row) : [status];
  });
  return { found, outcomes };
}

const numberChanges = (api: TestApi, { secret }: KeyCaller) => new World(api).bearer(secret).call('GET', '/v1/changes');

beforeAll(async () => {
  servers = await ReplicatedServer.start();
  writer = await TestApi.on(servers.primaryUrl);
  world = new World(writer);
  key = await world.key();
  await new Records(key).client({ name: 'Before the backup' });
  await numberChanges(writer, key);
  await servers.startStandby();
  reader = await ReplicaReader.on(servers.primaryUrl, servers.standbyUrl);
  await reader.follows(key);
});
afterAll(async () => {
  await reader.api.stop();
  await writer.stop();
  await servers.stop();
});

describe('a replica that follows', () => {
  it.each([
    '/v1/clients?includeTotal=true&updatedSince=2026-01-01T00:00:00.000Z',
    '/v1/clients/export',
    '/v1/totals',
    '/v1/reports/receivables',
    '/v1/reports/receivables/documents',
  ])('serves GET %s', async (path) => {
    let answer: { status: number; text: string } | undefined;
    const outcomes = await reader.outcomes(async () => (answer = await reader.as(key).call('GET', path)));
    const primary = await new World(writer).bearer(key.secret).call('GET', path);
    expect(answer).toMatchObject({ status: 200, text: primary.text });
    expect(outcomes).toEqual(['replica']);
  });

  it.each(['/v1/me', '/v1/clients/1', '/v1/changes', '/v1/events'])('does not serve GET %s', async (path) => {
    expect(await reader.outcomes(() => reader.as(key).call('GET', path))).toEqual([]);
  });

  it('shows its lag', async () => {
    const [lag] = await eventually('a lag is measured', async () => {
      const values = [...(await reader.values('billhook_replica_lag_seconds')).values()];
      return values.length === 1 ? values : undefined;
    });
    expect(lag).toBeGreaterThanOrEqual(0);
  });
});

describe('a replica that is behind', () => {
  let own: KeyCaller;
  let quiet: KeyCaller;

  beforeEach(async () => {
    own = await world.key();
    quiet = await world.key();
    await new Records(own).client({ name: 'Old' });
    await new Records(quiet).client({ name: 'Quiet' });
    await reader.follows(own);
    await reader.follows(quiet);
    await servers.pause();
  });
  afterEach(() => servers.resume());

  it('401 for a key that another process has revoked', async () => {
    expect((await writer.call('POST', '/v1/leaked-keys', { body: { key: own.secret } })).status).toBeLessThan(300);
    const answer = await reader.as(own).call('GET', '/v1/clients');
    expect([answer.status, answer.body['code']]).toEqual([401, 'key_revoked']);
  });

  it('does not serve a company whose time has changed', async () => {
    await writer.database.query({
      name: 'test_time_zone',
      text: `UPDATE companies SET time_zone = 'Asia/Tokyo' WHERE id = $1`,
      values: [own.companyId],
    });
    expect(await clients(own)).toEqual({ found: ['Old'], outcomes: ['behind'] });
  });

  it.each<[string, boolean, () => Records]>([
    ['its process', false, () => new Records(reader.as(own))],
    ['its process, with a number', true, () => new Records(reader.as(own))],
    ['another process', false, () => new Records(own)],
    ['another process, with a number', true, () => new Records(own)],
  ])('shows a credential what it wrote through %s', async (_, isNumbered, records) => {
    await records().client({ name: 'New' });
    if (isNumbered) await numberChanges(writer, own);
    expect(await clients(own)).toEqual({ found: ['New', 'Old'], outcomes: ['behind'] });
    expect(await clients(quiet)).toEqual({ found: ['Quiet'], outcomes: ['replica'] });
  });

  it('shows a deletion', async () => {
    const [{ id } = { id: 0 }] = (await own.call<{ data: ClientView[] }>('GET', '/v1/clients')).body.data;
    expect((await own.call('DELETE', `/v1/clients/${id}`)).status).toBe(204);
    expect(await clients(own)).toEqual({ found: [], outcomes: ['behind'] });
    const { found } = await clients(own, '?updatedSince=2026-01-01T00:00:00.000Z');
    expect(found).toEqual([{ id, version: 2, deletedAt: expect.any(String) }]);
  });

  it('serves the company again once it has caught up', async () => {
    await new Records(own).client({ name: 'New' });
    expect((await clients(own)).outcomes).toEqual(['behind']);
    await servers.resume();
    await reader.follows(own);
    expect(await clients(own)).toEqual({ found: ['New', 'Old'], outcomes: ['replica'] });
  });

  it('serves no company after the table of changes was written again, as by a restore, until it has caught up', async () => {
    await servers.onPrimary('VACUUM FULL record_changes');
    expect(await clients(quiet)).toEqual({ found: ['Quiet'], outcomes: ['unavailable'] });
    await servers.resume();
    await reader.follows(quiet);
  });
});

describe('a replica that does not respond', () => {
  it('costs only its reads if it accepts connections and is silent', async () => {
    const silent = await silentServer();
    const other = await ReplicaReader.on(servers.primaryUrl, silent.url);
    try {
      await eventually('the log names it', () => other.log.text.includes('it does not respond') || undefined);
      expect(await clients(key, '', other)).toEqual({ found: ['Before the backup'], outcomes: ['unavailable'] });
      expect(await other.values('billhook_replica_lag_seconds')).toEqual(new Map());
      expect((await other.api.call('GET', '/health/ready')).status).toBe(200);
    } finally {
      await other.api.stop();
      await silent.close();
    }
  });

  it('is used again after a restart', async () => {
    await servers.stopStandby();
    await eventually('the process notices it', async () =>
      (await reader.values('billhook_replica_lag_seconds')).size === 0 ? true : undefined,
    );
    expect(await clients(key)).toEqual({ found: ['Before the backup'], outcomes: ['unavailable'] });
    await servers.restartStandby();
    await reader.follows(key);
  });

  it('fails no read that runs into its end, and rests afterwards', async () => {
    const other = await ReplicaReader.on(servers.primaryUrl, servers.standbyUrl);
    try {
      await other.follows(key);
      await servers.stopStandby();
      const seen = await clients(key, '', other);
      expect(seen.found).toEqual(['Before the backup']);
      expect(['failed', 'unavailable']).toEqual(expect.arrayContaining(seen.outcomes));
    } finally {
      await servers.restartStandby();
      await other.api.stop();
    }
  });

  it('fails no read of a column that it does not have yet', async () => {
    const other = await ReplicaReader.on(servers.primaryUrl, servers.standbyUrl);
    try {
      await other.follows(key);
      await servers.onPrimary('ALTER TABLE clients RENAME name TO former_name');
      await eventually('the replica has the former column', async () => {
        const text = `SELECT FROM pg_attribute WHERE attrelid = 'clients'::regclass AND attname = 'former_name'`;
        return ((await servers.onStandby(text)) as { rowCount: number }).rowCount === 1 || undefined;
      });
      await servers.pause();
      await servers.onPrimary('ALTER TABLE clients RENAME former_name TO name');
      expect(await clients(key, '', other)).toEqual({ found: ['Before the backup'], outcomes: ['failed'] });
      expect(await clients(key, '', other)).toEqual({ found: ['Before the backup'], outcomes: ['unavailable'] });
    } finally {
      await servers.resume();
      await other.api.stop();
    }
  });
});

describe('a primary that was restored behind its replica', () => {
  let restoredUrl: string;
  let other: ReplicaReader;

  beforeAll(async () => {
    restoredUrl = await servers.restorePrimary();
    // More changes than the restored primary will have.
    for (const name of ['Lost 1', 'Lost 2']) await new Records(key).client({ name });
    await numberChanges(writer, key);
    await reader.follows(key);
    other = await ReplicaReader.on(restoredUrl, servers.standbyUrl);
  });
  afterAll(() => other.api.stop());

  it('is not mixed with the history that it lost', async () => {
    await new Records(other.as(key)).client({ name: 'After the restore' });
    await numberChanges(other.api, key);
    const expected = { found: ['After the restore', 'Before the backup'], outcomes: ['unavailable'] };
    expect(await clients(key, '', other)).toEqual(expected);
  });

  it('is named in the log and by the installation check', async () => {
    const problem = 'The replica does not have the present history of the primary';
    await eventually('the log names it', () => other.log.text.includes(problem) || undefined);
    expect(await replicaFinding(restoredUrl, servers.standbyUrl)).toMatchObject({
      level: 'warning',
      text: expect.stringContaining(problem),
      advice: expect.stringContaining('pg_basebackup'),
    });
  });
});

describe('DATABASE_REPLICA_URL at the start, and in the installation check', () => {
  it('is rejected if it leads to the primary', async () => {
    await expect(requireReplica(servers.primaryUrl)).rejects.toThrow(UnusableDatabaseError);
    await expect(requireReplica(servers.primaryUrl)).rejects.toThrow('leads to a server that accepts writes');
    expect(await replicaFinding(servers.primaryUrl, servers.primaryUrl)).toMatchObject({ level: 'problem' });
  });

  it('may lead to a server that does not respond', async () => {
    const url = servers.standbyUrl.replace(/:\d+\//, `:${await freePort()}/`);
    expect(await requireReplica(url)).toMatchObject({ detail: expect.stringContaining('does not respond') });
    expect(await replicaFinding(servers.primaryUrl, url)).toMatchObject({
      level: 'problem',
      text: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('leads to a standby, or to none', async () => {
    expect(await requireReplica(undefined)).toBeUndefined();
    expect(await requireReplica(servers.standbyUrl)).toBeUndefined();
    expect(await replicaFinding(servers.primaryUrl, servers.standbyUrl)).toMatchObject({ level: 'ok' });
    expect(await replicaFinding(servers.primaryUrl, undefined)).toMatchObject({ level: 'ok' });
  });
});

it('is not used once it was promoted', async () => {
  await reader.follows(key);
  await servers.onStandby('SELECT pg_promote(true, 60)');
  expect(await clients(key)).toMatchObject({ outcomes: ['unavailable'] });
  await eventually('the log names it', () => reader.log.text.includes('accepts writes') || undefined);
});

it('is not used with several cells', async () => {
  await createCell(servers.primaryUrl);
  await reader.api.app.get(Database).cells.read();
  expect(await clients(key)).toEqual({ found: expect.arrayContaining(['Before the backup']), outcomes: [] });
});
