import type { PublicDocumentView } from '@billhook/contract/invoicing/public-document';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { addDays } from '@billhook/domain/shared/calendar';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { DOCUMENT, Links, shown } from '../support/document-link.js';
import { eventTypes, Records } from '../support/records.js';
import { expectLastEvent } from '../support/route-cases.js';
import { startWorld } from '../support/start.js';
import type { Caller, KeyCaller } from '../support/world.js';

const by = 'Jeanne Lumen';

const { api, world } = await startWorld();
let key: KeyCaller;
let records: Records;
let links: Links;

beforeEach(async () => {
  key = await world.key();
  records = new Records(key);
  links = new Links(world, key, records);
});

/** The document after the answer, or the error; each test states which. */
type Answered = PublicDocumentView & Pick<ProblemView, 'detail' | 'code'>;

const answer = (client: Caller, action: 'accept' | 'decline' | 'reject', body?: object) =>
  client.call<Answered>('POST', `${DOCUMENT}/${action}`, { body });

const quoteOf = (id: number) => records.get<QuoteView>(`/v1/quotes/${id}`);

/** Moves the last day of a quote into the past, because PostgreSQL has its own clock. */
async function expire({ id, issueDate }: QuoteView): Promise<string> {
  const yesterday = addDays(issueDate, -1);
  await api.database.query({
    name: 'test_expire',
    text: 'UPDATE quotes SET issue_date = $2, expiry_date = $2 WHERE id = $1',
    values: [id, yesterday],
  });
  return yesterday;
}

describe('the read-only link', () => {
  it('403 for every answer, before the body is read, without an effect', async () => {
    const { record, viewer } = await links.quote();
    for (const action of ['accept', 'decline', 'reject'] as const) {
      for (const body of [{ by }, { code: 'Other' }, { nothing: true }]) {
        const refused = await answer(viewer, action, body);
        expect([refused.status, refused.body.code]).toEqual([403, 'answering_link_required']);
      }
    }
    expect(await quoteOf(record.id)).toMatchObject({ status: 'Sent', version: record.version });
    const { record: invoice, viewer: reader } = await links.invoice();
    expect((await answer(reader, 'reject', { code: 'Other' })).body.code).toBe('answering_link_required');
    expect((await records.invoice(invoice.id)).status).toBe('Sent');
  });

  it('200: shows the document, and the answers that need the other link', async () => {
    const { client, viewer } = await links.quote();
    const [own, viewed] = [await shown(client), await shown(viewer)];
    expect([own.openedWith, viewed.openedWith]).toEqual(['AnsweringLink', 'ViewingLink']);
    const closed = { open: false, closedBy: 'ViewingLink' };
    const { reject } = own.answers;
    expect(viewed).toEqual({ ...own, openedWith: 'ViewingLink', answers: { accept: closed, decline: closed, reject } });
    await answer(client, 'accept', { by });
    expect((await shown(viewer)).answers.accept).toEqual({ open: false, closedBy: 'Accepted' });
  });
});

describe('POST /public/api/document/accept', () => {
  it.each([
    ['no name', {}, '/by'],
    ['a blank name', { by: '  ' }, '/by'],
    ['a name without end', { by: 'x'.repeat(121) }, '/by'],
    ['what only integrations may say', { by, allowExpired: true }, '/allowExpired'],
  ])('422 for %s, without an effect', async (_, body, pointer) => {
    const { record, client } = await links.quote();
    const refused = await answer(client, 'accept', body);
    expect(refused.body).toMatchObject({ status: 422, code: 'invalid_body', errors: [{ pointer }] });
    expect((await quoteOf(record.id)).status).toBe('Sent');
  });

  it('409 for an invoice', async () => {
    const { client } = await links.invoice();
    expect((await answer(client, 'accept', { by })).body).toMatchObject({
      status: 409,
      code: 'action_not_allowed',
      detail: 'Only a quote can be accepted or declined.',
    });
  });

  it('409 for an expired quote, with a text for the client, who may still decline it', async () => {
    const { record, client } = await links.quote({ expiryDate: '2999-01-01' });
    const expiryDate = await expire(record);
    expect(await shown(client)).toMatchObject({
      status: 'Expired',
      expiryDate,
      answers: { accept: { open: false, closedBy: 'Expired' }, decline: { open: true } },
    });
    const refused = await answer(client, 'accept', { by });
    expect(refused.body).toMatchObject({
      status: 409,
      code: 'action_not_allowed',
      detail: 'The quote has expired. Ask its sender for a new one.',
      currentStatus: 'Expired',
    });
    expect((await quoteOf(record.id)).acceptance).toBeNull();
  });

  it('409 for a quote whose revision was sent', async () => {
    const { record, client } = await links.quote();
    const { body: draft } = await key.call<QuoteView>('POST', `/v1/quotes/${record.id}/revise`);
    expect((await shown(client)).status).toBe('Sent');
    const { client: next } = await links.sent<QuoteView>('quotes', draft.id);
    expect(await shown(client)).toMatchObject({
      status: 'Superseded',
      answers: { accept: { closedBy: 'Superseded' } },
    });
    expect((await answer(client, 'accept', { by })).body.detail).toBe('A newer version replaces this quote.');
    expect((await answer(next, 'accept', { by })).body).toMatchObject({ status: 'Accepted', revision: 2 });
  });

  it('200: accepted by name, with the purchase order, and an event', async () => {
    const { record, client } = await links.quote();
    const accepted = await answer(client, 'accept', { by: `  ${by} `, poNumber: 'PO-1' });
    const at = api.clock.now().toISOString();
    expect(accepted.status).toBe(200);
    expect(accepted.body).toMatchObject({
      status: 'Accepted',
      acceptance: { by, at, poNumber: 'PO-1' },
      answers: { accept: { open: false, closedBy: 'Accepted' }, decline: { open: false, closedBy: 'Accepted' } },
    });
    expect(await quoteOf(record.id)).toMatchObject({ status: 'Accepted', acceptance: { by, poNumber: 'PO-1' } });
    await expectLastEvent(api, key, 'quote', record.id, 'quote.updated');
    const { data } = await records.get<{ data: object[] }>(`/v1/quotes/${record.id}/timeline`);
    expect(data.at(-1)).toMatchObject({ action: 'accept', by: 'client', status: 'Accepted' });
  });

  it('200: stays accepted for the client after a later invoice', async () => {
    const { record, client } = await links.quote();
    await answer(client, 'accept', { by });
    await key.call('POST', `/v1/quotes/${record.id}/convert`, { body: { mode: 'Whole' } });
    expect((await quoteOf(record.id)).status).toBe('Invoiced');
    expect((await shown(client)).status).toBe('Accepted');
    expect((await answer(client, 'decline', { code: 'Other' })).body).toMatchObject({
      status: 409,
      detail: 'The quote was already accepted.',
      currentStatus: 'Accepted',
    });
  });

  it('200 for one of two parallel answers, 409 for the other', async () => {
    const { record, client } = await links.quote();
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => answer(client, 'accept', { by })),
      ...[1, 2, 3].map(() => answer(client, 'decline', { code: 'Changes' })),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const { status } = await quoteOf(record.id);
    const winner = answers.find((each) => each.status === 200);
    expect(winner?.body).toMatchObject({ status });
    for (const loser of answers.filter((each) => each.status === 409)) {
      expect(loser.body).toMatchObject({ currentStatus: status });
    }
    expect(await eventTypes(api, 'quote', record.id)).toEqual(['quote.created', 'quote.updated', 'quote.updated']);
  });
});

describe('POST /public/api/document/decline', () => {
  it('422 for a missing and an unknown reason', async () => {
    const { client } = await links.quote();
    for (const body of [{}, { code: 'Bored' }, { code: 'Other', text: 'x'.repeat(1001) }]) {
      expect((await answer(client, 'decline', body)).status).toBe(422);
    }
  });

  it('200: declined with its reason, and an event; only the seller sees the text', async () => {
    const { record, client } = await links.quote();
    const declined = await answer(client, 'decline', { code: 'Changes', text: 'Without the second workshop.' });
    expect(declined.body).toMatchObject({ status: 'Declined', decline: { code: 'Changes' } });
    expect(declined.text).not.toContain('second workshop');
    expect(await quoteOf(record.id)).toMatchObject({
      decline: { code: 'Changes', text: 'Without the second workshop.' },
    });
    await expectLastEvent(api, key, 'quote', record.id, 'quote.updated');
    expect((await answer(client, 'accept', { by })).body.detail).toBe('The quote was already declined.');
  });
});

describe('POST /public/api/document/reject', () => {
  it('422 for a missing and an unknown reason', async () => {
    const { client } = await links.invoice();
    for (const body of [undefined, {}, { code: 'Bored' }])
      expect((await answer(client, 'reject', body)).status).toBe(422);
  });

  it('409 for a quote', async () => {
    const { client } = await links.quote();
    expect((await answer(client, 'reject', { code: 'Other' })).body.detail).toBe('Only an invoice can be rejected.');
  });

  it('409 for a paid one, and a rejected one', async () => {
    const { record, client } = await links.invoice();
    await records.paid(record);
    expect((await answer(client, 'reject', { code: 'Other' })).body.detail).toBe('The invoice is already paid.');
    const { client: other } = await links.invoice();
    await answer(other, 'reject', { code: 'Other' });
    expect((await answer(other, 'reject', { code: 'Other' })).body.detail).toBe('The invoice was already rejected.');
  });

  it('200: rejected with its reason, and an event; no longer asks for payment', async () => {
    const { record, client } = await links.invoice();
    const rejected = await answer(client, 'reject', { code: 'WrongAmount', text: 'The second day was not agreed.' });
    expect(rejected.body).toMatchObject({ status: 'Rejected', rejection: { code: 'WrongAmount' }, payment: null });
    expect(rejected.text).not.toContain('second day');
    expect(await records.invoice(record.id)).toMatchObject({
      status: 'Rejected',
      rejection: { by: 'client', code: 'WrongAmount', text: 'The second day was not agreed.' },
      lastTransition: { by: 'client' },
    });
    await expectLastEvent(api, key, 'invoice', record.id, 'invoice.rejected');
  });

  it('200: a member’s name or key is not shown to the client', async () => {
    const { record, client } = await links.invoice();
    await key.call('POST', `/v1/invoices/${record.id}/reject`, { body: { code: 'Other', text: 'told by phone' } });
    const { text } = await client.call('GET', DOCUMENT);
    expect(text).not.toMatch(/bhk_|key |told by phone/);
  });

  it('200: what was reopened can be rejected again', async () => {
    const { record, client } = await links.invoice();
    await answer(client, 'reject', { code: 'Other' });
    await key.call('POST', `/v1/invoices/${record.id}/reopen`, { body: {} });
    expect((await shown(client)).answers.reject.open).toBe(true);
  });
});

describe('what the page says about payments', () => {
  const template = 'https://pay.example/?ref={number}&amount={amount}&currency={currency}';
  const setLink = (paymentLink: string | null) =>
    api.database.query({
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
