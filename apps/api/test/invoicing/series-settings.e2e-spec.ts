import type { SeriesAuditView } from '@billhook/contract/invoicing/series';
import { withClient } from '@billhook/testing/test-server';
import { describe, expect, it } from '@jest/globals';
import { auditOf } from '../support/audit-rows.js';
import { EXPORT_SERIES, SERIES_NOW, SeriesSettings } from '../support/series-settings.js';

const numbering = await SeriesSettings.start();

describe('POST /app/series', () => {
  numbering.itIsForAdministrators('POST', '/series');

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
    const answer = await numbering.create({ ...EXPORT_SERIES, ...change });
    expect(answer.body).toMatchObject({ status: 422, code: 'invalid_body' });
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer }));
    expect(await numbering.list()).toHaveLength(3);
    expect(await auditOf(numbering.api, numbering.owner.companyId, 'series.created')).toEqual([]);
  });

  it('422 for a pattern that would repeat an existing number', async () => {
    await numbering.patch((await numbering.ofInvoices()).id, { pattern: 'A-{YYYY}-{###}' });
    await numbering.send(2);
    await numbering.patch((await numbering.ofInvoices()).id, { pattern: 'B-{YYYY}-{###}' });
    const taken = { ...EXPORT_SERIES, pattern: 'A-{YYYY}-{###}' };
    for (const start of [1, 2]) {
      const answer = await numbering.create({ ...taken, start });
      expect(answer.body).toMatchObject({ status: 422, errors: [{ pointer: '/pattern', code: 'number_exists' }] });
      expect(answer.body.errors?.[0]?.message).toContain(`A-2026-00${start}`);
    }
    expect((await numbering.create({ ...taken, start: 3 })).body.nextNumber).toBe('A-2026-003');
    expect(await numbering.send(1, { series: 'export' })).toEqual(['A-2026-003']);
  });

  it('409 for the code or the pattern of another one of the kind, naming it', async () => {
    const { id, pattern } = await numbering.ofInvoices();
    const code = await numbering.create({ ...EXPORT_SERIES, code: 'default' });
    expect(code.body).toMatchObject({ status: 409, code: 'series_code_taken', existingId: id });
    expect(code.body.errors).toMatchObject([{ pointer: '/code' }]);
    const same = await numbering.create({ ...EXPORT_SERIES, pattern });
    expect(same.body).toMatchObject({ status: 409, code: 'series_code_taken', existingId: id });
    expect(same.body.errors).toMatchObject([{ pointer: '/pattern' }]);
    expect((await numbering.create({ ...EXPORT_SERIES, kind: 'Quote', pattern })).status).toBe(201);
  });

  it('409 for a pattern of the other kind: invoices and credit notes share one number space', async () => {
    const [note] = (await numbering.list()).filter(({ kind }) => kind === 'CreditNote');
    const invoices = await numbering.create({ ...EXPORT_SERIES, pattern: note?.pattern });
    expect(invoices.body).toMatchObject({
      status: 409,
      code: 'series_code_taken',
      detail: 'The CreditNote series default has the same pattern.',
      existingId: note?.id,
      errors: [{ pointer: '/pattern', code: 'series_code_taken' }],
    });
    const { id, pattern } = await numbering.ofInvoices();
    const notes = await numbering.create({ ...EXPORT_SERIES, kind: 'CreditNote', pattern });
    expect(notes.body).toMatchObject({ status: 409, code: 'series_code_taken', existingId: id });
    expect((await numbering.create(EXPORT_SERIES)).status).toBe(201);
    expect(
      (await numbering.create({ ...EXPORT_SERIES, kind: 'CreditNote', pattern: 'EXC-{YYYY}-{####}' })).status,
    ).toBe(201);
  });

  it.each<[string, string, string]>([
    ['a shorter counter', 'INV-{YYYY}-{####}', 'INV-2026-10001'],
    ['a digit before the counter', 'INV-{YYYY}-1{####}', 'INV-2026-10001'],
  ])('409 for a pattern that can produce the numbers of another series: %s', async (_, pattern, number) => {
    const { id } = await numbering.ofInvoices();
    const detail = `The Invoice series default has the pattern INV-{YYYY}-{#####}, which produces the same numbers, such as ${number}.`;
    for (const kind of ['Invoice', 'CreditNote']) {
      const answer = await numbering.create({ ...EXPORT_SERIES, kind, pattern });
      expect(answer.body).toMatchObject({
        ...{ status: 409, code: 'series_code_taken', detail, existingId: id },
        errors: [{ pointer: '/pattern', code: 'series_code_taken', message: detail }],
      });
    }
    const notes = (await numbering.list()).find(({ kind }) => kind === 'CreditNote');
    expect((await numbering.patch(notes?.id ?? 0, { pattern })).body).toMatchObject({ status: 409, detail });
    expect((await numbering.create({ ...EXPORT_SERIES, kind: 'Quote', pattern })).status).toBe(201);
  });

  it('200 for other changes of a series that overlaps since before such patterns were rejected', async () => {
    const { body: old } = await numbering.create(EXPORT_SERIES);
    await withClient(numbering.api.databaseUrl, (db) =>
      db.query(`UPDATE number_series SET pattern = 'INV-{YYYY}-{####}' WHERE id = $1`, [old.id]),
    );
    expect((await numbering.patch(old.id, { start: 7 })).body).toMatchObject({
      start: 7,
      pattern: 'INV-{YYYY}-{####}',
    });
    expect(await numbering.send(1, { series: 'export' })).toEqual(['INV-2026-0007']);
    expect((await numbering.patch(old.id, { pattern: 'INV-{YYYY}-{###}' })).status).toBe(409);
    expect((await numbering.patch(old.id, { pattern: 'EXP-{YYYY}-{###}' })).status).toBe(200);
  });

  it('409 for all but one of 20 in parallel, of both kinds', async () => {
    const kinds = ['Invoice', 'CreditNote'];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        numbering.create({ ...EXPORT_SERIES, kind: kinds[n % 2], code: `both-${n}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
  });

  it('422 for a pattern that would repeat a number of a document of the other kind', async () => {
    const invoice = await numbering.records.sent();
    await numbering.records.credit(invoice);
    const notes = (await numbering.list()).find(({ kind }) => kind === 'CreditNote');
    await numbering.patch(notes?.id ?? 0, { pattern: 'GS-{YYYY}-{#####}' });
    const answer = await numbering.create({ ...EXPORT_SERIES, pattern: 'CN-{YYYY}-{#####}' });
    expect(answer.body).toMatchObject({ status: 422, errors: [{ pointer: '/pattern', code: 'number_exists' }] });
    expect(answer.body.errors?.[0]?.message).toContain('CN-2026-00001');
  });

  it('409 for all but one of 20 in parallel', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => numbering.create(EXPORT_SERIES)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 201).map(({ body }) => [body.code, body['existingId']]);
    expect(refused).toEqual(Array(19).fill(['series_code_taken', made[0]?.body.id]));
  });

  it('201, audited, in the list by kind and code, and invoices count in it', async () => {
    const answer = await numbering.create({ ...EXPORT_SERIES, start: 1043 });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      ...EXPORT_SERIES,
      id: expect.any(Number),
      reset: 'Yearly',
      start: 1043,
      nextNumber: 'EXP-2026-1043',
      lastDate: null,
      version: 1,
      createdAt: SERIES_NOW,
      updatedAt: SERIES_NOW,
    });
    expect(await numbering.get(answer.body.id)).toEqual(answer.body);
    expect((await numbering.list()).map(({ kind, code }) => `${kind} ${code}`)).toEqual([
      'CreditNote default',
      'Invoice default',
      'Invoice export',
      'Quote default',
    ]);
    expect(await auditOf(numbering.api, numbering.owner.companyId, 'series.created')).toMatchObject([
      {
        actor: `member ${numbering.owner.email}`,
        target: String(answer.body.id),
        details: { ...EXPORT_SERIES, reset: 'Yearly', start: 1043 },
        requestId: answer.headers.get('request-id'),
      },
    ]);
    expect(await numbering.send(2, { series: 'export' })).toEqual(['EXP-2026-1043', 'EXP-2026-1044']);
    expect(await numbering.send(1)).toEqual(['INV-2026-00001']);
    const audit = (await numbering.key.call<SeriesAuditView>('GET', `/v1/series/${answer.body.id}/audit`)).body;
    expect(audit).toMatchObject({
      continuous: true,
      periods: [{ count: 2, expected: 2, firstNumber: 'EXP-2026-1043' }],
    });
  });
});
