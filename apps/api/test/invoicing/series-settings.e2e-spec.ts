import { beforeEach, describe, expect, it } from '@jest/globals';
import { withClient } from '@billhook/testing/test-server';
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

describe('POST /app/series', () => {
  itIsForAdministrators('POST', '/series');

  it.each<[string, object, string]>([
    ['an unknown kind', { kind: 'Receipt' }, '/kind'],
    ['no code', { code: undefined }, '/code'],
    ['a code with capitals', { code: 'Export' }, '/code'],
    ['a code of 31 characters', { code: 'x'.repeat(31) }, '/code'],
    ['no pattern', { pattern: undefined }, '/pattern'],
    ['a pattern without a counter', { pattern: 'EXP-{YYYY}' }, '/pattern'],
    ['a pattern with an unknown token', { pattern: 'EXP-{YYYY}-{DD}-{#}' }, '/pattern'],
    ['a pattern with a space', { pattern: 'EXP {YYYY} {#}' }, '/pattern'],
    ['a pattern whose numbers grow too long', { pattern: `${'X'.repeat(22)}{YYYY}{#}` }, '/pattern'],
    ['a yearly pattern without a year', { pattern: 'EXP-{####}' }, '/pattern'],
    ['a monthly pattern without a month', { reset: 'Monthly' }, '/pattern'],
    ['an unknown reset', { reset: 'Daily' }, '/reset'],
    ['a start of zero', { start: 0 }, '/start'],
    ['a start that is too large', { start: 1_000_000_000 }, '/start'],
    ['a start that is no whole number', { start: 1.5 }, '/start'],
    ['an unknown property', { next: 7 }, '/next'],
  ])('422 for %s, and nothing is created', async (_, change, pointer) => {
    const answer = await create({ ...exported, ...change });
    expect(answer.body).toMatchObject({ status: 422, code: 'invalid_body' });
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer }));
    expect(await listed()).toHaveLength(3);
    expect(await auditOf(api, owner.companyId, 'series.created')).toEqual([]);
  });

  it('422 for a pattern that would repeat an existing number', async () => {
    await patch((await defaultSeries()).id, { pattern: 'A-{YYYY}-{###}' });
    await send(2);
    await patch((await defaultSeries()).id, { pattern: 'B-{YYYY}-{###}' });
    const taken = { ...exported, pattern: 'A-{YYYY}-{###}' };
    for (const start of [1, 2]) {
      const answer = await create({ ...taken, start });
      expect(answer.body).toMatchObject({ status: 422, errors: [{ pointer: '/pattern', code: 'number_exists' }] });
      expect(answer.body.errors?.[0]?.message).toContain(`A-2026-00${start}`);
    }
    expect((await create({ ...taken, start: 3 })).body.nextNumber).toBe('A-2026-003');
    expect(await send(1, { series: 'export' })).toEqual(['A-2026-003']);
  });

  it('409 for the code or the pattern of another one of the kind, naming it', async () => {
    const { id, pattern } = await defaultSeries();
    const code = await create({ ...exported, code: 'default' });
    expect(code.body).toMatchObject({ status: 409, code: 'series_code_taken', existingId: id });
    expect(code.body.errors).toMatchObject([{ pointer: '/code' }]);
    const same = await create({ ...exported, pattern });
    expect(same.body).toMatchObject({ status: 409, code: 'series_code_taken', existingId: id });
    expect(same.body.errors).toMatchObject([{ pointer: '/pattern' }]);
    expect((await create({ ...exported, kind: 'Quote', pattern })).status).toBe(201);
  });

  it('409 for a pattern of the other kind: invoices and credit notes share one number space', async () => {
    const [note] = (await listed()).filter(({ kind }) => kind === 'CreditNote');
    const invoices = await create({ ...exported, pattern: note?.pattern });
    expect(invoices.body).toMatchObject({
      status: 409,
      code: 'series_code_taken',
      detail: 'The CreditNote series default has the same pattern.',
      existingId: note?.id,
      errors: [{ pointer: '/pattern', code: 'series_code_taken' }],
    });
    const { id, pattern } = await defaultSeries();
    const notes = await create({ ...exported, kind: 'CreditNote', pattern });
    expect(notes.body).toMatchObject({ status: 409, code: 'series_code_taken', existingId: id });
    expect((await create(exported)).status).toBe(201);
    expect((await create({ ...exported, kind: 'CreditNote', pattern: 'EXC-{YYYY}-{####}' })).status).toBe(201);
  });

  it.each<[string, string, string]>([
    ['a shorter counter', 'INV-{YYYY}-{####}', 'INV-2026-10001'],
    ['a digit before the counter', 'INV-{YYYY}-1{####}', 'INV-2026-10001'],
  ])('409 for a pattern that can produce the numbers of another series: %s', async (_, pattern, number) => {
    const { id } = await defaultSeries();
    const detail = `The Invoice series default has the pattern INV-{YYYY}-{#####}, which produces the same numbers, such as ${number}.`;
    for (const kind of ['Invoice', 'CreditNote']) {
      const answer = await create({ ...exported, kind, pattern });
      expect(answer.body).toMatchObject({
        ...{ status: 409, code: 'series_code_taken', detail, existingId: id },
        errors: [{ pointer: '/pattern', code: 'series_code_taken', message: detail }],
      });
    }
    const notes = (await listed()).find(({ kind }) => kind === 'CreditNote');
    expect((await patch(notes?.id ?? 0, { pattern })).body).toMatchObject({ status: 409, detail });
    expect((await create({ ...exported, kind: 'Quote', pattern })).status).toBe(201);
  });

  it('200 for other changes of a series that overlaps since before such patterns were rejected', async () => {
    const { body: old } = await create(exported);
    await withClient(api.databaseUrl, (db) =>
      db.query(`UPDATE number_series SET pattern = 'INV-{YYYY}-{####}' WHERE id = $1`, [old.id]),
    );
    expect((await patch(old.id, { start: 7 })).body).toMatchObject({ start: 7, pattern: 'INV-{YYYY}-{####}' });
    expect(await send(1, { series: 'export' })).toEqual(['INV-2026-0007']);
    expect((await patch(old.id, { pattern: 'INV-{YYYY}-{###}' })).status).toBe(409);
    expect((await patch(old.id, { pattern: 'EXP-{YYYY}-{###}' })).status).toBe(200);
  });

  it('409 for all but one of 20 in parallel, of both kinds', async () => {
    const kinds = ['Invoice', 'CreditNote'];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => create({ ...exported, kind: kinds[n % 2], code: `both-${n}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
  });

  it('422 for a pattern that would repeat a number of a document of the other kind', async () => {
    const invoice = await records.sent();
    await records.credit(invoice);
    const notes = (await listed()).find(({ kind }) => kind === 'CreditNote');
    await patch(notes?.id ?? 0, { pattern: 'GS-{YYYY}-{#####}' });
    const answer = await create({ ...exported, pattern: 'CN-{YYYY}-{#####}' });
    expect(answer.body).toMatchObject({ status: 422, errors: [{ pointer: '/pattern', code: 'number_exists' }] });
    expect(answer.body.errors?.[0]?.message).toContain('CN-2026-00001');
  });

  it('409 for all but one of 20 in parallel', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(exported)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 201).map(({ body }) => [body.code, body['existingId']]);
    expect(refused).toEqual(Array(19).fill(['series_code_taken', made[0]?.body.id]));
  });

  it('201, audited, in the list by kind and code, and invoices count in it', async () => {
    const answer = await create({ ...exported, start: 1043 });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      ...exported,
      id: expect.any(Number),
      reset: 'Yearly',
      start: 1043,
      nextNumber: 'EXP-2026-1043',
      lastDate: null,
      version: 1,
      createdAt: NOW,
      updatedAt: NOW,
    });
    expect(await get(answer.body.id)).toEqual(answer.body);
    expect((await listed()).map(({ kind, code }) => `${kind} ${code}`)).toEqual([
      'CreditNote default',
      'Invoice default',
      'Invoice export',
      'Quote default',
    ]);
    expect(await auditOf(api, owner.companyId, 'series.created')).toMatchObject([
      {
        actor: `member ${owner.email}`,
        target: String(answer.body.id),
        details: { ...exported, reset: 'Yearly', start: 1043 },
        requestId: answer.headers.get('request-id'),
      },
    ]);
    expect(await send(2, { series: 'export' })).toEqual(['EXP-2026-1043', 'EXP-2026-1044']);
    expect(await send(1)).toEqual(['INV-2026-00001']);
    const audit = (await key.call<SeriesAuditView>('GET', `/v1/series/${answer.body.id}/audit`)).body;
    expect(audit).toMatchObject({
      continuous: true,
      periods: [{ count: 2, expected: 2, firstNumber: 'EXP-2026-1043' }],
    });
  });
});
