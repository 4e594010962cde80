import { readFileSync } from 'node:fs';
import type { SandboxView } from '@billhook/contract/installation/sandbox';
import type { ClientView } from '@billhook/contract/invoicing/client';
import type { ListOf } from '@billhook/contract/shared/page';
import type { ChangeView } from '@billhook/contract/webhooks/change';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { RECORD_NAMES, RESOURCES, type RecordName } from '@billhook/domain/shared/resources';
import { ChangeLogRepository } from '@billhook/invoicing/changes/change-log.repository';
import { withCellOf } from '@billhook/testing/test-server';
import { describe, expect, it } from '@jest/globals';
import { Records } from '../support/records.js';
import { EventStreamClient } from '../support/sse.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

const PATH = '/v1/changes';

const { api, world } = await startWorld();
/** Of operators, with the statement that expires all positions. */
const guide = readFileSync('docs/backup.md', 'utf8');

const after = (by: KeyCaller, place: string | null, more = '') =>
  by.call<ListOf<ChangeView>>('GET', `${PATH}?after=${place}${more}`);
const changesOf = async (by: KeyCaller, place: string | null, more = '') => (await after(by, place, more)).body.data;
const latest = async (by: KeyCaller) => (await after(by, 'latest')).body.page.nextCursor ?? '';
const named = ({ resource, id, version, deleted }: ChangeView) => [resource, id, version, deleted];

/** Every kind of record, with further versions and deletions. */
async function live(by: KeyCaller): Promise<ClientView> {
  const made = new Records(by);
  const client = await made.client();
  const unused = await made.client();
  await by.call('PATCH', `/v1/clients/${unused.id}`, { body: { name: 'Atelier Lumen' } });
  await by.call('DELETE', `/v1/clients/${unused.id}`);
  const clientId = client.id;
  await made.quote({ clientId });
  await made.convert(await made.accepted({ clientId }), { part: { type: 'Remainder' } }).catch(() => undefined);
  const sent = await made.sent({ clientId });
  await by.call('DELETE', `/v1/payments/${(await made.paid(sent, '80.00')).id}`);
  await made.paid(sent, '100.00');
  await made.credit(sent);
  await by.call('DELETE', `/v1/invoices/${(await made.draft({ clientId })).id}`);
  return client;
}

/** The versions of the records of a company by its tables: for each record the last one, and whether it is deleted. */
async function stored(companyId: number): Promise<string[]> {
  const tables = RECORD_NAMES.map(
    (name) =>
      `SELECT '${name}' AS resource, id, version, false AS deleted FROM ${RESOURCES[name].table} WHERE company_id = $1`,
  );
  const tombstones = `SELECT resource, record_id, version, true FROM record_tombstones WHERE company_id = $1`;
  const rows = await api.database.query<{ resource: RecordName; id: number; version: number; deleted: boolean }>({
    name: 'test_versions',
    text: [...tables, tombstones].join(' UNION ALL '),
    values: [companyId],
  });
  return rows.map(({ resource, id, version, deleted }) => [resource, id, version, deleted].join(' ')).sort();
}

describe(`GET ${PATH}`, () => {
  it('403 without event.read', async () => {
    const key = await world.key({ scopes: ['invoice.read'] });
    expect((await after(key, 'beginning')).body).toMatchObject({ status: 403, missing: ['event.read'] });
  });

  it.each(['', 'nonsense', 'Latest', 'msg_invoicepaid4Qm8', 'W10.AAAAAAAAAAAAAAAAAAAAAA'])(
    '400 for %s, which is no position',
    async (place) => {
      const { status, body } = await after(await world.key(), place);
      expect([status, body]).toMatchObject([400, { code: 'cursor_mismatch', errors: [{ parameter: 'after' }] }]);
    },
  );

  it('400 for a resource without versions and for the cursor of another company', async () => {
    const [own, other] = [await world.key(), await world.key()];
    expect((await after(own, 'latest', '&resources=mail')).body).toMatchObject({ status: 400, code: 'invalid_query' });
    expect((await after(own, await latest(other))).body).toMatchObject({ status: 400, code: 'cursor_mismatch' });
  });

  it('410 at a position before which changes were deleted; not from the oldest that is stored', async () => {
    const own = await world.key();
    const start = await latest(own);
    await new Records(own).client();
    await changesOf(own, start);
    const end = await latest(own);
    await api.database.query({
      name: 'test_age_changes',
      text: `UPDATE record_changes SET at = at - interval '31 days' WHERE company_id = $1`,
      values: [own.companyId],
    });
    await api.within(own.companyId, () => api.app.get(ChangeLogRepository).drop(30, new AbortController().signal));
    await new Records(own).client();
    expect((await after(own, start)).body).toMatchObject({ status: 410, code: 'changes_expired' });
    for (const place of [end, 'beginning']) expect(await changesOf(own, place)).toHaveLength(1);
  });

  it('410 at a position that the log has not reached, as after the restore of a backup', async () => {
    const own = await world.key();
    const backedUp = await latest(own);
    await new Records(own).client();
    const lost = await latest(own);
    for (const statement of [
      'DELETE FROM record_changes WHERE company_id = $1',
      'UPDATE record_change_counters SET last = 0 WHERE company_id = $1',
    ])
      await api.database.query({ name: '', text: statement, values: [own.companyId] });
    expect((await after(own, lost)).body).toMatchObject({ status: 410, code: 'changes_expired' });
    const stream = await EventStreamClient.open(api, own, { path: `${PATH}/stream`, query: `?after=${lost}` });
    stream.close();
    expect(stream.answer.statusCode).toBe(410);
    expect((await after(own, backedUp)).status).toBe(200);
    const [, statement = ''] = /\n(INSERT INTO record_change_counters[^`]*)```/.exec(guide) ?? [];
    await withCellOf(api.databaseUrl, own.companyId, (client) => client.query(statement));
    for (const place of [backedUp, lost]) expect((await after(own, place)).status).toBe(410);
    const { id } = await new Records(own).client();
    expect((await changesOf(own, 'beginning')).map(named)).toEqual([['client', id, 1, false]]);
  });

  it('410 at every position before the reset of a sandbox, which deletes its records; 200 after it', async () => {
    const owner = await world.member(await world.company());
    const { id, memberId, name } = (
      await (await world.session(owner)).call<SandboxView>('POST', '/app/sandboxes', { body: {} })
    ).body;
    const member = { id: memberId ?? 0, companyId: id, email: owner.email };
    const own = await world.key({ member });
    const start = await latest(own);
    await new Records(own).client();
    const end = await latest(own);
    const stream = await EventStreamClient.open(api, own, { path: `${PATH}/stream`, query: `?after=${end}` });
    const reset = await (await world.session(member)).call('POST', '/app/sandbox/reset', { body: { name } });
    expect(reset.status).toBe(200);
    expect(await stream.over).toBe('broken');
    for (const place of [start, end])
      expect((await after(own, place)).body).toMatchObject({ status: 410, code: 'changes_expired' });
    const now = await latest(own);
    const { id: client } = await new Records(own).client();
    for (const place of [now, 'beginning'])
      expect((await changesOf(own, place)).map(named)).toEqual([['client', client, 1, false]]);
  });

  it('200 with one change for every version of every kind of record, and each deletion', async () => {
    const own = await world.key();
    await live(own);
    const changes = await changesOf(own, 'beginning', '&limit=500');
    expect(new Set(changes.map(({ resource }) => resource))).toEqual(new Set(RECORD_NAMES));
    const versions = new Map<string, ChangeView[]>();
    for (const change of changes) {
      const name = `${change.resource} ${change.id}`;
      versions.set(name, [...(versions.get(name) ?? []), change]);
    }
    for (const each of versions.values()) expect(each.map(({ version }) => version)).toEqual(each.map((_, n) => n + 1));
    const last = [...versions.values()].map((each) => named(each.at(-1) as ChangeView).join(' '));
    expect(last.sort()).toEqual(await stored(own.companyId));
  });

  it('200 with each record as its GET returns it, once in a response and at its last change', async () => {
    const own = await world.key();
    await live(own);
    const changes = await changesOf(own, 'beginning', '&limit=500');
    const seen = new Map(changes.map((change) => [`${change.resource} ${change.id}`, change]));
    for (const change of changes) {
      const isLast = seen.get(`${change.resource} ${change.id}`) === change;
      const path = `/v1/${RESOURCES[change.resource].plural}/${change.id}`;
      expect(change.record).toEqual(isLast && !change.deleted ? (await own.call('GET', path)).body : null);
      expect(change.missingPermission).toBeUndefined();
    }
  });

  it('200 with a record that does not match its view, as it is stored, so that it blocks no other', async () => {
    const own = await world.key();
    const { id } = await new Records(own).client();
    await api.database.query({
      name: 'test_write_of_another_release',
      text: `UPDATE clients SET contacts = '[{"name":"Ada","phone":null,"receives":[]}]' WHERE id = $1`,
      values: [id],
    });
    const changes = await after(own, 'beginning');
    expect(changes.status).toBe(200);
    expect(changes.body.data[0]?.record).toMatchObject({ id, contacts: [{ name: 'Ada', phone: null, receives: [] }] });
  });

  it('200 without the records that the key may not read', async () => {
    const member = await world.member(await world.company());
    const own = await world.key({ member });
    await live(own);
    const reader = await world.key({ member, scopes: ['event.read', 'client.read'] });
    const changes = await changesOf(reader, 'beginning', '&limit=500');
    expect(changes.map(named)).toEqual((await changesOf(own, 'beginning', '&limit=500')).map(named));
    for (const { resource, record, missingPermission } of changes) {
      if (resource === 'client') expect(missingPermission).toBeUndefined();
      else expect([record, missingPermission]).toEqual([null, RESOURCES[resource].read]);
    }
    expect(changes.some(({ resource, record }) => resource === 'client' && record !== null)).toBe(true);
  });

  it('200 page by page as in one page, by the cursors of pages and of changes, and by resource', async () => {
    const own = await world.key();
    await live(own);
    const all = (await changesOf(own, 'beginning', '&limit=500')).map(named);
    for (const next of ['page', 'change'] as const) {
      const read: ChangeView[] = [];
      for (let place = 'beginning', more = true; more;) {
        const { data, page }: ListOf<ChangeView> = (await after(own, place, '&limit=3')).body;
        read.push(...data);
        place = (next === 'page' ? page.nextCursor : data.at(-1)?.cursor) ?? '';
        more = page.hasMore;
      }
      expect(read.map(named)).toEqual(all);
    }
    const some = (await changesOf(own, 'beginning', '&limit=500&resources=client,payment')).map(named);
    expect(some).toEqual(all.filter(([resource]) => resource === 'client' || resource === 'payment'));
  });

  it('200 at the end of an empty log, from which the next change is read', async () => {
    const own = await world.key();
    const end = await after(own, 'latest');
    expect(end.body).toMatchObject({ data: [], page: { prevCursor: null, hasMore: false } });
    const { id } = await new Records(own).client();
    expect((await changesOf(own, end.body.page.nextCursor)).map(named)).toEqual([['client', id, 1, false]]);
    expect(await changesOf(own, 'latest')).toEqual([]);
  });

  it('200 without a gap where an earlier statement commits later', async () => {
    const own = await world.key();
    const start = await latest(own);
    const insert = (id: number) => ({
      name: 'test_change',
      text: `INSERT INTO record_changes (company_id, resource, record_id, version, deleted, at)
        VALUES ($1, 'client', $2, 1, false, now())`,
      values: [own.companyId, id],
    });
    const uow = api.app.get(UnitOfWork);
    let position = '';
    await api.within(own.companyId, () =>
      uow.run(async (slow) => {
        await slow.query(insert(1));
        await uow.run((quick) => quick.query(insert(2)));
        const { data, page } = (await after(own, start)).body;
        expect(data.map(({ id }) => id)).toEqual([2]);
        position = page.nextCursor ?? '';
      }),
    );
    expect((await changesOf(own, position)).map(({ id }) => id)).toEqual([1]);
    expect((await changesOf(own, start)).map(({ id }) => id)).toEqual([2, 1]);
  });

  it('200 with nothing of a change that was rolled back or rehearsed', async () => {
    const own = await world.key();
    const start = await latest(own);
    await own.call('POST', '/v1/clients', { body: { name: 'Atelier' }, headers: { prefer: 'dry-run' } });
    await own.call('POST', '/v1/clients', { body: { name: 4 } });
    expect(await changesOf(own, start)).toEqual([]);
  });
});

describe(`GET ${PATH}/stream`, () => {
  it('200 with the same changes, from a position and on after the last id', async () => {
    const own = await world.key();
    const path = `${PATH}/stream`;
    const { id } = await new Records(own).client();
    const first = await EventStreamClient.open(api, own, { path, query: '?after=beginning' });
    await first.waitFor(1);
    await new Records(own).draft({ clientId: id });
    await first.waitFor(2);
    first.close();
    const all = await changesOf(own, 'beginning');
    expect(first.events.map(({ data }) => JSON.parse(data) as ChangeView)).toEqual(all);
    expect(first.events.map((event) => [event.id, event.event])).toEqual(all.map(({ cursor }) => [cursor, 'change']));
    const lastEventId = first.events[0]?.id ?? '';
    const second = await EventStreamClient.open(api, own, { path, lastEventId });
    await second.waitFor(1);
    second.close();
    expect(second.events.map((event) => event.id)).toEqual([all[1]?.cursor]);
  });
});
