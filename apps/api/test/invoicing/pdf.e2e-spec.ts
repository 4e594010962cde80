import { Database } from '@billhook/db/database';
import { useRenderer } from '@billhook/db/migrations/steps';
import { CreditNotesRepository } from '@billhook/invoicing/credit-notes/credit-notes.repository';
import { creditNoteSource, invoiceSource, quoteSource, type Parties } from '@billhook/invoicing/documents/pdf-sources';
import { requireRendered } from '@billhook/invoicing/documents/waiting-renderers';
import { InvoicesRepository } from '@billhook/invoicing/invoices/invoices.repository';
import { QuotesRepository } from '@billhook/invoicing/quotes/quotes.repository';
import { PdfThreads } from '@billhook/pdf/pdf-threads';
import { renderPdf } from '@billhook/pdf/render-pdf';
import { RENDERER_VERSION } from '@billhook/pdf/renderer-version';
import { eventually } from '@billhook/testing/patience';
import { end, spawnProgram } from '@billhook/testing/program';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { SECRET, TestApi } from '../support/api.js';
import { line } from '../support/bodies.js';
import { withCellRunner } from '../support/cell-runner.js';
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
    const { id, clientId } = await records.draft({ terms: 'Terms of this draft' });
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

const query = <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  api.app.get(DataSource).query(text, values);

describe('an issued document whose PDF was not requested', () => {
  it('is rendered once when 50 clients request it at the same moment, with one entry in the document chain', async () => {
    const { id } = await records.sent();
    const before = begun();
    const files = await Promise.all(Array.from({ length: 50 }, () => file(`/v1/invoices/${id}`)));
    expect(new Set(files.map(({ status, bytes }) => `${status} ${digest(bytes)}`)).size).toBe(1);
    expect(begun() - before).toBe(1);
    const entries = await query<{ action: string; digest: string }>(
      `SELECT action, encode(digest, 'hex') AS digest FROM document_chain
        WHERE resource = 'invoice' AND record_id = $1 AND version IS NULL ORDER BY id`,
      id,
    );
    expect(entries.map(({ action }) => action)).toEqual(['compose', 'render']);
    expect(entries[1]?.digest).toBe(digest(files[0]?.bytes ?? Buffer.of()));
  });

  it('has the same PDF 60 days later, from another process in another time zone, after both parties were renamed', async () => {
    await query('DELETE FROM document_files WHERE bytes IS NULL');
    const owner = await world.member(await world.company());
    const by = await world.key({ member: owner });
    const own = new Records(by);
    const { id: clientId } = await own.client();
    const invoice = await own.sent({ clientId, notes: ['Merci – thank you'] });
    const quote = await own.sentQuote({ clientId, title: 'Printemps' });
    const note = await own.credit(invoice);
    const paths = [`/v1/invoices/${invoice.id}`, `/v1/quotes/${quote.id}`, `/v1/credit-notes/${note.id}`];
    const stored = await query<{ content: string }>(
      `SELECT content FROM document_files WHERE company_id = $1 ORDER BY asked_at`,
      by.companyId,
    );
    const rows = [
      invoiceSource(...withParties(await api.app.get(InvoicesRepository).find(by.companyId, invoice.id))),
      quoteSource(...withParties(await api.app.get(QuotesRepository).find(by.companyId, quote.id))),
      creditNoteSource(
        ...withParties(await api.app.get(CreditNotesRepository).find(by.companyId, note.id)),
        invoice.issueDate,
      ),
    ];
    expect(stored.map(({ content }) => JSON.parse(content))).toEqual(JSON.parse(JSON.stringify(rows)));
    const atIssue = await Promise.all(rows.map((source) => renderPdf(source)));
    await (await world.session(owner)).call('PATCH', '/app/company', { body: { name: 'Renamed Company' } });
    await by.call('PATCH', `/v1/clients/${clientId}`, { body: { name: 'Renamed Client', locale: 'fr' } });
    const worker = await spawnProgram('apps/worker/src/main.ts', '"ready;', {
      ...{ NODE_ENV: 'test', DATABASE_URL: api.databaseUrl, APP_SECRETS: SECRET, PDF_RENDER_AHEAD: 'true' },
      ...{ TZ: 'Pacific/Kiritimati', NODE_OPTIONS: `--import ${IN_60_DAYS}` },
    });
    try {
      await eventually('the worker has rendered them', async () =>
        (await query('SELECT FROM document_files WHERE bytes IS NULL')).length === 0 ? true : undefined,
      );
    } finally {
      await end(worker, 'SIGKILL');
    }
    const [late] = await query("SELECT FROM document_files WHERE drawn_at > asked_at + interval '59 days'");
    expect(late).toBeDefined();
    const before = begun();
    const files = await Promise.all(paths.map((path) => file(path, { by })));
    expect(files.map(({ bytes }) => digest(bytes))).toEqual(atIssue.map(digest));
    expect(begun()).toBe(before);
  });
});

describe('a release with another renderer', () => {
  const another = RENDERER_VERSION + 1;

  it('does not begin before the PDFs of the earlier one are rendered, and renders none of the other', async () => {
    await query('DELETE FROM document_files WHERE bytes IS NULL');
    const [first, second] = [await records.sent(), await records.sent()];
    const check = (version?: number) =>
      api.within(key.companyId, () => requireRendered(api.app.get(Database), version));
    await withCellRunner(api, key.companyId, async (runner) => {
      await check();
      await expect(check(another)).rejects.toThrow(/^2 issued documents wait .*\(about a minute with one/s);
      await expect(useRenderer(runner, another)).rejects.toThrow('2 documents wait');
      // It has changed nothing: this program still renders what it issues.
      const third = await records.sent();
      for (const { id } of [first, second, third]) expect((await file(`/v1/invoices/${id}`)).status).toBe(200);
      await check(another);
      await useRenderer(runner, another);
      const { id } = await records.sent();
      const refused = await file(`/v1/invoices/${id}`);
      expect([refused.status, refused.code, refused.headers.get('retry-after')]).toEqual([503, 'pdf_busy', '60']);
      await useRenderer(runner, RENDERER_VERSION);
      await query('UPDATE document_files SET renderer = $1 WHERE bytes IS NULL', RENDERER_VERSION);
      expect((await file(`/v1/invoices/${id}`)).status).toBe(200);
    });
  });

  it('has a migration: documents are issued for the renderer of this program', async () => {
    const { id } = await records.sent();
    const [row] = await query<object>(`SELECT renderer FROM document_files WHERE record_id = $1`, id);
    expect(row).toEqual({ renderer: RENDERER_VERSION });
  });
});

/** A module that moves the clock of a process, and of its threads, by 60 days. */
const IN_60_DAYS = `data:text/javascript,${encodeURIComponent(
  `const { now } = Date;
  Date.now = () => now() + 60 * 86_400_000;
  const construct = (date, given, target) => Reflect.construct(date, given.length > 0 ? given : [Date.now()], target);
  globalThis.Date = new Proxy(Date, { construct });`,
)}`;

/** A document as it is stored, and its parties. */
function withParties<Row extends { seller: Parties['seller'] | null; client: Parties['client'] | null }>(
  row: Row,
): [Row, Parties] {
  const { seller, client } = row;
  if (!seller || !client) throw new Error('the document was not issued');
  return [row, { seller, client }];
}

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
