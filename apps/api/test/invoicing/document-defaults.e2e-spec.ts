import type { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { PublicDocumentView } from '@billhook/contract/invoicing/public-document';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import { newCompanyDefaults, NO_COMPANY_DEFAULTS } from '@billhook/domain/invoicing/document-defaults';
import { legalTexts, requiredTerms } from '@billhook/domain/invoicing/legal-texts';
import { structuredReference } from '@billhook/domain/invoicing/payment-reference';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { invoiceBody } from '../support/bodies.js';
import { DOCUMENT, tokenOf } from '../support/document-link.js';
import { Records, type Of } from '../support/records.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller, SessionCaller } from '../support/world.js';

const TERMS = requiredTerms('FR') ?? { en: '', fr: '' };
const DEFAULTS = { ...newCompanyDefaults('FR', 'fr'), notes: { en: 'Thank you', fr: 'Merci' } };
const issued = { issueDate: '2026-11-01' };
const NONE = { dueDate: null, dueDateByTerms: true, terms: null, notes: [], locale: null };
const INHERITED = { dueDate: '2026-12-01', dueDateByTerms: true, terms: TERMS.fr, notes: ['Merci'], locale: 'fr' };

const { api, world } = await startWorld();
let session: SessionCaller;
let key: KeyCaller;
let records: Records;

beforeEach(async () => {
  api.clock.set('2026-11-21T10:30:00.000Z');
  const owner = await world.member(await world.company());
  session = await world.session(owner);
  key = await world.key({ member: owner });
  records = new Records(key);
});

/** Changes the defaults of the company. */
async function defaults(body: object): Promise<void> {
  expect((await session.call('PATCH', '/app/company', { body })).status).toBe(200);
}
const change = async <T = InvoiceView>(path: string, body: object) => (await key.call<T>('PATCH', path, { body })).body;

describe('a company without defaults', () => {
  it('creates documents as before', async () => {
    expect(await records.draft(issued)).toMatchObject(NONE);
    const quote = await records.quote(issued);
    expect(quote).toMatchObject({ expiryDate: null, terms: null, notes: [], locale: null });
    await defaults(DEFAULTS);
    await defaults(NO_COMPANY_DEFAULTS);
    expect(await records.draft(issued)).toMatchObject(NONE);
  });

  it('keeps its drafts as they are when it sets defaults', async () => {
    const [draft, quote] = [await records.draft(issued), await records.quote(issued)];
    await defaults(DEFAULTS);
    expect(await change(`/v1/invoices/${draft.id}`, { issueDate: '2026-11-10' })).toMatchObject(NONE);
    const sent = await records.send(draft);
    expect(sent).toMatchObject({ ...NONE, dueDateByTerms: null });
    expect(await records.act<QuoteView>(`/v1/quotes/${quote.id}/send`)).toMatchObject({ expiryDate: null, notes: [] });
  });
});

describe('a new document', () => {
  it('has the defaults of the company, also in a preview and a batch', async () => {
    await defaults(DEFAULTS);
    expect(await records.draft(issued)).toMatchObject(INHERITED);
    const { id } = await records.client();
    const body = { ...invoiceBody(id), ...issued };
    expect((await key.call('POST', '/v1/invoices/preview', { body })).body).toMatchObject({ dueDate: '2026-12-01' });
    const batch = { mode: 'atomic', items: [body] };
    expect((await key.call('POST', '/v1/invoices/batch', { body: batch })).text).toContain('"dueDate":"2026-12-01"');
    expect(await records.quote(issued)).toMatchObject({
      ...{ expiryDate: '2026-12-01', terms: TERMS.fr, notes: ['Merci'], locale: 'fr' },
    });
  });

  it('has the values of its client first', async () => {
    await defaults(DEFAULTS);
    const client = await records.client({ paymentTerms: { days: 14, text: '2 % within 5 days' }, locale: 'en' });
    const terms = `2 % within 5 days\n${TERMS.en}`;
    const expected = { dueDate: '2026-11-15', dueDateByTerms: true, terms, notes: ['Thank you'], locale: null };
    expect(await records.draft({ clientId: client.id, ...issued })).toMatchObject(expected);
  });

  it('has its own values above all, also none', async () => {
    await defaults(DEFAULTS);
    const { id: clientId } = await records.client({ paymentTerms: { days: 14, text: 'Soon' }, locale: 'en' });
    const own = { terms: 'Mine', notes: ['Own'], locale: 'fr', dueDate: '2026-12-24' };
    expect(await records.draft({ clientId, ...issued, ...own })).toMatchObject({ ...own, dueDateByTerms: false });
    const none = { terms: null, notes: [] };
    expect(await records.draft({ clientId, ...none })).toMatchObject(none);
    const quote = { ...none, expiryDate: null };
    expect(await records.quote({ clientId, ...quote })).toMatchObject(quote);
    expect(await records.quote({ ...issued, expiryDate: '2026-11-05' })).toMatchObject({ expiryDate: '2026-11-05' });
  });

  it('is in English if neither names a language, and has no text that only exists in another one', async () => {
    await defaults({ terms: { fr: TERMS.fr }, notes: DEFAULTS.notes });
    expect(await records.draft()).toMatchObject({ terms: null, notes: ['Thank you'], locale: null });
    expect(await records.draft({ locale: 'fr' })).toMatchObject({ terms: TERMS.fr, notes: ['Merci'] });
  });
});

describe('a draft that waits', () => {
  it('keeps its values after a default was removed, and is issued with them', async () => {
    await defaults(DEFAULTS);
    const [draft, quote] = [await records.draft(issued), await records.quote(issued)];
    await defaults(NO_COMPANY_DEFAULTS);
    const moved = await change(`/v1/invoices/${draft.id}`, { issueDate: '2026-11-10' });
    expect(moved).toMatchObject({ ...INHERITED, dueDate: '2026-12-10' });
    const sent = await records.act(`/v1/invoices/${draft.id}/send`, { issueDate: '2026-11-20' });
    expect(sent).toMatchObject({ ...INHERITED, dueDate: '2026-12-20', dueDateByTerms: null });
    await defaults({ paymentTerms: { days: 7 }, terms: { fr: 'Autre' }, locale: 'en' });
    expect(await records.invoice(draft.id)).toEqual(sent);
    expect(await records.act<QuoteView>(`/v1/quotes/${quote.id}/send`)).toMatchObject({
      ...{ expiryDate: '2026-12-01', terms: TERMS.fr, notes: ['Merci'], locale: 'fr' },
    });
  });

  it('has the payment terms of the company at its creation, unless its client has some', async () => {
    await defaults(DEFAULTS);
    const draft = await records.draft(issued);
    await defaults({ paymentTerms: { days: 60 } });
    const path = `/v1/invoices/${draft.id}`;
    const { id: quick } = await records.client({ paymentTerms: { days: 14 } });
    const steps = [
      [{ clientId: quick }, '2026-11-15', true],
      [{ clientId: draft.clientId }, '2026-12-01', true],
      [{ dueDate: '2026-12-24' }, '2026-12-24', false],
      [issued, '2026-12-24', false],
      [{ dueDate: null }, '2026-12-01', true],
    ] as const;
    for (const [body, dueDate, dueDateByTerms] of steps)
      expect(await change(path, body)).toMatchObject({ dueDate, dueDateByTerms });
    expect(await records.draft(issued)).toMatchObject({ dueDate: '2026-12-31', dueDateByTerms: true });
  });

  it('keeps its due date if 0.1.0 changes or sends it', async () => {
    await defaults(DEFAULTS);
    const { id } = await records.draft(issued);
    const [row] = await api.app.get(DataSource).query<{ due_date_by_terms: boolean | null }[]>(
      // The previous release compares with the client's terms, of which there are none, and keeps another date.
      'SELECT due_date_by_terms FROM invoices WHERE id = $1',
      [id],
    );
    expect(row).toEqual({ due_date_by_terms: null });
    await api.app.get(DataSource).query('UPDATE invoices SET company_payment_terms = NULL WHERE id = $1', [id]);
    expect(await records.send({ id })).toMatchObject({ dueDate: '2026-12-01' });
  });
});

describe('a date after the supported calendar', () => {
  const LATE = { issueDate: '2999-12-30' };
  const tooLate = (member: string, code: string) => ({
    status: 422,
    body: {
      errors: [
        { pointer: `/${member}`, code, message: expect.stringMatching(/^must not be after 2999-12-31: send an/) },
      ],
    },
  });
  const dueTooLate = tooLate('dueDate', 'due_too_late');

  it.each<
    [string, 'POST' | 'PATCH', (of: { clientId: number; draft: number; quote: number }) => [string, object], object]
  >([
    ['a new invoice', 'POST', ({ clientId }) => ['invoices', { ...invoiceBody(clientId), ...LATE }], dueTooLate],
    ['a preview', 'POST', ({ clientId }) => ['invoices/preview', { ...invoiceBody(clientId), ...LATE }], dueTooLate],
    ['the issue date of a draft', 'PATCH', ({ draft }) => [`invoices/${draft}`, LATE], dueTooLate],
    [
      'a return to the payment terms',
      'PATCH',
      ({ draft }) => [`invoices/${draft}`, { ...LATE, dueDate: null }],
      dueTooLate,
    ],
    [
      'a new quote',
      'POST',
      ({ clientId }) => ['quotes', { ...invoiceBody(clientId), ...LATE }],
      tooLate('expiryDate', 'expiry_too_late'),
    ],
  ])('is rejected for %s, also if it is inherited', async (_, method, request, problem) => {
    await defaults(DEFAULTS);
    const { id: clientId } = await records.client();
    const of = { clientId, draft: (await records.draft()).id, quote: (await records.quote()).id };
    const [path, body] = request(of);
    expect(await key.call(method, `/v1/${path}`, { body })).toMatchObject(problem);
  });

  it('is not the expiry of a revision, which ends with the calendar', async () => {
    const { id } = await records.sentQuote({ issueDate: '1950-01-01', expiryDate: '2999-12-31' });
    expect(await records.act<QuoteView>(`/v1/quotes/${id}/revise`)).toMatchObject({ expiryDate: '2999-12-31' });
  });
});

describe('copies', () => {
  it('keep the texts and the language of the original, and are due by the defaults of today', async () => {
    const english = await records.draft({ ...issued, terms: 'Before', notes: ['Old'] });
    const old = await records.sentQuote({ ...issued, terms: 'Before' });
    const accepted = await records.accepted({ ...issued, notes: ['Old'] });
    await defaults(DEFAULTS);
    expect(await records.act(`/v1/invoices/${english.id}/duplicate`)).toMatchObject({
      ...{ terms: 'Before', notes: ['Old'], locale: null, dueDate: '2026-12-21', dueDateByTerms: true },
    });
    expect(await records.act<QuoteView>(`/v1/quotes/${old.id}/revise`)).toMatchObject({
      ...{ terms: 'Before', notes: [], locale: null, expiryDate: null },
    });
    expect(await records.convert(accepted, { mode: 'Whole' })).toMatchObject({
      ...{ terms: TERMS.en, notes: ['Old'], locale: null, dueDate: '2026-12-21' },
    });
  });

  it('of lines in a credit note come without a note, in the language of the invoice', async () => {
    await defaults(DEFAULTS);
    const note: CreditNoteView = await records.credit(await records.sent());
    expect(note).toMatchObject({ notes: [], locale: 'fr' });
  });
});

describe('validate', () => {
  const codes = async (body: Of) => {
    const { id } = await records.draft(body);
    const { warnings } = await records.act<{ warnings: { code: string }[] }>(`/v1/invoices/${id}/validate`);
    await records.send({ id });
    return warnings.map(({ code }) => code).filter((code) => code !== 'payment_account_missing');
  };
  const MISSING = ['late_payment_penalty_missing', 'recovery_costs_missing', 'early_payment_discount_missing'];

  it('warns of each sentence that the law requires, and the invoice can be sent', async () => {
    expect(await codes({})).toEqual(MISSING);
    expect(await codes({ notes: ['Pas d’escompte.'] })).toEqual(MISSING.slice(0, 2));
    await defaults({ legalNotice: 'Indemnité forfaitaire pour frais de recouvrement : 40 €' });
    expect(await codes({ terms: 'Pénalités : 12 %' })).toEqual(MISSING.slice(2));
    await defaults({ legalNotice: null, terms: TERMS });
    expect(await codes({})).toEqual([]);
    expect(await codes({ locale: 'fr' })).toEqual([]);
    expect(await codes({ terms: null })).toEqual(MISSING);
    const { id: clientId } = await records.client({ kind: 'Individual', vatNumber: undefined });
    expect(await codes({ clientId, terms: null })).toEqual([]);
  });

  it('warns a company in Germany until its texts say what the date of supply is', async () => {
    await defaults({ address: { line1: 'Kai 1', city: 'Hamburg', country: 'DE' }, vatNumber: 'DE136695976' });
    expect(await codes({})).toEqual(['supply_date_missing']);
    await defaults({ terms: requiredTerms('DE') });
    expect(await codes({})).toEqual([]);
  });
});

describe('the structured reference of a Belgian company', () => {
  const [asking] = legalTexts('BE');
  const address = { line1: 'Rue de la Loi 16', postalCode: '1000', city: 'Bruxelles', country: 'BE' };
  /** The reference on the page of the client, of an invoice that is sent by link. */
  const referenceOf = async (body: Of) => {
    const { id } = await records.draft(body);
    const { publicUrl, number } = await records.act(`/v1/invoices/${id}/send`, { channel: 'Link' });
    const page = await world.bearer(tokenOf({ publicUrl })).call<PublicDocumentView>('GET', DOCUMENT);
    const { paymentReference } = await records.invoice(id);
    expect(page.body.payment?.reference).toBe(paymentReference);
    return { id, number, reference: paymentReference };
  };

  it('is the payment reference where its texts ask for it', async () => {
    await defaults({ address, vatNumber: 'BE0403170701', terms: asking?.text });
    const { id, reference } = await referenceOf({});
    expect(reference).toBe(structuredReference(id));
    expect(reference).toMatch(/^\+{3}\d{3}\/\d{4}\/\d{5}\+{3}$/);
    expect(await records.draft({})).toMatchObject({ paymentReference: null });
    const paymentMeans = { code: '58', remittance: 'Project 7' };
    expect(await referenceOf({ paymentMeans })).toMatchObject({ reference: 'Project 7' });
    const plain = await referenceOf({ terms: null });
    expect(plain.reference).toBe(plain.number);
  });

  it('differs between two series whose numbers have the same digits', async () => {
    await defaults({ address, vatNumber: 'BE0403170701', terms: asking?.text });
    const series = { kind: 'Invoice', code: 'export', pattern: 'EXP-{YYYY}-{#####}', reset: 'Yearly' };
    expect((await session.call('POST', '/app/series', { body: series })).status).toBe(201);
    const [one, other] = [await referenceOf({}), await referenceOf({ series: 'export' })];
    expect([one.number, other.number]).toEqual(['INV-2026-00001', 'EXP-2026-00001']);
    expect(one.reference).not.toBe(other.reference);
  });
});
