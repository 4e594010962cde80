import { PdfThreads } from '@billhook/pdf/pdf-threads';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApi } from '../support/api.js';
import { line } from '../support/bodies.js';
import { digest, keptFile, pdfFile, type Asking } from '../support/pdf-file.js';
import { Records } from '../support/records.js';
import { itReturns404ForOthers, itRequires } from '../support/route-cases.js';
import { World, type KeyCaller } from '../support/world.js';

let api: TestApi;
/** Another process of the same installation. */
let beside: TestApi;
let world: World;
let key: KeyCaller;
let records: Records;
const suite = () => ({ api, world });

beforeAll(async () => {
  api = await TestApi.start();
  beside = await TestApi.beside(api);
  world = new World(api);
  key = await world.key();
  records = new Records(key);
});
afterAll(async () => {
  await beside.stop();
  await api.stop();
});

/** The number of PDFs that a process has begun to render. */
const begun = (of: TestApi = api): number => of.app.get(PdfThreads).begun;

const file = (path: string, asking: Partial<Asking> = {}) => pdfFile(path, { of: api, by: key, ...asking });
const kept = (resource: string, id: number) => keptFile(api, resource, id);

const ROUTES = [
  ['invoice.read', 'invoices', (own: Records) => own.draft()],
  ['quote.read', 'quotes', (own: Records) => own.quote()],
  ['invoice.read', 'credit-notes', async (own: Records) => own.credit(await own.sent())],
] as const;

describe.each(ROUTES)('with %s: GET /v1/%s/{id}/pdf', (permission, name, make) => {
  itRequires(permission, 'GET', `/v1/${name}/999999/pdf`, suite);
  itReturns404ForOthers({ method: 'GET', path: `/v1/${name}`, rest: '/pdf', make }, suite);
});

describe('the PDF of a draft', () => {
  it('is marked as a draft, shows changes, and is not stored in the database', async () => {
    const { id, clientId } = await records.draft();
    const path = `/v1/invoices/${id}`;
    const first = await file(path);
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(first.headers.get('content-disposition')).toBe('inline; filename="draft.pdf"');
    expect(first.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(first.title).toBe('Invoice (draft)');
    await key.call('PATCH', `/v1/clients/${clientId}`, { body: { name: 'Renamed', locale: 'fr' } });
    const second = await file(path);
    expect([second.title, second.language]).toEqual(['Facture (brouillon)', 'fr']);
    expect(await kept('invoice', id)).toBeUndefined();
  });

  it('is rendered once per content, and again for a new version or a changed client', async () => {
    const { id, clientId } = await records.draft();
    const path = `/v1/invoices/${id}`;
    const before = begun();
    const [first, second] = await Promise.all([file(path), file(path)]);
    expect(digest((await file(path)).bytes)).toBe(digest(first.bytes));
    expect([digest(second.bytes), begun() - before]).toEqual([digest(first.bytes), 1]);
    await key.call('PATCH', path, { body: { terms: 'New terms' } });
    const next = await file(path);
    expect([digest(next.bytes) === digest(first.bytes), begun() - before]).toEqual([false, 2]);
    expect(next.headers.get('etag')).not.toBe(first.headers.get('etag'));
    await key.call('PATCH', `/v1/clients/${clientId}`, { body: { name: 'Renamed' } });
    expect([(await file(path)).status, begun() - before]).toEqual([200, 3]);
  });

  it('is not rendered for a caller who has it: 304 by a weak ETag, the same in every process', async () => {
    const { id } = await records.draft();
    const path = `/v1/invoices/${id}`;
    const tag = (await file(path)).headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"[\w-]{43}"$/);
    const known = await file(path, { of: beside, headers: { 'if-none-match': tag } });
    expect([known.status, known.bytes.length, known.headers.get('etag'), begun(beside)]).toEqual([304, 0, tag, 0]);
  });

  it('of a quote is available as well, also without a line', async () => {
    const { id } = await records.quote({ lines: [] });
    expect(await file(`/v1/quotes/${id}`)).toMatchObject({ status: 200, title: 'Quote (draft)' });
  });
});

describe('the PDF of an issued document', () => {
  it('is requested in the transaction of the send, and not after a rollback', async () => {
    const [sent, late] = [
      await records.sent({ issueDate: '2026-11-20' }),
      await records.draft({ issueDate: '2026-11-19' }),
    ];
    expect(await kept('invoice', sent.id)).toEqual({ drawn: false });
    expect((await key.call('POST', `/v1/invoices/${late.id}/send`)).status).toBe(422);
    expect(await kept('invoice', late.id)).toBeUndefined();
    const [quote, note] = [await records.sentQuote(), await records.credit(sent)];
    expect([await kept('quote', quote.id), await kept('credit_note', note.id)]).toEqual([
      { drawn: false },
      { drawn: false },
    ]);
  });

  it('shows the due date of the issue, even if it was postponed before rendering', async () => {
    const drawn = async (dueDate: string, postponed?: string): Promise<string> => {
      const owner = await world.member(await world.company());
      await (await world.session(owner)).call('PATCH', '/app/company', { body: { name: 'Same Company' } });
      const by = await world.key({ member: owner });
      const own = new Records(by);
      const { id } = await own.sent({ dueDate });
      if (postponed) await own.act(`/v1/invoices/${id}/postpone`, { dueDate: postponed, reason: 'Payment plan' });
      const { dueDate: current } = await own.invoice(id);
      expect(current).toBe(postponed ?? dueDate);
      // The ID is a digest of the whole source, including ids that no page shows.
      return (await file(`/v1/invoices/${id}`, { by })).bytes.toString('latin1').replace(/\/ID \[.*\]/, '');
    };
    const shown = await drawn('2026-12-01');
    expect((await drawn('2026-12-01', '2026-12-31')) === shown).toBe(true);
    expect((await drawn('2026-12-31')) === shown).toBe(false);
  });

  it('is always the same bytes: from every process, in parallel, and after changes of the parties', async () => {
    const own = new Records(key);
    const { id: clientId } = await own.client({ locale: 'fr' });
    const invoice = await own.sent({ clientId });
    const path = `/v1/invoices/${invoice.id}`;
    const files = await Promise.all([api, beside, api, beside].map((of) => file(path, { of })));
    const [first] = files;
    if (!first) throw new Error('no answer');
    expect(new Set(files.map(({ bytes }) => digest(bytes))).size).toBe(1);
    expect([first.title, first.language]).toEqual([`Facture ${invoice.number}`, 'fr']);
    expect(first.headers.get('etag')).toBe(`"${digest(first.bytes)}"`);
    expect(first.headers.get('content-disposition')).toBe(`inline; filename="${invoice.number}.pdf"`);
    expect(await kept('invoice', invoice.id)).toEqual({ drawn: true });
    await key.call('PATCH', `/v1/clients/${clientId}`, { body: { name: 'Renamed', locale: 'en' } });
    await key.call('POST', `${path}/reject`, { body: { code: 'Other' } });
    await key.call('POST', `${path}/void`);
    expect(digest((await file(path, { of: beside })).bytes)).toBe(digest(first.bytes));
  });

  it('shows the parties as they were, even if it is rendered after they changed', async () => {
    const invoice = await records.sent();
    const note = await records.credit(invoice);
    await key.call('PATCH', `/v1/clients/${invoice.clientId}`, { body: { locale: 'fr', name: 'Renamed' } });
    expect(await file(`/v1/invoices/${invoice.id}`)).toMatchObject({
      language: 'en',
      title: `Invoice ${invoice.number}`,
    });
    expect(await file(`/v1/credit-notes/${note.id}`)).toMatchObject({
      language: 'en',
      title: `Credit note ${note.number}`,
    });
  });

  it('of a quote keeps its bytes once it is rendered, in the language of the document', async () => {
    const quote = await records.sentQuote({
      locale: 'fr',
      title: 'Printemps',
      lines: [line, { ...line, taxRate: '5.5' }],
    });
    const path = `/v1/quotes/${quote.id}`;
    const drawn = await file(path);
    expect(drawn).toMatchObject({ status: 200, language: 'fr', title: `Devis ${quote.number}` });
    await key.call('PATCH', `/v1/clients/${quote.clientId}`, { body: { name: 'Renamed' } });
    await key.call('POST', `${path}/decline`, { body: { code: 'Other' } });
    expect(digest((await file(path)).bytes)).toBe(digest(drawn.bytes));
  });
});

describe('If-None-Match', () => {
  it('304 without a body for the bytes of the caller; 200 for others', async () => {
    const { id } = await records.sent();
    const path = `/v1/invoices/${id}`;
    const tag = (await file(path)).headers.get('etag') ?? '';
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const answer = await file(path, { headers: { 'if-none-match': known } });
      expect([known, answer.status, answer.bytes.length]).toEqual([known, 304, 0]);
      expect(answer.headers.get('etag')).toBe(tag);
    }
    expect((await file(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });
});
