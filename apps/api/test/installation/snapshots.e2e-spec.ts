import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { SnapshotView } from '@billhook/contract/installation/snapshot';
import type { ListOf } from '@billhook/contract/shared/page';
import type { ChangeView } from '@billhook/contract/webhooks/change';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { RECORD_NAMES, RESOURCES } from '@billhook/domain/shared/resources';
import { SnapshotsRepository } from '@billhook/installation/snapshots/snapshots.repository';
import { eventually } from '@billhook/testing/patience';
import { end, spawnProgram } from '@billhook/testing/program';
import { withClient } from '@billhook/testing/test-server';
import { afterEach, describe, expect, it } from '@jest/globals';
import { SECRET } from '../support/api.js';
import { Records } from '../support/records.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

const PATH = '/v1/snapshots';

const { api, world } = await startWorld();
let worker: ChildProcess | undefined;
const startWorker = async (more: Record<string, string> = {}): Promise<void> => {
  const variables = { NODE_ENV: 'test', DATABASE_URL: api.databaseUrl, APP_SECRETS: SECRET, ...more };
  worker = await spawnProgram('apps/worker/src/main.ts', '"ready;', variables);
};
afterEach(async () => {
  if (worker) await end(worker, 'SIGKILL');
  worker = undefined;
});

const request = (by: KeyCaller, body: object = {}) => by.call<SnapshotView>('POST', PATH, { body });
const read = async (by: KeyCaller, id: number) => (await by.call<SnapshotView>('GET', `${PATH}/${id}`)).body;
const completed = (by: KeyCaller, id: number) =>
  eventually('the snapshot is completed', async () => {
    const snapshot = await read(by, id);
    return snapshot.status === 'Running' ? undefined : snapshot;
  });
const bytesOf = async (by: KeyCaller, id: number, headers: Record<string, string> = {}) => {
  const response = await fetch(`${api.url}/v1/snapshot-parts/${id}`, {
    headers: { authorization: `Bearer ${by.secret}`, ...headers },
  });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};
const linesOf = (bytes: Buffer): { id: number; version: number }[] =>
  gunzipSync(bytes)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number; version: number });

/** One record of each kind, and another client. */
async function live(by: KeyCaller): Promise<void> {
  const made = new Records(by);
  await made.client();
  const sent = await made.sent();
  await made.paid(sent, '80.00');
  await made.credit(sent);
  await made.quote({ clientId: sent.clientId });
}

describe(PATH, () => {
  it('403 without event.read', async () => {
    const blind = await world.key({ scopes: ['invoice.read'] });
    expect((await request(blind)).body).toMatchObject({ status: 403, missing: ['event.read'] });
  });

  it("404 for another company's snapshot, and for a part that does not exist", async () => {
    const [own, other] = [await world.key(), await world.key()];
    const { id } = (await request(own)).body;
    expect((await other.call('GET', `${PATH}/${id}`)).status).toBe(404);
    expect((await other.call('GET', '/v1/snapshot-parts/999999')).status).toBe(404);
  });

  it('409 while too many have not ended; 422 for what has no versions', async () => {
    const own = await world.key();
    for (let n = 0; n < 10; n++) expect((await request(own)).status).toBe(202);
    expect((await request(own)).body).toMatchObject({ status: 409, code: 'too_many_snapshots' });
    for (const resources of [[], ['mail'], ['client', 'client']])
      expect((await request(own, { resources })).body).toMatchObject({ status: 422, code: 'invalid_body' });
  });

  it('200 as expired for all but the newest five of a company', async () => {
    const [own, other] = [await world.key(), await world.key()];
    const ids: number[] = [];
    for (const by of [other, ...Array.from({ length: 7 }, () => own)]) ids.push((await request(by)).body.id);
    await api.database.query({
      name: 'test_complete_snapshots',
      text: `UPDATE snapshots SET status = 'Completed', position = 0, completed_at = $2, expires_at = $3 WHERE id = ANY($1)`,
      values: [ids, api.clock.now(), new Date(api.clock.now().getTime() + 60_000)],
    });
    await api.cells.each(() => api.app.get(SnapshotsRepository).expire(api.clock.now()));
    const statuses = await Promise.all(ids.map(async (id, n) => (await read(n === 0 ? other : own, id)).status));
    expect(statuses).toEqual([...['Completed', 'Expired', 'Expired'], ...Array<string>(5).fill('Completed')]);
  });

  it('202 and then every record as its GET returns it, in parts with digests and ranges, until they expire', async () => {
    const member = await world.member(await world.company());
    const own = await world.key({ member });
    await live(own);
    await startWorker();
    const { id, status, after } = (await request(own)).body;
    expect([status, after]).toEqual(['Running', null]);
    await completed(own, id);
    // Another worker, which found it running, is free to write it only now.
    const begun = await api.within(own.companyId, () =>
      api.app.get(UnitOfWork).run((tx) => api.app.get(SnapshotsRepository).begin(tx, id, 0, 0, api.clock.now())),
    );
    expect(begun).toBeUndefined();
    const snapshot = await read(own, id);
    expect(snapshot).toMatchObject({
      status: 'Completed',
      resources: [...RECORD_NAMES],
      leftOut: [],
      total: 6,
      done: 6,
    });
    expect(new Set(snapshot.parts.map(({ resource }) => resource))).toEqual(new Set(RECORD_NAMES));
    for (const part of snapshot.parts) {
      const { response, bytes } = await bytesOf(own, part.id);
      expect(response.headers.get('content-type')).toBe('application/gzip');
      expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([part.bytes, part.digest]);
      const lines = linesOf(bytes);
      expect(lines).toHaveLength(part.records);
      for (const line of lines)
        expect(line).toEqual((await own.call('GET', `/v1/${RESOURCES[part.resource].plural}/${line.id}`)).body);
      const rest = await bytesOf(own, part.id, { range: 'bytes=10-' });
      expect([rest.response.status, rest.response.headers.get('content-range')]).toEqual([
        206,
        `bytes 10-${bytes.length - 1}/${bytes.length}`,
      ]);
      expect(rest.bytes).toEqual(bytes.subarray(10));
      const { response: beyond } = await bytesOf(own, part.id, { range: `bytes=${bytes.length}-` });
      expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
    }
    const invoices = snapshot.parts.find(({ resource }) => resource === 'invoice')?.id ?? 0;
    const clientReader = await world.key({ member, scopes: ['event.read', 'client.read'] });
    expect((await bytesOf(clientReader, invoices)).response.status).toBe(403);
    const now = api.clock.now();
    // The worker has the clock of the machine.
    api.clock.set(new Date(snapshot.expiresAt ?? ''));
    const gone = await own.call('GET', `/v1/snapshot-parts/${invoices}`);
    expect(gone.body).toMatchObject({ status: 410, code: 'snapshot_expired' });
    await api.cells.each(() => api.app.get(SnapshotsRepository).expire(api.clock.now()));
    expect(await read(own, id)).toMatchObject({ status: 'Expired', after: null, parts: [] });
    expect((await own.call('GET', `/v1/snapshot-parts/${invoices}`)).body).toMatchObject({ code: 'snapshot_expired' });
    api.clock.set(now);
  });

  it('counts as one towards the rate limits, except for repeats and for what is no part of the company', async () => {
    const own = await world.key();
    const reader = await world.key({ member: await world.member(own.companyId) });
    await live(own);
    await startWorker();
    const { parts } = await completed(own, (await request(own)).body.id);
    const [first = 0, second = 0] = parts.map(({ id }) => id);
    const left = async (by: KeyCaller, id: number, headers?: Record<string, string>) => {
      const { response } = await bytesOf(by, id, headers);
      return Number(/"minute";r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]);
    };
    const quota = await left(reader, first);
    expect(await left(reader, first, { range: 'bytes=0-9' })).toBe(quota);
    expect(await left(reader, second)).toBe(quota);
    const third = await Promise.all([1, 2, 3].map(() => left(reader, first)));
    expect([Math.max(...third), Math.min(...third) < quota]).toEqual([quota, true]);
    const stranger = await world.key();
    const blind = await world.key({ scopes: ['invoice.read'] });
    for (const [by, id] of [
      [reader, first],
      [await world.key(), 0],
      [await world.key(), 999_999],
      [stranger, second],
      [blind, second],
    ] as const)
      expect(await left(by, id)).toBeLessThan(quota);
  });

  it('202 and completed by a worker with one connection in its pool', async () => {
    const own = await world.key();
    await live(own);
    await startWorker({ DATABASE_POOL_SIZE: '1' });
    const snapshot = await completed(own, (await request(own)).body.id);
    expect(snapshot).toMatchObject({ status: 'Completed', total: 6, done: 6 });
  });

  it('202 without the kinds of records that the key may not read, which it names', async () => {
    const member = await world.member(await world.company());
    await live(await world.key({ member }));
    const reader = await world.key({ member, scopes: ['event.read', 'client.read'] });
    await startWorker();
    const snapshot = await completed(reader, (await request(reader)).body.id);
    expect(snapshot.resources).toEqual(['client']);
    expect(snapshot.leftOut).toEqual(
      RECORD_NAMES.filter((name) => name !== 'client').map((resource) => ({
        resource,
        missingPermission: RESOURCES[resource].read,
      })),
    );
    expect(snapshot.parts.map(({ resource }) => resource)).toEqual(['client']);
    const blind = await world.key({ member, scopes: ['event.read'] });
    const empty = await completed(blind, (await request(blind)).body.id);
    expect(empty).toMatchObject({ resources: [], parts: [], after: expect.any(String) });
    expect(empty.leftOut.map(({ resource }) => resource)).toEqual(RECORD_NAMES);
  });

  it('begins again with a new position when a worker was killed, and continues in the log without a gap', async () => {
    const own = await world.key();
    await live(own);
    const { id } = (await request(own)).body;
    // An attempt of a killed worker: its lock is free, its part and its position remain.
    await withClient(api.databaseUrl, async (client) => {
      await client.query(`UPDATE snapshots SET attempt = 1, position = 0, done = 1 WHERE id = $1`, [id]);
      await client.query(
        `INSERT INTO snapshot_parts (company_id, snapshot_id, attempt, number, resource, records, bytes, digest, content)
        VALUES ($1, $2, 1, 0, 'client', 1, 1, 'x', 'x')`,
        [own.companyId, id],
      );
    });
    const late = await new Records(own).client();
    await startWorker();
    const snapshot = await completed(own, id);
    expect(snapshot).toMatchObject({ status: 'Completed', total: 7, done: 7 });
    const [first] = snapshot.parts.filter(({ resource }) => resource === 'client');
    expect(linesOf((await bytesOf(own, first?.id ?? 0)).bytes).map((line) => line.id)).toContain(late.id);
    const next = await new Records(own).client();
    const { data } = (await own.call<ListOf<ChangeView>>('GET', `/v1/changes?after=${snapshot.after}`)).body;
    expect(data.map((change) => change.id)).toEqual([next.id]);
  });
});
