import { PdfThreads } from '@billhook/pdf/pdf-threads';
import { isFullRun } from '@billhook/testing/full-run';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, describe, expect, it } from '@jest/globals';
import { TestApi } from '../support/api.js';
import { line } from '../support/bodies.js';
import { keptFile, pdfFile, type Asking } from '../support/pdf-file.js';
import { Records } from '../support/records.js';
import { startWithKey } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

const { api, world, key, records } = await startWithKey();

const file = (path: string, asking: Partial<Asking> = {}) => pdfFile(path, { of: api, by: key, ...asking });
/** The number of PDFs that a process has begun to render. */
const begun = (of: TestApi): number => of.app.get(PdfThreads).begun;

/** A body in scripts of four fonts: the largest possible one, or a quarter of it, which takes longer than any other request as well. */
const LARGE = {
  lines: Array.from({ length: isFullRun ? 850 : 200 }, () => ({ ...line, description: 'aعب汉😀한 '.repeat(50) })),
};

describe('rendering', () => {
  const others: TestApi[] = [];
  afterAll(async () => {
    for (const other of others) await other.stop();
  });

  /** A process with its own limits, on the same database. On a busy machine, the largest body takes longer than the default. */
  async function limited(settings: Record<string, string>): Promise<TestApi> {
    const other = await TestApi.beside(api, { PDF_TIME_LIMIT_MS: '600000', ...settings });
    others.push(other);
    return other;
  }

  /** A draft of another company. */
  async function foreign(body: object = {}): Promise<{ path: string; by: KeyCaller }> {
    const by = await world.key();
    return { path: `/v1/invoices/${(await new Records(by).draft({ ...body })).id}`, by };
  }

  /** Waits until a process has begun this number of PDFs. */
  async function drawing(of: TestApi, count: number): Promise<void> {
    while (begun(of) < count) await new Promise((resolve) => setImmediate(resolve));
  }

  async function queued(of: TestApi, count: number): Promise<void> {
    while (of.app.get(PdfThreads).queued < count) await new Promise((resolve) => setImmediate(resolve));
  }

  it('leaves the process free for other requests', async () => {
    const of = await limited({});
    const { id } = await records.draft(LARGE);
    let drawn = false;
    const pdf = file(`/v1/invoices/${id}`, { of }).finally(() => (drawn = true));
    await drawing(of, 1);
    for (const path of ['/health/live', '/health/ready', `/v1/quotes`]) {
      const { status } = await fetch(of.url + path, { headers: { authorization: `Bearer ${key.secret}` } });
      expect([path, status, drawn]).toEqual([path, 200, false]);
    }
    expect((await pdf).status).toBe(200);
  });

  it('is rejected beyond the queue: 429 for a company beyond its share, 503 for all once it is full', async () => {
    const of = await limited({ PDF_QUEUE: '4' });
    // Before the large one begins, which a busy machine would otherwise finish in the meantime.
    const [own, quote] = [await records.draft(), await records.quote()];
    const strangers = [await foreign(), await foreign(), await foreign()];
    const { path, by } = await foreign();
    const { id } = await records.draft(LARGE);
    const held = file(`/v1/invoices/${id}`, { of });
    await drawing(of, 1);
    const waiting = [file(`/v1/invoices/${own.id}`, { of })];
    await queued(of, 1);
    const again = await file(`/v1/quotes/${quote.id}`, { of });
    expect([again.status, again.code, again.headers.get('retry-after')]).toEqual([429, 'too_many_pdfs', '5']);
    for (const each of strangers) waiting.push(file(each.path, { of, by: each.by }));
    await queued(of, 4);
    const full = await file(path, { of, by });
    expect([full.status, full.code, full.headers.get('retry-after')]).toEqual([503, 'pdf_busy', '5']);
    const files = await Promise.all([held, ...waiting]);
    expect(files.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  it('times out, and is not retried for a minute', async () => {
    const of = await limited({ PDF_TIME_LIMIT_MS: '10' });
    const { id } = await records.draft(LARGE);
    const path = `/v1/invoices/${id}`;
    for (let time = 0; time < 2; time += 1) {
      const { status, code, headers } = await file(path, { of });
      expect([status, code, headers.get('retry-after'), begun(of)]).toEqual([503, 'pdf_limit_exceeded', '60', 1]);
    }
    api.clock.advance(61_000);
    expect([(await file(path, { of })).status, begun(of)]).toEqual([503, 2]);
    expect((await of.call('GET', '/health/live')).status).toBe(200);
  });

  it('ends at its memory limit: the process continues, and renders others', async () => {
    const of = await limited({ PDF_MEMORY_LIMIT_MB: '32' });
    const [large, small] = [await records.draft(LARGE), await records.draft()];
    const { status, code, headers } = await file(`/v1/invoices/${large.id}`, { of });
    expect([status, code, headers.get('retry-after')]).toEqual([503, 'pdf_limit_exceeded', '60']);
    expect((await file(`/v1/invoices/${small.id}`, { of })).status).toBe(200);
  });

  it('ends with the process: waiting callers must repeat the request', async () => {
    const of = await TestApi.beside(api);
    const { id } = await records.draft(LARGE);
    const pdf = file(`/v1/invoices/${id}`, { of });
    await drawing(of, 1);
    await of.stop();
    expect(await pdf).toMatchObject({ status: 503, code: 'pdf_busy' });
  });
});

interface Refusal {
  readonly code: string;
  readonly errors: readonly { readonly pointer: string; readonly code: string; readonly message: string }[];
}

describe('characters that the PDF cannot show', () => {
  const UNKNOWN = 'বাংলা';

  async function refused(path: string, body?: object): Promise<unknown[]> {
    const answer = await key.call<Refusal>('POST', path, { body });
    const { code, errors } = answer.body;
    return [answer.status, code, errors.map((error) => [error.pointer, error.code])];
  }

  it('keep an invoice from being sent, and validate names each character', async () => {
    const { id } = await records.draft({ lines: [line, { ...line, name: UNKNOWN }], notes: ['fine', `x ${UNKNOWN}`] });
    const faults = [
      ['/lines/1/name', 'text_not_drawable'],
      ['/notes/1', 'text_not_drawable'],
    ];
    const { body } = await key.call<{ sendable: boolean; faults: Refusal['errors'] }>(
      'POST',
      `/v1/invoices/${id}/validate`,
    );
    expect([body.sendable, body.faults.map(({ pointer, code }) => [pointer, code]).sort()]).toEqual([false, faults]);
    expect(body.faults[0]?.message).toContain('বাং (U+09AC U+09BE U+0982)');
    const [status, code, errors] = await refused(`/v1/invoices/${id}/send`);
    expect([status, code, (errors as string[][]).sort()]).toEqual([422, 'invoice_not_sendable', faults]);
    expect(await keptFile(api, 'invoice', id)).toBeUndefined();
    // A draft shows a placeholder for it.
    expect((await file(`/v1/invoices/${id}`)).status).toBe(200);
  });

  it('in the name of a client keep its documents from being sent', async () => {
    const { id: clientId } = await records.client({ name: UNKNOWN });
    const fault = [['/client/name', 'text_not_drawable']];
    const [invoice, quote] = [await records.draft({ clientId }), await records.quote({ clientId })];
    expect(await refused(`/v1/invoices/${invoice.id}/send`)).toEqual([422, 'invoice_not_sendable', fault]);
    expect(await refused(`/v1/quotes/${quote.id}/send`)).toEqual([422, 'quote_not_sendable', fault]);
  });

  it('keep a credit note from being created, and an invoice from being voided', async () => {
    const invoice = await records.sent();
    const reason = { code: 'Return', text: UNKNOWN };
    const notes = [UNKNOWN];
    expect(await refused('/v1/credit-notes', { invoiceId: invoice.id, reason, notes })).toEqual([
      ...[422, 'text_not_drawable'],
      [
        ['/notes/0', 'text_not_drawable'],
        ['/reason/text', 'text_not_drawable'],
      ],
    ]);
    expect(await refused(`/v1/invoices/${invoice.id}/void`, reason)).toEqual([
      ...[422, 'text_not_drawable'],
      [['/text', 'text_not_drawable']],
    ]);
    expect((await records.invoice(invoice.id)).creditNoteIds).toEqual([]);
  });

  it('in an issued invoice do not keep it from being credited and voided: its texts are rendered with a placeholder', async () => {
    const [credited, split, voided] = [await records.sent(), await records.sent(), await records.sent()];
    await withClient(api.databaseUrl, async (client) => {
      const values = [[credited.id, split.id, voided.id], UNKNOWN];
      await client.query(
        `UPDATE invoices SET terms = $2::text, client = client || jsonb_build_object('name', $2::text) WHERE id = ANY ($1)`,
        values,
      );
      await client.query(`UPDATE invoice_lines SET name = $2 WHERE invoice_id = ANY ($1)`, values);
    });
    const own = { invoiceId: split.id, reason: { code: 'Return' }, lines: [{ ...line, name: UNKNOWN }] };
    const fault = [['/lines/0/name', 'text_not_drawable']];
    expect(await refused('/v1/credit-notes', own)).toEqual([422, 'text_not_drawable', fault]);
    const notes = [await records.credit(credited), await records.credit(split, { lines: [{ ...line, name: 'Fine' }] })];
    const { creditNoteIds } = await records.act(`/v1/invoices/${voided.id}/void`, { code: 'Error' });
    for (const id of [...notes.map((note) => note.id), ...creditNoteIds]) {
      expect((await file(`/v1/credit-notes/${id}`)).status).toBe(200);
    }
  });

  it('in a text of the company keep credit notes from being issued, until the company is changed', async () => {
    const owner = await world.member(await world.company());
    const [session, by] = [await world.session(owner), await world.key({ member: owner })];
    const { id: invoiceId } = await new Records(by).sent();
    const body = { invoiceId, reason: { code: 'Return' } };
    await session.call('PATCH', '/app/company', { body: { legalNotice: UNKNOWN } });
    const { status, body: rejection } = await by.call<Refusal>('POST', '/v1/credit-notes', { body });
    expect([status, rejection.errors.map(({ pointer }) => pointer)]).toEqual([422, ['/seller/legalNotice']]);
  });

  it('do not include Arabic, Hebrew, Thai and emoji', async () => {
    const name = 'شركة חברה บริษัท 😀';
    const { id: clientId } = await records.client({ name });
    const invoice = await records.sent({ clientId, lines: [{ ...line, name }] });
    expect((await file(`/v1/invoices/${invoice.id}`)).status).toBe(200);
  });
});
