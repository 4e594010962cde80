import type { ProblemView } from '@billhook/contract/shared/problem';
import { describe, expect, it } from '@jest/globals';
import { changesOf } from '../support/changes.js';
import { invoiceIn, quoteIn } from '../support/document-states.js';
import { startWithKey } from '../support/start.js';

const { api, key, records } = await startWithKey('2026-11-21T10:30:00.000Z');

interface Versioned {
  readonly id: number;
  readonly version: number;
}

const ISSUED = { issueDate: '2026-11-01' };
const sentQuote = () => quoteIn('Sent', { api, records });
const sentInvoice = () => invoiceIn('Sent', { api, records });
const credit = async () => records.payment(await records.draft(), '50.00');

const linkedInvoice = async (): Promise<Versioned> =>
  records.act<Versioned>(`/v1/invoices/${(await sentInvoice()).id}/send`, { channel: 'Link' });
const linkedQuote = async (): Promise<Versioned> =>
  records.act<Versioned>(`/v1/quotes/${(await sentQuote()).id}/send`, { channel: 'Link' });

async function endpoint(): Promise<Versioned> {
  const body = { url: 'https://example.com/hooks', eventTypes: ['invoice.paid'] };
  return (await key.call<Versioned>('POST', '/v1/webhook-endpoints', { body })).body;
}

async function rotatedEndpoint(): Promise<Versioned> {
  const { id } = await endpoint();
  await key.call('POST', `/v1/webhook-endpoints/${id}/rotate-secret`, { body: {} });
  return (await key.call<Versioned>('GET', `/v1/webhook-endpoints/${id}`)).body;
}

/** Every change of a record, and a record that allows it. */
const CHANGES: readonly (readonly [string, string, string, object | undefined, () => Promise<Versioned>])[] = [
  ['PATCH', 'clients', '', { name: 'Lumen' }, () => records.client()],
  ['DELETE', 'clients', '', undefined, () => records.client()],
  ['PATCH', 'invoices', '', { purchaseOrder: 'PO-1' }, () => records.draft()],
  ['DELETE', 'invoices', '', undefined, () => records.draft()],
  ['POST', 'invoices', '/send', undefined, () => records.draft(ISSUED)],
  ['POST', 'invoices', '/send', { channel: 'Link' }, sentInvoice],
  ['POST', 'invoices', '/reject', { code: 'Other' }, sentInvoice],
  ['POST', 'invoices', '/reopen', undefined, () => invoiceIn('Rejected', { api, records })],
  ['POST', 'invoices', '/void', undefined, sentInvoice],
  ['POST', 'invoices', '/duplicate', undefined, sentInvoice],
  ['POST', 'invoices', '/validate', undefined, () => records.draft(ISSUED)],
  ['POST', 'invoices', '/public-link', undefined, sentInvoice],
  ['DELETE', 'invoices', '/public-link', undefined, sentInvoice],
  ['POST', 'invoices', '/answering-link', undefined, linkedInvoice],
  ['PATCH', 'quotes', '', { title: 'Spring' }, () => records.quote()],
  ['DELETE', 'quotes', '', undefined, () => records.quote()],
  ['POST', 'quotes', '/send', undefined, () => records.quote()],
  ['POST', 'quotes', '/send', { channel: 'Link' }, sentQuote],
  ['POST', 'quotes', '/accept', { by: 'Jeanne Lumen' }, sentQuote],
  ['POST', 'quotes', '/decline', { code: 'Other' }, sentQuote],
  ['POST', 'quotes', '/revise', undefined, sentQuote],
  ['POST', 'quotes', '/convert', { mode: 'Whole' }, () => quoteIn('Accepted', { api, records })],
  ['POST', 'quotes', '/public-link', undefined, sentQuote],
  ['DELETE', 'quotes', '/public-link', undefined, sentQuote],
  ['POST', 'quotes', '/answering-link', undefined, linkedQuote],
  ['DELETE', 'payments', '?reason=x', undefined, credit],
  ['PATCH', 'webhook-endpoints', '', { description: 'The new ERP' }, endpoint],
  ['DELETE', 'webhook-endpoints', '', undefined, endpoint],
  ['POST', 'webhook-endpoints', '/rotate-secret', {}, endpoint],
  ['POST', 'webhook-endpoints', '/end-previous-secrets', {}, rotatedEndpoint],
  ['POST', 'webhook-endpoints', '/test', {}, endpoint],
];
const named = CHANGES.map((change) => [`${change[0]} /v1/${change[1]}/{id}${change[2]}`, change] as const);

describe('the ETag', () => {
  it('of every single record begins with its version, from its creation on', async () => {
    const invoice = await sentInvoice();
    const note = await records.credit(invoice);
    const made = { clients: invoice.clientId, invoices: invoice.id, 'credit-notes': note.id };
    const others = { quotes: (await records.quote()).id, payments: (await credit()).id };
    for (const [name, id] of Object.entries({ ...made, ...others })) {
      const { headers, body } = await key.call<Versioned>('GET', `/v1/${name}/${id}`);
      expect([name, headers.get('etag')]).toEqual([name, expect.stringMatching(`^"${body.version}-[\\w-]{22}"$`)]);
    }
    const created = await key.call<Versioned>('POST', '/v1/clients', {
      body: { kind: 'Individual', name: 'Jo', billingAddress: { country: 'FR' } },
    });
    expect(created.headers.get('etag')).toMatch(/^"1-/);
    const edited = await key.call('PATCH', `/v1/clients/${created.body.id}`, { body: { name: 'Joanna' } });
    expect(edited.headers.get('etag')).toMatch(/^"2-/);
    const got = await key.call('GET', `/v1/clients/${created.body.id}`);
    expect(got.headers.get('etag')).toBe(edited.headers.get('etag'));
  });

  it('changes with the whole response, also without a new version: a balance', async () => {
    const invoice = await sentInvoice();
    const path = `/v1/clients/${invoice.clientId}`;
    const before = await key.call<Versioned>('GET', path);
    await records.paid(invoice, '1.00');
    const after = await key.call<Versioned>('GET', path, {
      headers: { 'if-none-match': before.headers.get('etag') ?? '' },
    });
    expect([after.status, after.body.version]).toEqual([200, before.body.version]);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  });

  it('of a response without a record contains no version', async () => {
    const { id } = await records.draft();
    for (const path of ['/v1/invoices', `/v1/invoices/${id}/timeline`, `/v1/invoices/${id}/calculation`]) {
      expect((await key.call('GET', path)).headers.get('etag')).toMatch(/^"[\w-]{22}"$/);
    }
  });
});

describe('If-Match', () => {
  it.each(named)('%s: 412 with an outdated version, and nothing is written', async (_, change) => {
    const [method, name, rest, body, make] = change;
    const { id, version } = await make();
    const before = await key.call('GET', `/v1/${name}/${id}`);
    for (const tag of [
      `"${version + 1}"`,
      `W/"${version + 1}"`,
      `"x${version}"`,
      `"0${version}"`,
      `"${version}x"`,
      '""',
    ]) {
      const { result, events, lines } = await changesOf(api, () =>
        key.call<ProblemView>(method, `/v1/${name}/${id}${rest}`, { body, headers: { 'if-match': tag } }),
      );
      expect([tag, result.status]).toEqual([tag, 412]);
      expect(result.body).toMatchObject({ code: 'version_mismatch', currentVersion: version });
      expect([events, lines]).toEqual([[], []]);
    }
    expect((await key.call('GET', `/v1/${name}/${id}`)).text).toBe(before.text);
  });

  it.each(['garbage', '1', '"1', '"1" "2"'])('400 for %s, which is not a list of tags', async (tag) => {
    const { id } = await records.draft();
    const call = { body: { terms: 'Net 10' }, headers: { 'if-match': tag } };
    const answer = await key.call<ProblemView>('PATCH', `/v1/invoices/${id}`, call);
    expect(answer.body).toMatchObject({ status: 400, code: 'bad_request' });
    expect((await records.invoice(id)).version).toBe(1);
  });

  it.each(named)('%s: performed with the current version', async (_, change) => {
    const [method, name, rest, body, make] = change;
    const { id, version } = await make();
    const headers = { 'if-match': `"${version}"` };
    const answer = await key.call(method, `/v1/${name}/${id}${rest}`, { body, headers });
    expect([200, 201, 202, 204]).toContain(answer.status);
  });

  it('POST /v1/payments/{id}/allocate: 412 with an outdated version, performed with the current one', async () => {
    const invoice = await sentInvoice();
    const { id, version } = await records.payment(invoice, '50.00');
    const body = { allocations: [{ invoiceId: invoice.id, amount: '10.00' }] };
    const allocate = (tag: string) =>
      key.call<ProblemView>('POST', `/v1/payments/${id}/allocate`, { body, headers: { 'if-match': tag } });
    expect((await allocate(`"${version + 1}"`)).body).toMatchObject({ status: 412, currentVersion: version });
    expect(await records.invoice(invoice.id)).toEqual(invoice);
    expect((await allocate(`"${version}"`)).status).toBe(200);
    expect((await allocate(`"${version}"`)).status).toBe(412);
  });

  it.each([
    ['a star', () => '*'],
    ['a list', (version: number) => `"0", "${version}" , "99"`],
    ['a list with weak tags', (version: number) => `W/"0","${version}"`],
    // As nginx, Caddy and Apache send back the tag of a response that they have compressed.
    ['a tag that a proxy has made weak', (version: number) => `W/"${version}-Zk1XwV0mXkTn9Qa1bZr8Aw"`],
    ['a weak version', (version: number) => `W/"${version}"`],
    ['a tag with an appended encoding', (version: number) => `"${version}-Zk1XwV0mXkTn9Qa1bZr8Aw-gzip"`],
    ['a tag with another separator', (version: number) => `W/"${version}-Zk1XwV0mXkTn9Qa1bZr8Aw;br"`],
  ])('accepts %s', async (_, tag) => {
    const { id, version } = await records.client();
    const headers = { 'if-match': tag(version) };
    expect((await key.call('PATCH', `/v1/clients/${id}`, { body: { name: 'Lumen' }, headers })).status).toBe(200);
  });

  it('two parallel edits of the same version: one is written, the other gets an error', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await records.draft();
      const edit = (purchaseOrder: string) =>
        key.call<ProblemView>('PATCH', `/v1/invoices/${id}`, {
          body: { purchaseOrder },
          headers: { 'if-match': '"1"' },
        });
      const answers = await Promise.all([edit('PO-1'), edit('PO-2')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
      const written = answers[0]?.status === 200 ? 'PO-1' : 'PO-2';
      expect(await records.invoice(id)).toMatchObject({ purchaseOrder: written, version: 2 });
      const stale = answers.find(({ status }) => status === 412);
      expect(stale?.body).toMatchObject({ code: 'version_mismatch', currentVersion: 2 });
    }
  });

  it('revokes a link in every status of the document, and a second time changes nothing', async () => {
    const [invoice, quote] = [await records.draft(ISSUED), await records.quote()];
    await records.act(`/v1/invoices/${invoice.id}/send`, { channel: 'Link' });
    await records.act(`/v1/invoices/${invoice.id}/void`);
    await records.act(`/v1/quotes/${quote.id}/send`, { channel: 'Link' });
    await records.act(`/v1/quotes/${quote.id}/decline`, { code: 'Other' });
    for (const path of [`/v1/invoices/${invoice.id}`, `/v1/quotes/${quote.id}`]) {
      expect(await records.get(path)).toMatchObject({ publicUrl: expect.stringContaining('/d/') });
      const closed = await key.call('DELETE', `${path}/public-link`);
      expect(closed.body).toMatchObject({ publicUrl: null });
      const again = await changesOf(api, () => key.call('DELETE', `${path}/public-link`));
      expect([again.result.text, again.events, again.lines]).toEqual([closed.text, [], []]);
    }
  });

  it('404 before 412: a missing record has no version', async () => {
    const headers = { 'if-match': '"7"' };
    const answer = await key.call('PATCH', '/v1/invoices/999999999', { body: {}, headers });
    expect(answer.status).toBe(404);
  });
});
