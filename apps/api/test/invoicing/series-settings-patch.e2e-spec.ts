import type { SeriesAuditView } from '@billhook/contract/invoicing/series';
import { describe, expect, it } from '@jest/globals';
import { auditOf } from '../support/audit-rows.js';
import { EXPORT_SERIES, SeriesSettings } from '../support/series-settings.js';

const numbering = await SeriesSettings.start();

describe('PATCH /app/series/{id}', () => {
  numbering.itIsForAdministrators('PATCH', '/series/999999');

  it("404 alike for an unknown id, another company's, and an invalid id, and nothing changes", async () => {
    const stranger = await numbering.world.session(await numbering.world.member(await numbering.world.company()));
    const before = await numbering.ofInvoices();
    for (const id of [before.id, 999_999_999, 'abc', '0']) {
      const answer = await stranger.call('PATCH', `/app/series/${id}`, { body: { start: 7 } });
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect(await numbering.get(before.id)).toEqual(before);
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
    const before = await numbering.ofInvoices();
    const answer = await numbering.patch(before.id, body);
    expect(answer.body).toMatchObject({ status: 422, code: 'invalid_body' });
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer }));
    expect(await numbering.get(before.id)).toEqual(before);
    expect(await auditOf(numbering.api, numbering.owner.companyId, 'series.updated')).toEqual([]);
  });

  it.each<[string, object, object, string]>([
    ['yearly, then monthly', { pattern: '{YYYY}{MM}-{##}' }, { reset: 'Monthly' }, '202611-02'],
    ['monthly, then yearly', { pattern: '{YYYY}{MM}-{##}', reset: 'Monthly' }, { reset: 'Yearly' }, '202611-02'],
    ['yearly, then never', { pattern: '{YYYY}-{##}' }, { reset: 'Never' }, '2026-02'],
    ['a month that looks like a count', { pattern: '{YYYY}-1{##}' }, { pattern: '{YYYY}-{###}' }, '2026-102'],
  ])('422 for a change that would repeat numbers: %s', async (_, first, second, last) => {
    const { id } = await numbering.ofInvoices();
    expect((await numbering.patch(id, first)).status).toBe(200);
    expect((await numbering.send(2)).at(-1)).toBe(last);
    const answer = await numbering.patch(id, second);
    expect(answer.body).toMatchObject({ status: 422, errors: [{ pointer: '/pattern', code: 'number_exists' }] });
    expect(answer.body.errors?.[0]?.message).toMatch(/would repeat the number \S+:/);
    expect(await numbering.get(id)).toMatchObject(first);
    expect(await numbering.send(1)).not.toContain(last);
  });

  it('409 for the start after the first number, also of another year; the same start is no change', async () => {
    const { id } = await numbering.ofInvoices();
    await numbering.send(1, { issueDate: '2025-12-31' });
    expect((await numbering.patch(id, { start: 7 })).body).toMatchObject({ status: 409, code: 'series_in_use' });
    expect((await numbering.patch(id, { start: 1 })).status).toBe(200);
    expect(await numbering.get(id)).toMatchObject({ start: 1, version: 1 });
  });

  it('409 for the pattern of another one of the kind, naming it', async () => {
    const { body: other } = await numbering.create(EXPORT_SERIES);
    const answer = await numbering.patch((await numbering.ofInvoices()).id, { pattern: EXPORT_SERIES.pattern });
    expect(answer.body).toMatchObject({ status: 409, code: 'series_code_taken', existingId: other.id });
  });

  it('409 for the pattern of the other kind of the number space, naming its series', async () => {
    const { id, pattern } = await numbering.ofInvoices();
    const notes = (await numbering.list()).find(({ kind }) => kind === 'CreditNote');
    const answer = await numbering.patch(notes?.id ?? 0, { pattern });
    expect(answer.body).toMatchObject({ status: 409, code: 'series_code_taken', existingId: id });
    const quotes = (await numbering.list()).find(({ kind }) => kind === 'Quote');
    expect((await numbering.patch(quotes?.id ?? 0, { pattern })).status).toBe(200);
  });

  it('412 for an outdated version', async () => {
    const { id } = await numbering.ofInvoices();
    expect((await numbering.patch(id, { start: 5 })).headers.get('etag')).toMatch(/^"2-/);
    const change = { body: { start: 6 }, headers: { 'if-match': '"1"' } };
    const answer = await numbering.session.call('PATCH', `/app/series/${id}`, change);
    expect(answer).toMatchObject({ status: 412, body: { code: 'version_mismatch', currentVersion: 2 } });
    expect(await numbering.get(id)).toMatchObject({ start: 5 });
  });

  it('200 for no change, without a version or entry', async () => {
    const before = await numbering.ofInvoices();
    for (const body of [{}, { pattern: before.pattern, reset: before.reset }])
      expect((await numbering.patch(before.id, body)).body).toEqual(before);
    expect(await auditOf(numbering.api, numbering.owner.companyId, 'series.updated')).toEqual([]);
  });

  it('200 for the start before the first number, with the previous value', async () => {
    const { id } = await numbering.ofInvoices();
    const answer = await numbering.patch(id, { start: 1043 });
    expect(answer.body).toMatchObject({ start: 1043, version: 2, nextNumber: 'INV-2026-01043' });
    expect(await auditOf(numbering.api, numbering.owner.companyId, 'series.updated')).toMatchObject([
      {
        actor: `member ${numbering.owner.email}`,
        target: String(id),
        details: { kind: 'Invoice', code: 'default', changed: { start: { from: 1, to: 1043 } } },
      },
    ]);
    expect(await numbering.send(2)).toEqual(['INV-2026-01043', 'INV-2026-01044']);
  });

  it('200 for another pattern in the middle of the year: the count continues, also back', async () => {
    const { id, pattern } = await numbering.ofInvoices();
    await numbering.send(2);
    expect((await numbering.patch(id, { pattern: '{YY}/{MM}-{####}' })).body.nextNumber).toBe('26/11-0003');
    expect(await numbering.send(2)).toEqual(['26/11-0003', '26/11-0004']);
    await numbering.patch(id, { pattern });
    expect(await numbering.send(1)).toEqual(['INV-2026-00005']);
    const audit = (await numbering.key.call<SeriesAuditView>('GET', `/v1/series/${id}/audit`)).body;
    expect(audit).toMatchObject({ continuous: true, periods: [{ period: '2026', count: 5, expected: 5 }] });
  });

  it('200 for another reset with a pattern that prints other numbers', async () => {
    const { id } = await numbering.ofInvoices();
    await numbering.send(2);
    const change = { reset: 'Monthly', pattern: 'INV-{YYYY}{MM}-{###}' };
    expect((await numbering.patch(id, change)).body.nextNumber).toBe('INV-202611-001');
    expect(await numbering.send(1)).toEqual(['INV-202611-001']);
    const audit = (await numbering.key.call<SeriesAuditView>('GET', `/v1/series/${id}/audit`)).body;
    expect(audit.continuous).toBe(true);
    expect(audit.periods.map(({ period, count }) => [period, count])).toEqual([
      ['2026', 2],
      ['2026-11', 1],
    ]);
  });
});
