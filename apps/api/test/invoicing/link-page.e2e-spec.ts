import type { ClientPageLinkView, OpenedClientPageLink } from '@billhook/contract/invoicing/client-page';
import type { PublicDocumentView } from '@billhook/contract/invoicing/public-document';
import type { TimelineView } from '@billhook/contract/invoicing/timeline';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Log } from '../support/api.js';
import { rowDigests, tablesHolding } from '../support/audit-rows.js';
import { line } from '../support/bodies.js';
import { DOCUMENT, Links, tokenOf } from '../support/document-link.js';
import { raw } from '../support/raw-request.js';
import { Records } from '../support/records.js';
import { itRequires, itReturns404ForOthers } from '../support/route-cases.js';
import { startWorld } from '../support/start.js';
import type { Caller, KeyCaller } from '../support/world.js';

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
      'cell_1.document_files',
      'cell_1.events',
      'cell_1.invoices',
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

describe('the page of a client', () => {
  const suite = () => ({ api, world });
  const linkOf = <T = OpenedClientPageLink>(client: { readonly id: number }, body: object = {}) =>
    key.call<T>('POST', `/v1/clients/${client.id}/page-link`, { body });
  const page = (url: string, rest = '') => api.call('GET', `/d/${tokenOf({ publicUrl: url })}${rest}`);

  itRequires('invoice.write', 'POST', '/v1/clients/1/page-link', suite);
  itRequires('invoice.write', 'DELETE', '/v1/clients/1/page-link', suite);
  itRequires('client.read', 'GET', '/v1/clients/1/page-link', suite);
  itReturns404ForOthers({ method: 'POST', path: '/v1/clients', rest: '/page-link', make: (by) => by.client() }, suite);

  it('403 without the permission for links of quotes, 422 for an expiry in the past, 412 for an outdated version', async () => {
    const client = await records.client();
    const member = await world.member(key.companyId, { permissions: ['client.read', 'invoice.read', 'invoice.write'] });
    const session = await world.session(member);
    const path = `/app/clients/${client.id}/page-link`;
    for (const method of ['POST', 'DELETE'])
      expect((await session.call<ProblemView>(method, path)).body.code).toBe('permission_missing');
    expect((await linkOf<ProblemView>(client, { expiresAt: '2020-01-01T00:00:00.000Z' })).body).toMatchObject({
      status: 422,
      errors: [{ pointer: '/expiresAt', code: 'not_in_future' }],
    });
    const outdated = { headers: { 'if-match': `"${client.version + 1}"` }, body: {} };
    expect((await key.call('POST', `/v1/clients/${client.id}/page-link`, outdated)).status).toBe(412);
    expect((await key.call<ClientPageLinkView>('GET', `/v1/clients/${client.id}/page-link`)).body.status).toBe('None');
  });

  it('is created, shown again, replaced and revoked, with entries in the timeline and without a token in records', async () => {
    const client = await records.client();
    const first = await linkOf(client);
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(first.body).toMatchObject({ status: 'Active', expiresAt: null });
    const again = await linkOf(client, { expiresAt: '2999-01-01T00:00:00.000Z' });
    expect(again.body).toEqual({ ...first.body, expiresAt: '2999-01-01T00:00:00.000Z' });
    const other = await linkOf(client, { replace: true });
    expect([(await page(first.body.url)).status, (await page(other.body.url)).status]).toEqual([404, 200]);
    const revoked = await key.call<ClientPageLinkView>('DELETE', `/v1/clients/${client.id}/page-link`);
    expect(revoked.body).toMatchObject({ status: 'Revoked', expiresAt: null });
    expect((await page(other.body.url)).status).toBe(404);
    const lines = (await records.get<TimelineView>(`/v1/clients/${client.id}/timeline`)).data;
    expect(lines.map(({ action }) => action)).toEqual(['create', 'openPage', 'showPageLink', 'openPage', 'closePage']);
    expect(await records.get(`/v1/clients/${client.id}`)).toEqual(client);
    expect(await tablesHolding(api, tokenOf({ publicUrl: other.body.url }))).toEqual([]);
  });

  it('lists what waits for the client first, without drafts and documents of others, and what is due in all', async () => {
    const client = await records.client({ notes: PRIVATE, locale: 'fr', name: 'Lumen <b>' });
    const of = { clientId: client.id };
    const paid = await records.sent(of);
    await records.paid(paid);
    const credited = await records.sent(of);
    const note = await records.credit(credited);
    const part = await records.sent({ ...of, dueDate: '2999-12-31' });
    await records.paid(part, '80.00');
    const dollars = await records.sent({ ...of, currency: 'USD', dueDate: '2999-12-30' });
    const rejected = await links.invoice(of);
    await rejected.client.call('POST', `${DOCUMENT}/reject`, { body: { code: 'WrongAmount' } });
    const quote = await records.sentQuote({ ...of, expiryDate: '2999-12-29', title: 'Two workshops' });
    const [draft, foreign] = [await records.draft({ ...of, externalId: PRIVATE }), await records.sent()];
    const { url } = (await linkOf(client)).body;
    const { status, headers, text } = await page(url);
    expect([status, headers.get('cache-control'), headers.get('referrer-policy'), headers.get('x-robots-tag')]).toEqual(
      [...[200, 'no-store', 'no-referrer', 'noindex, nofollow, noarchive']],
    );
    const html = text.slice(0, text.indexOf('<script type="application/json"'));
    const listed = [...html.matchAll(/href="\/d\/[0-9A-Za-z]{32,33}\/([a-z-]+\/\d+)"/g)].map(([, path]) => path);
    expect(listed.slice(0, 3)).toEqual([`quotes/${quote.id}`, `invoices/${dollars.id}`, `invoices/${part.id}`]);
    expect(listed.slice(3).toSorted()).toEqual(
      [`credit-notes/${note.id}`, ...[paid, credited, rejected.record].map(({ id }) => `invoices/${id}`)].toSorted(),
    );
    // The rejected invoice is not due until the company has answered.
    const sums = [...html.matchAll(/<strong>([^<]+)<\/strong>/g)].map(([, sum]) => sum?.replaceAll(/\s/g, ' '));
    expect(sums).toEqual(['1 000,00 €', '1 080,00 $US', '1 080,00 $US', '1 000,00 €']);
    for (const shown of ['Tous vos documents', 'Two workshops', 'En attente de votre réponse', 'Lumen &lt;b&gt;'])
      expect(html).toContain(shown);
    for (const hidden of [PRIVATE, 'Lumen <b>', `/invoices/${draft.id}"`, String(foreign.number)])
      expect(text).not.toContain(hidden);
  });

  it('opens each document with its answers while the link is active, and no other document', async () => {
    const client = await records.client();
    const quote = await records.sentQuote({ clientId: client.id });
    const [draft, foreign] = [await records.draft({ clientId: client.id }), await records.sent()];
    const { url } = (await linkOf(client)).body;
    const opened = (path: string) => world.bearer(`${tokenOf({ publicUrl: url })}/${path}`);
    for (const path of [`invoices/${draft.id}`, `invoices/${foreign.id}`, `invoices/${quote.id}`, 'quotes/0', 'x/1']) {
      expect((await page(url, `/${path}`)).status).toBe(404);
      expect((await opened(path).call<ProblemView>('GET', DOCUMENT)).body.code).toBe('document_link_invalid');
    }
    const before = await rowDigests(api);
    const { status, text } = await page(url, `/quotes/${quote.id}`);
    expect([status, (await page(url)).status]).toEqual([200, 200]);
    expect(await rowDigests(api)).toEqual(before);
    expect(text).toContain('href="../"');
    expect(text).not.toContain(tokenOf({ publicUrl: url }));
    const holder = opened(`quotes/${quote.id}`);
    expect((await holder.call('POST', `${DOCUMENT}/viewed`)).status).toBe(204);
    const accepted = await holder.call<PublicDocumentView>('POST', `${DOCUMENT}/accept`, { body: { by: 'Jeanne' } });
    expect(accepted.body).toMatchObject({
      status: 'Accepted',
      openedWith: 'AnsweringLink',
      acceptance: { by: 'Jeanne' },
    });
    await api.database.query({
      ...{ name: 'spec_expired_link', values: [client.id] },
      text: `UPDATE client_links SET expires_at = now() - interval '1 hour' WHERE client_id = $1`,
    });
    expect([(await page(url)).status, (await holder.call('GET', DOCUMENT)).status]).toEqual([404, 401]);
    expect((await key.call('DELETE', `/v1/clients/${client.id}/page-link`)).status).toBe(200);
    expect((await holder.call('GET', DOCUMENT)).status).toBe(401);
    expect(log.text).not.toContain(tokenOf({ publicUrl: url }));
  });

  it('is reached from client links that are created while the company links to it, and from no other', async () => {
    const earlier = await links.invoice();
    await linkOf({ id: earlier.record.clientId });
    const settings = await world.session(await world.member(key.companyId));
    expect((await settings.call('PATCH', '/app/company', { body: { clientPages: true } })).status).toBe(200);
    const later = await links.invoice({ clientId: earlier.record.clientId });
    const urlOf = async (by: Caller) => (await by.call<PublicDocumentView>('GET', DOCUMENT)).body.clientUrl;
    const url = await urlOf(later.client);
    expect((await page(url ?? '')).text).toContain(String(earlier.record.number));
    for (const by of [later.viewer, earlier.client, earlier.viewer]) expect(await urlOf(by)).toBeUndefined();
    await key.call('DELETE', `/v1/clients/${earlier.record.clientId}/page-link`);
    expect(await urlOf(later.client)).toBeUndefined();
  });

  it('shows 100 documents in a response of at most 25 KiB, and the others on the next page', async () => {
    const client = await records.client();
    const invoice = await records.sent({ clientId: client.id });
    await api.database.query({
      name: 'spec_many_documents',
      text: `INSERT INTO credit_notes SELECT (jsonb_populate_record(r, jsonb_build_object('id', 900000 + n, 'number', 'CN-' || 7919 * n,
        'payable', 13 * n, 'external_id', null, 'public_token', null))).* FROM credit_notes r, generate_series(1, 119) n WHERE r.id = $1`,
      values: [(await records.credit(invoice)).id],
    });
    const token = tokenOf({ publicUrl: (await linkOf(client)).body.url });
    const answer = await raw(api.url, 'GET', `/d/${token}`, ['accept-encoding', 'br']);
    expect(Number(answer.headers['content-length'])).toBeLessThan(25 * 1024);
    const rows = async (query: string) => (await api.call('GET', `/d/${token}${query}`)).text.match(/<tr /g)?.length;
    expect([await rows(''), await rows('?page=2'), await rows('?page=3'), await rows('?page=x')]).toEqual([
      101,
      22,
      undefined,
      101,
    ]);
  });
});
