import type { AnsweringLinkView } from '@billhook/contract/invoicing/document-delivery';
import type { PublicDocumentView } from '@billhook/contract/invoicing/public-document';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import type { TimelineView } from '@billhook/contract/invoicing/timeline';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Log } from '../support/api.js';
import { tablesHolding } from '../support/audit-rows.js';
import { changesOf } from '../support/changes.js';
import { oneBehindTheOther } from '../support/concurrent-changes.js';
import { DOCUMENT, Links, shown, tokenOf } from '../support/document-link.js';
import { Records } from '../support/records.js';
import { itReturns404ForOthers, itRequires } from '../support/route-cases.js';
import { startWorld } from '../support/start.js';
import type { Caller, KeyCaller, SeededMember } from '../support/world.js';

const KINDS = ['quotes', 'invoices'] as const;
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/149.0';

const log = new Log();
const { api, world } = await startWorld({}, log);
let owner: SeededMember;
let key: KeyCaller;
let records: Records;
let links: Links;

beforeEach(async () => {
  owner = await world.member(await world.company());
  key = await world.key({ member: owner });
  records = new Records(key);
  links = new Links(world, key, records);
});

const suite = () => ({ api, world });
const linked = (kind: (typeof KINDS)[number]) => (kind === 'quotes' ? links.quote() : links.invoice());
const draftOf = (kind: (typeof KINDS)[number]) => (kind === 'quotes' ? records.quote() : records.draft());
const ask = <T = AnsweringLinkView>(path: string, by: Caller = key) =>
  by.call<T & ProblemView>('POST', `/v1/${path}/answering-link`);
const timeline = async (path: string) => (await records.get<TimelineView>(`/v1/${path}/timeline`)).data;
const holder = (url: string) => world.bearer(tokenOf({ publicUrl: url }));

describe.each(KINDS)('POST /v1/%s/{id}/answering-link', (kind) => {
  itRequires(kind === 'quotes' ? 'quote.write' : 'invoice.write', 'POST', `/v1/${kind}/1/answering-link`, suite);

  itReturns404ForOthers(
    {
      method: 'POST',
      path: `/v1/${kind}`,
      rest: '/answering-link',
      make: (by) => (kind === 'quotes' ? by.quote() : by.draft()),
    },
    suite,
  );

  it('403 for a read-only member, 200 for one who may write', async () => {
    const { record } = await linked(kind);
    const reader = await world.session(await world.member(owner.companyId, { role: 'Read-only' }));
    const path = `/app/${kind}/${record.id}/answering-link`;
    expect((await reader.call<ProblemView>('POST', path)).body.code).toBe('permission_missing');
    expect((await (await world.session(owner)).call('POST', path)).status).toBe(200);
  });

  it('400 for a dry run, which would show the link without a timeline entry', async () => {
    const { record, answering } = await linked(kind);
    const before = await timeline(`${kind}/${record.id}`);
    const dry = { prefer: 'dry-run' };
    const asked: Record<string, string>[] = [dry, { ...dry, 'idempotency-key': 'dry' }];
    for (const headers of asked) {
      const answer = await key.call<ProblemView>('POST', `/v1/${kind}/${record.id}/answering-link`, { headers });
      expect(answer.body).toMatchObject({ status: 400, code: 'bad_request' });
      expect(answer.body.detail).toContain('Prefer: dry-run');
      expect(answer.headers.get('preference-applied')).toBeNull();
      expect(answer.text).not.toContain(tokenOf({ publicUrl: answering }));
    }
    expect(await timeline(`${kind}/${record.id}`)).toEqual(before);
  });

  it('409 for a document without a link: a draft, and one whose link was revoked', async () => {
    const { id } = await draftOf(kind);
    const draft = await ask(`${kind}/${id}`);
    expect(draft.body).toMatchObject({ status: 409, code: 'action_not_allowed' });
    expect(draft.body.detail).toContain('has no link');
    const { record } = await linked(kind);
    await key.call('DELETE', `/v1/${kind}/${record.id}/public-link`);
    expect((await ask(`${kind}/${record.id}`)).status).toBe(409);
  });

  it('412 for an outdated version', async () => {
    const { record } = await linked(kind);
    const headers = { 'if-match': `"${record.version + 1}"` };
    const answer = await key.call<ProblemView>('POST', `/v1/${kind}/${record.id}/answering-link`, { headers });
    expect(answer.body).toMatchObject({ status: 412, currentVersion: record.version });
  });

  it('200: the same link each time, not cacheable; a timeline entry, no event and no new version', async () => {
    const { record } = await linked(kind);
    const first = await ask(`${kind}/${record.id}`);
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(first.body).toEqual({ url: expect.stringMatching(/\/d\/[0-9A-Za-z]{32,33}$/) });
    expect(first.body.url).not.toBe(record.publicUrl);
    const { result, events, lines } = await changesOf(api, () => ask(`${kind}/${record.id}`));
    expect(result.body).toEqual(first.body);
    expect(events).toEqual([]);
    expect(lines).toMatchObject([{ action: 'showAnsweringLink', by: expect.stringMatching(/^key /) }]);
    expect(await records.get(`/v1/${kind}/${record.id}`)).toEqual(record);
  });

  it('200 for a document from before there were two links: its link shows it, a new one takes answers', async () => {
    const { record, client } = await linked(kind);
    await api.database.query({ name: 'test_before_answering_links', text: 'DELETE FROM answering_links', values: [] });
    expect((await client.call('GET', DOCUMENT)).status).toBe(401);
    expect((await shown(links.open(record))).openedWith).toBe('ViewingLink');
    const { url } = (await ask(`${kind}/${record.id}`)).body;
    expect((await shown(holder(url))).openedWith).toBe('AnsweringLink');
  });

  it('200: is revoked and replaced together with the read-only link', async () => {
    const { record, client, viewer } = await linked(kind);
    const fresh = await records.act<QuoteView>(`/v1/${kind}/${record.id}/public-link`);
    for (const old of [client, viewer]) expect((await old.call('GET', DOCUMENT)).status).toBe(401);
    const { url } = (await ask(`${kind}/${record.id}`)).body;
    expect((await shown(holder(url))).openedWith).toBe('AnsweringLink');
    await key.call('DELETE', `/v1/${kind}/${record.id}/public-link`);
    for (const old of [holder(url), links.open(fresh)]) expect((await old.call('GET', DOCUMENT)).status).toBe(401);
    expect((await holder(url).call('POST', `${DOCUMENT}/reject`, { body: { code: 'Other' } })).status).toBe(401);
  });
});

describe('an answer that waited for the revocation of its link', () => {
  it.each([
    ['quotes', 'accept', 'DELETE', { by: 'Jeanne Lumen' }],
    ['quotes', 'decline', 'POST', { code: 'Other' }],
    ['invoices', 'reject', 'DELETE', { code: 'Other' }],
    ['invoices', 'reject', 'POST', { code: 'Other' }],
  ] as const)(
    '401, and the document stays unchanged: %s, %s behind %s public-link',
    async (kind, action, method, body) => {
      const { record, client } = await linked(kind);
      const text = `SELECT FROM ${kind} WHERE id = $1 FOR UPDATE`;
      const [revoked, answered] = await oneBehindTheOther(
        api,
        async (tx) => void (await tx.query({ name: `test_hold_${kind}`, text, values: [record.id] })),
        [
          () => key.call<ProblemView>(method, `/v1/${kind}/${record.id}/public-link`),
          () => client.call<ProblemView>('POST', `${DOCUMENT}/${action}`, { body }),
        ],
      );
      expect(revoked?.status).toBe(200);
      expect(answered?.body).toMatchObject({ status: 401, code: 'document_link_invalid' });
      const after = await records.get<QuoteView>(`/v1/${kind}/${record.id}`);
      expect(after).toMatchObject({ status: 'Sent', version: record.version + 1 });
    },
  );
});

describe('readable data', () => {
  it('contains no client link: no record, list, event, timeline, batch, email, PDF, row or log line', async () => {
    const { record: quote } = await links.quote();
    const { record: invoice } = await links.invoice();
    const to = { channel: 'Email', to: ['office@lumen.example'] };
    await records.act(`/v1/quotes/${quote.id}/send`, to);
    const { delivery } = await records.act(`/v1/invoices/${invoice.id}/send`, to);
    const urls = [await ask(`quotes/${quote.id}`), await ask(`invoices/${invoice.id}`)].map(({ body }) => body.url);
    const tokens = urls.map((url) => tokenOf({ publicUrl: url }));
    for (const token of tokens) await world.bearer(token).call('POST', `${DOCUMENT}/viewed`);

    const scopes = ['client.read', 'quote.read', 'invoice.read', 'event.read', 'integration.write'] as const;
    const reader = await world.key({ member: owner, scopes });
    for (const path of [
      ...[`quotes/${quote.id}`, 'quotes', `quotes/${quote.id}?expand=client`, `quotes/${quote.id}/timeline`],
      ...[`invoices/${invoice.id}`, 'invoices', `invoices/${invoice.id}/timeline`, `quotes/${quote.id}/pdf`],
      ...['events', 'mails', `mails/${delivery?.mailId}`, `mails?resource=quote&recordId=${quote.id}`],
    ]) {
      const { status, text } = await reader.call('GET', `/v1/${path}`);
      expect([path, status, tokens.filter((token) => text.includes(token))]).toEqual([path, 200, []]);
    }
    for (const path of ['accept', 'decline', 'answering-link', 'public-link']) {
      expect((await reader.call('POST', `/v1/quotes/${quote.id}/${path}`)).status).toBe(403);
    }
    expect(await tablesHolding(api, tokens[0] ?? '')).toEqual([]);
    expect(await tablesHolding(api, tokens[1] ?? '')).toEqual([]);
    expect(log.text).not.toContain(tokens[0]);
    // The link that readers see only opens the document.
    const viewer = links.open((await reader.call<QuoteView>('GET', `/v1/quotes/${quote.id}`)).body);
    expect((await viewer.call<ProblemView>('POST', `${DOCUMENT}/accept`, { body: { by: 'Nobody' } })).status).toBe(403);
  });
});

describe('the source of an answer', () => {
  const headers = { 'user-agent': AGENT };

  it('is in the timeline with the entered name, and not on the page', async () => {
    const { record, client } = await links.quote();
    const accepted = await client.call('POST', `${DOCUMENT}/accept`, { body: { by: 'Jeanne Lumen' }, headers });
    expect(accepted.text).not.toMatch(/127\.0\.0\.1|Firefox/);
    expect((await timeline(`quotes/${record.id}`)).at(-1)).toMatchObject({
      ...{ action: 'accept', by: 'client' },
      details: { by: 'Jeanne Lumen', ip: '127.0.0.1', userAgent: AGENT, browser: 'Firefox 149', system: 'Linux' },
    });
    expect(await records.get<object>(`/v1/quotes/${record.id}`)).not.toHaveProperty('acceptance.ip');
  });

  it('is in the timeline of a declined quote and of a rejected invoice', async () => {
    const [quote, invoice] = [await links.quote(), await links.invoice()];
    await quote.client.call('POST', `${DOCUMENT}/decline`, { body: { code: 'Other' }, headers });
    await invoice.client.call('POST', `${DOCUMENT}/reject`, { body: { code: 'Other' }, headers });
    for (const path of [`quotes/${quote.record.id}`, `invoices/${invoice.record.id}`]) {
      expect((await timeline(path)).at(-1)?.details).toMatchObject({ ip: '127.0.0.1', userAgent: AGENT });
    }
  });

  it('is omitted if a member or a key records the answer', async () => {
    const quote = await records.accepted();
    expect((await timeline(`quotes/${quote.id}`)).at(-1)?.details).toEqual({ by: 'Jeanne Lumen', poNumber: null });
  });
});

describe('a member of the company who opens a link', () => {
  /** Both credentials together, as the browser of a seller sends them. */
  function own(publicUrl: string | null, { cookie }: { readonly cookie: string }) {
    const headers = { authorization: `Bearer ${tokenOf({ publicUrl })}`, cookie };
    return (method: string, path = '') =>
      api.call<PublicDocumentView & ProblemView>(method, `${DOCUMENT}${path}`, { headers });
  }

  it('403 for answers, and no view, by either link', async () => {
    const { record } = await links.quote();
    const session = await world.session(owner);
    const { url } = (await ask(`quotes/${record.id}`)).body;
    for (const address of [url, record.publicUrl]) {
      const call = own(address, session);
      const page = (await call('GET')).body;
      const closed = { open: false, closedBy: 'Preview' };
      expect(page).toMatchObject({ openedWith: 'Preview', answers: { accept: closed, decline: closed } });
      expect((await call('POST', '/viewed')).status).toBe(204);
      const refused = await call('POST', '/accept');
      expect(refused.body).toMatchObject({ status: 403, code: 'preview_takes_no_answer' });
    }
    expect(await records.get<QuoteView>(`/v1/quotes/${record.id}`)).toEqual(record);
  });

  it('is recognised in any of their companies; a member of another company counts as a client', async () => {
    const { record } = await links.quote();
    const stranger = own(record.publicUrl, await world.session(await world.member(await world.company())));
    expect((await stranger('GET')).body).toMatchObject({ openedWith: 'ViewingLink' });
    const other = await world.member(await world.company());
    await api.database.query({
      name: 'test_second_membership',
      text: `UPDATE members SET account_id = (SELECT account_id FROM members WHERE id = $1) WHERE id = $2`,
      values: [other.id, (await world.member(owner.companyId, { role: 'Sales' })).id],
    });
    const both = own(record.publicUrl, await world.session(other));
    expect((await both('GET')).body).toMatchObject({ openedWith: 'Preview' });
  });

  it('counts as a client after leaving the company', async () => {
    const { record } = await links.quote();
    const member = await world.member(owner.companyId, { role: 'Sales' });
    const call = own(record.publicUrl, await world.session(member));
    await world.change(member, { status: 'Deactivated' });
    expect((await call('GET')).body).toMatchObject({ openedWith: 'ViewingLink' });
  });
});

describe.each([
  ['quotes', 'quote.read'],
  ['invoices', 'invoice.read'],
] as const)('GET /app/%s/{id}/page', (kind, permission) => {
  it('401 without a session, 403 without the permission, 404 for an unknown document and a draft', async () => {
    const { id } = await draftOf(kind);
    expect((await api.call('GET', `/app/${kind}/${id}/page`)).status).toBe(401);
    const nobody = await world.session(await world.member(owner.companyId, { permissions: ['client.read'] }));
    const refused = await nobody.call<ProblemView>('GET', `/app/${kind}/${id}/page`);
    expect(refused.body).toMatchObject({ status: 403, missing: [permission] });
    const session = await world.session(owner);
    expect((await session.call('GET', `/app/${kind}/999999999/page`)).status).toBe(404);
    const draft = await session.call<ProblemView>('GET', `/app/${kind}/${id}/page`);
    expect(draft.body).toMatchObject({ status: 404, code: 'not_found', detail: expect.stringContaining('draft') });
  });

  it('200: the public page without its answers, also without a link, and without a view', async () => {
    const { id } = await draftOf(kind);
    const sent = await records.act<QuoteView>(`/v1/${kind}/${id}/send`);
    const session = await world.session(await world.member(owner.companyId, { role: 'Read-only' }));
    const { result, lines } = await changesOf(api, () =>
      session.call<PublicDocumentView>('GET', `/app/${kind}/${id}/page`),
    );
    expect(result.body).toMatchObject({ openedWith: 'Preview', number: sent.number });
    expect(Object.values(result.body.answers).filter(({ open }) => open)).toEqual([]);
    expect(lines).toEqual([]);
    expect(await records.get<QuoteView>(`/v1/${kind}/${id}`)).toEqual(sent);
  });
});
