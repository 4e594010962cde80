import type { PublicDocumentView } from '@billhook/contract/invoicing/public-document';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { Database } from '@billhook/db/database';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Log } from '../support/api.js';
import { rowDigests, tablesHolding } from '../support/audit-rows.js';
import { line } from '../support/bodies.js';
import { DOCUMENT, Links, tokenOf } from '../support/document-link.js';
import { raw } from '../support/raw-request.js';
import { Records } from '../support/records.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

const log = new Log();
const { api, world } = await startWorld({}, log);
let key: KeyCaller;
let records: Records;
let links: Links;

beforeEach(async () => {
  key = await world.key();
  records = new Records(key);
  links = new Links(world, key, records);
});

const PRIVATE = 'only-for-the-company';

describe('what the page says about payments', () => {
  const template = 'https://pay.example/?ref={number}&amount={amount}&currency={currency}';
  const setLink = (paymentLink: string | null) =>
    api.app.get(Database).autocommit.query({
      name: 'spec_payment_link',
      text: 'UPDATE companies SET payment_link = $2 WHERE id = $1',
      values: [key.companyId, paymentLink],
    });

  it('is the payment link with the outstanding amount, and each payment, while something is due', async () => {
    await setLink(template);
    const { record, client } = await links.invoice();
    const page = async () => (await client.call<PublicDocumentView>('GET', DOCUMENT)).body;
    const { number } = record;
    expect(await page()).toMatchObject({
      payments: [],
      payUrl: `https://pay.example/?ref=${number}&amount=${record.balance}&currency=EUR`,
    });
    await records.paid(record, '500.00');
    const { balance, payments, payUrl } = await page();
    expect(payments).toEqual([{ date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), amount: '500.00' }]);
    expect(payUrl).toBe(`https://pay.example/?ref=${number}&amount=${balance}&currency=EUR`);
    await records.paid(record, balance ?? '');
    expect(await page()).toMatchObject({ status: 'Paid', payUrl: null, payments: [{}, {}] });
  });

  it('has no payment link for a void invoice, a quote, a credit note, and without a template', async () => {
    await setLink(template);
    const invoice = await links.invoice();
    await records.act(`/v1/invoices/${invoice.record.id}/void`);
    const quote = await links.quote();
    for (const { client } of [invoice, quote])
      expect((await client.call<PublicDocumentView>('GET', DOCUMENT)).body).toMatchObject({ payUrl: null });
    await setLink(null);
    const { client } = await links.invoice();
    expect((await client.call<PublicDocumentView>('GET', DOCUMENT)).body.payUrl).toBeNull();
  });
});

describe('the token of a link', () => {
  it('is in no log line, wherever it was used', async () => {
    const { record, client } = await links.invoice();
    await client.call('GET', DOCUMENT);
    await client.call('POST', `${DOCUMENT}/viewed`);
    await client.call('GET', `${DOCUMENT}/pdf`);
    await client.call('POST', `${DOCUMENT}/reject`, { body: { code: 'nothing' } });
    await client.call('POST', `${DOCUMENT}/reject`, { body: { code: 'WrongAmount' } });
    const token = tokenOf(record);
    const paths = ['', '/', '/x', '?x=1', '%2Fx', '%zz'].map((end) => `/d/${token}${end}`);
    for (const path of [...paths, `/%64/${token}`, `//d/${token}`, `/D/${token}`, `/d/${token.slice(3)}`]) {
      await api.call('GET', path, { headers: { 'user-agent': `scanner of ${api.url}/d/${token}`, referer: path } });
      await api.call('POST', path);
      // In the log of requests, which is in the database.
      await key.call('GET', `/v1${path}?q=${api.url}/d/${token}`);
    }
    expect(log.text).toContain('GET /public/api/document 200');
    expect(log.text).toContain('GET /d/{token} 200');
    expect(log.text).toContain('"by":"client"');
    expect(log.text).not.toContain(token.slice(3));
    // Only in its row, so that it can be shown again, in events of the record, for integrations, and in what its PDF shows.
    expect((await tablesHolding(api, token.slice(3))).sort()).toEqual([
      'public.document_files',
      'public.events',
      'public.invoices',
    ]);
  });
});

describe('GET /d/{token}', () => {
  const pageOf = (record: { readonly publicUrl: string | null }, headers: Readonly<Record<string, string>> = {}) =>
    api.call('GET', `/d/${tokenOf(record)}`, { headers });

  const PRIVACY = {
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow, noarchive',
  };

  it('404 alike for an unknown, broken, revoked or replaced token, in the language of the visitor', async () => {
    const [revoked, replaced] = [await links.invoice(), await links.quote()];
    await key.call('DELETE', `/v1/invoices/${revoked.record.id}/public-link`);
    await key.call('POST', `/v1/quotes/${replaced.record.id}/public-link`);
    const gone = [revoked, replaced].flatMap(({ record, answering }) => [record.publicUrl, answering]);
    const tokens = [
      ...gone.map((publicUrl) => tokenOf({ publicUrl })),
      'A'.repeat(32),
      'x',
      'a/b',
      '%00',
      'server/x.mjs',
    ];
    for (const [language, text] of [
      ['fr-CH, fr;q=0.9', 'Ce lien n’est pas valide'],
      ['de, en;q=0.5', 'This link is not valid'],
    ] as const) {
      const answers = await Promise.all(
        tokens.map((token) => api.call('GET', `/d/${token}`, { headers: { 'accept-language': language } })),
      );
      expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
      expect(answers[0]?.text).toContain(`<title>${text}</title>`);
      expect([answers[0]?.status, Object.fromEntries(answers[0]?.headers ?? [])]).toEqual([
        404,
        expect.objectContaining(PRIVACY),
      ]);
    }
  });

  it('405 for other methods, with a path that does not contain the token', async () => {
    const { record } = await links.invoice();
    const { status, body } = await api.call<ProblemView>('POST', `/d/${tokenOf(record)}`);
    expect([status, body.instance]).toEqual([405, '/d/{token}']);
  });

  it('200: the whole document in one response of at most 25 KiB, without the token and without private data', async () => {
    const lines = Array.from({ length: 20 }, (_, index) => ({
      ...line,
      name: `Item ${index} </script> %page:body% $&`,
    }));
    const client = await records.client({ notes: PRIVATE, customFields: { note: PRIVATE } });
    const { record } = await links.invoice({ clientId: client.id, lines, notes: ['Thank you.'], externalId: PRIVATE });
    const { status, headers, text } = await pageOf(record);
    expect([status, Object.fromEntries(headers)]).toEqual([200, expect.objectContaining(PRIVACY)]);
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
    const html = text.slice(0, text.indexOf('<script type="application/json"'));
    for (const shown of [record.number ?? '', '21,600.00', 'Item 19', 'Thank you.', 'Atelier Lumen SARL'])
      expect(html).toContain(shown);
    expect(text).toContain(`<title>Invoice ${record.number} · ${record.seller?.name}</title>`);
    expect(text).not.toContain(tokenOf(record));
    expect(text).not.toContain(PRIVATE);
    expect(text).not.toMatch(/<link rel="stylesheet"|<script(?![^>]* (src|type="application\/json"))|<\/script> %page/);
    for (const coding of ['br', 'gzip']) {
      const answer = await raw(api.url, 'GET', `/d/${tokenOf(record)}`, ['accept-encoding', coding]);
      expect(answer.headers).toMatchObject({ 'content-encoding': coding, vary: 'Origin, Accept-Encoding' });
      expect(Number(answer.headers['content-length'])).toBeLessThan(25 * 1024);
    }
  });

  it('200: in the language of the document, else in that of the visitor', async () => {
    const [french, none] = [await links.quote({ locale: 'fr' }), await links.invoice()];
    const visitor = { 'accept-language': 'fr' };
    expect((await pageOf(french.record)).text).toMatch(/<html lang="fr"[^]*Devis/);
    expect((await pageOf(none.record, visitor)).text).toMatch(/<html lang="fr"[^]*Facture/);
    expect((await pageOf(none.record)).text).toMatch(/<html lang="en"[^]*Invoice/);
  });

  it('200: a GET, a HEAD or a prefetch by a scanner changes nothing', async () => {
    const { record, answering } = await links.quote();
    const before = await rowDigests(api);
    const scanners: Record<string, string>[] = [{}, { 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }];
    for (const url of [record.publicUrl, answering]) {
      for (const headers of scanners) {
        expect((await pageOf({ publicUrl: url }, headers)).status).toBe(200);
        expect((await api.call('HEAD', `/d/${tokenOf({ publicUrl: url })}`, { headers })).status).toBe(200);
      }
    }
    expect(await rowDigests(api)).toEqual(before);
  });

  it('403 for a view or an answer that another site sends', async () => {
    const { record, client } = await links.quote();
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://elsewhere.example' },
    ];
    for (const headers of foreign) {
      for (const [action, body] of [
        ['viewed'],
        ['accept', { by: 'Jeanne' }],
        ['decline', { code: 'Other' }],
      ] as const) {
        const { status, body: problem } = await client.call<ProblemView>('POST', `${DOCUMENT}/${action}`, {
          headers,
          ...(body && { body }),
        });
        expect([action, status, problem.code]).toEqual([action, 403, 'cross_site']);
      }
    }
    expect(await records.get(`/v1/quotes/${record.id}`)).toEqual(record);
  });
});
