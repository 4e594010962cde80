import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ProblemView } from '@billhook/contract/shared/problem';
import type { SeriesAuditView, SeriesView } from '@billhook/contract/invoicing/series';
import { MEMBER_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { Records } from '../support/records.js';
import { auditOf } from '../support/audit-rows.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller, SeededMember, SessionCaller } from '../support/world.js';

const NOW = '2026-11-21T10:30:00.000Z';

const { api, world } = await startWorld();
let owner: SeededMember;
let session: SessionCaller;
let key: KeyCaller;
let records: Records;

beforeEach(async () => {
  api.clock.set(NOW);
  owner = await world.member(await world.company());
  session = await world.session(owner);
  key = await world.key({ member: owner });
  records = new Records(key);
});

const exported = { kind: 'Invoice', code: 'export', pattern: 'EXP-{YYYY}-{####}' };

/** The response of either route: the series, or the error. */
type Body = SeriesView & ProblemView;
const create = (body: object, by = session) => by.call<Body>('POST', '/app/series', { body });
const patch = (id: number, body: object, by = session) => by.call<Body>('PATCH', `/app/series/${id}`, { body });

const listed = async (by = session) => (await by.call<{ data: SeriesView[] }>('GET', '/app/series')).body.data;
async function defaultSeries(by = session): Promise<SeriesView> {
  const found = (await listed(by)).find(({ kind }) => kind === 'Invoice');
  if (!found) throw new Error('the company has no series');
  return found;
}
const get = async (id: number) => (await session.call<SeriesView>('GET', `/app/series/${id}`)).body;

/** Sends invoices in sequence. @returns their numbers */
async function send(count: number, body: { series?: string; issueDate?: string } = {}): Promise<(string | null)[]> {
  const numbers: (string | null)[] = [];
  for (let n = 0; n < count; n++) numbers.push((await records.sent(body)).number);
  return numbers;
}

/** Changes of numbering require a person with company.manage. */
function itIsForAdministrators(method: string, path: string): void {
  it('401 without a session, also with a key', async () => {
    expect((await api.call(method, `/app${path}`)).status).toBe(401);
    expect((await key.call(method, `/app${path}`)).status).toBe(401);
  });

  it('403 without company.manage', async () => {
    const permissions = MEMBER_PERMISSIONS.filter((permission) => permission !== 'company.manage');
    const by = await world.session(await world.member(owner.companyId, { permissions }));
    const answer = await by.call(method, `/app${path}`);
    expect(answer).toMatchObject({ status: 403, body: { missing: ['company.manage'] } });
  });

  it('405 under /v1: numbering is not for keys', async () => {
    expect(await key.call(method, `/v1${path}`)).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
  });
}

describe('PATCH /app/series/{id}', () => {
  itIsForAdministrators('PATCH', '/series/999999');

  it("404 alike for an unknown id, another company's, and an invalid id, and nothing changes", async () => {
    const stranger = await world.session(await world.member(await world.company()));
    const before = await defaultSeries();
    for (const id of [before.id, 999_999_999, 'abc', '0']) {
      const answer = await stranger.call('PATCH', `/app/series/${id}`, { body: { start: 7 } });
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect(await get(before.id)).toEqual(before);
  });

  it.each<[string, object, string]>([
    ['a pattern without a counter', { pattern: 'INV-{YYYY}' }, '/pattern'],
    ['a pattern that does not name the period', { pattern: 'INV-{#####}' }, '/pattern'],
    ['a reset whose period the pattern does not name', { reset: 'Monthly' }, '/pattern'],
    ['both, which do not fit', { reset: 'Monthly', pattern: '{YYYY}-{#}' }, '/pattern'],
    ['a pattern of nothing', { pattern: null }, '/pattern'],
    ['a start below 1', { start: -1 }, '/start'],
    ['the code', { code: 'new' }, '/code'],
    ['the kind', { kind: 'Quote' }, '/kind'],
  ])('422 for %s, and nothing changes', async (_, body, pointer) => {
    const before = await defaultSeries();
    const answer = await patch(before.id, body);
    expect(answer.body).toMatchObject({ status: 422, code: 'invalid_body' });
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer }));
    expect(await get(before.id)).toEqual(before);
    expect(await auditOf(api, owner.companyId, 'series.updated')).toEqual([]);
  });

  it.each<[string, object, object, string]>([
    ['yearly, then monthly', { pattern: '{YYYY}{MM}-{##}' }, { reset: 'Monthly' }, '202611-02'],
    ['monthly, then yearly', { pattern: '{YYYY}{MM}-{##}', reset: 'Monthly' }, { reset: 'Yearly' }, '202611-02'],
    ['yearly, then never', { pattern: '{YYYY}-{##}' }, { reset: 'Never' }, '2026-02'],
    ['a month that looks like a count', { pattern: '{YYYY}-1{##}' }, { pattern: '{YYYY}-{###}' }, '2026-102'],
  ])('422 for a change that would repeat numbers: %s', async (_, first, second, last) => {
    const { id } = await defaultSeries();
    expect((await patch(id, first)).status).toBe(200);
    expect((await send(2)).at(-1)).toBe(last);
    const answer = await patch(id, second);
    expect(answer.body).toMatchObject({ status: 422, errors: [{ pointer: '/pattern', code: 'number_exists' }] });
    expect(answer.body.errors?.[0]?.message).toMatch(/would repeat the number \S+:/);
    expect(await get(id)).toMatchObject(first);
    expect(await send(1)).not.toContain(last);
  });

  it('409 for the start after the first number, also of another year; the same start is no change', async () => {
    const { id } = await defaultSeries();
    await send(1, { issueDate: '2025-12-31' });
    expect((await patch(id, { start: 7 })).body).toMatchObject({ status: 409, code: 'series_in_use' });
    expect((await patch(id, { start: 1 })).status).toBe(200);
    expect(await get(id)).toMatchObject({ start: 1, version: 1 });
  });

  it('409 for the pattern of another one of the kind, naming it', async () => {
    const { body: other } = await create(exported);
    const answer = await patch((await defaultSeries()).id, { pattern: exported.pattern });
    expect(answer.body).toMatchObject({ status: 409, code: 'series_code_taken', existingId: other.id });
  });

  it('409 for the pattern of the other kind of the number space, naming its series', async () => {
    const { id, pattern } = await defaultSeries();
    const notes = (await listed()).find(({ kind }) => kind === 'CreditNote');
    const answer = await patch(notes?.id ?? 0, { pattern });
    expect(answer.body).toMatchObject({ status: 409, code: 'series_code_taken', existingId: id });
    const quotes = (await listed()).find(({ kind }) => kind === 'Quote');
    expect((await patch(quotes?.id ?? 0, { pattern })).status).toBe(200);
  });

  it('412 for an outdated version', async () => {
    const { id } = await defaultSeries();
    expect((await patch(id, { start: 5 })).headers.get('etag')).toMatch(/^"2-/);
    const change = { body: { start: 6 }, headers: { 'if-match': '"1"' } };
    const answer = await session.call('PATCH', `/app/series/${id}`, change);
    expect(answer).toMatchObject({ status: 412, body: { code: 'version_mismatch', currentVersion: 2 } });
    expect(await get(id)).toMatchObject({ start: 5 });
  });

  it('200 for no change, without a version or entry', async () => {
    const before = await defaultSeries();
    for (const body of [{}, { pattern: before.pattern, reset: before.reset }])
      expect((await patch(before.id, body)).body).toEqual(before);
    expect(await auditOf(api, owner.companyId, 'series.updated')).toEqual([]);
  });

  it('200 for the start before the first number, with the previous value', async () => {
    const { id } = await defaultSeries();
    const answer = await patch(id, { start: 1043 });
    expect(answer.body).toMatchObject({ start: 1043, version: 2, nextNumber: 'INV-2026-01043' });
    expect(await auditOf(api, owner.companyId, 'series.updated')).toMatchObject([
      {
        actor: `member ${owner.email}`,
        target: String(id),
        details: { kind: 'Invoice', code: 'default', changed: { start: { from: 1, to: 1043 } } },
      },
    ]);
    expect(await send(2)).toEqual(['INV-2026-01043', 'INV-2026-01044']);
  });

  it('200 for another pattern in the middle of the year: the count continues, also back', async () => {
    const { id, pattern } = await defaultSeries();
    await send(2);
    expect((await patch(id, { pattern: '{YY}/{MM}-{####}' })).body.nextNumber).toBe('26/11-0003');
    expect(await send(2)).toEqual(['26/11-0003', '26/11-0004']);
    await patch(id, { pattern });
    expect(await send(1)).toEqual(['INV-2026-00005']);
    const audit = (await key.call<SeriesAuditView>('GET', `/v1/series/${id}/audit`)).body;
    expect(audit).toMatchObject({ continuous: true, periods: [{ period: '2026', count: 5, expected: 5 }] });
  });

  it('200 for another reset with a pattern that prints other numbers', async () => {
    const { id } = await defaultSeries();
    await send(2);
    const change = { reset: 'Monthly', pattern: 'INV-{YYYY}{MM}-{###}' };
    expect((await patch(id, change)).body.nextNumber).toBe('INV-202611-001');
    expect(await send(1)).toEqual(['INV-202611-001']);
    const audit = (await key.call<SeriesAuditView>('GET', `/v1/series/${id}/audit`)).body;
    expect(audit.continuous).toBe(true);
    expect(audit.periods.map(({ period, count }) => [period, count])).toEqual([
      ['2026', 2],
      ['2026-11', 1],
    ]);
  });
});
