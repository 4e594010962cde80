import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { Tx } from '@billhook/db/unit-of-work';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/api.js';
import { line } from '../support/bodies.js';
import { oneBehindTheOther } from '../support/concurrent-changes.js';
import { eventsOf, Records } from '../support/records.js';
import { startWithKey } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

const { api, world, key, records } = await startWithKey();

/** Queues requests behind a lock of the invoice, in order, and then releases it. */
async function behindLock(id: number, ...requests: (() => Promise<Answer>)[]): Promise<Answer[]> {
  const text = 'SELECT FROM invoices WHERE id = $1 FOR UPDATE';
  const hold = async (tx: Tx) => void (await tx.query({ name: 'test_hold_invoice', text, values: [id] }));
  return oneBehindTheOther(api, hold, requests);
}

const edited = { lines: [{ ...line, name: 'New', quantity: '1', unitPrice: '999.00' }] };
const path = (id: number) => `/v1/invoices/${id}`;

describe('a change that waited for another one', () => {
  it('sees the lines of the other one: totals and lines agree', async () => {
    const { id } = await records.draft();
    const answers = await behindLock(
      id,
      () => key.call('PATCH', path(id), { body: edited }),
      () => key.call('PATCH', path(id), { body: { purchaseOrder: 'PO-1' } }),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const invoice = await records.get<InvoiceView>(path(id));
    expect(invoice).toMatchObject({ purchaseOrder: 'PO-1', version: 3, lines: [{ name: 'New', net: '999.00' }] });
    expect(invoice.totals).toMatchObject({ lineNet: '999.00', gross: '1198.80' });
  });

  it('sends the last written state: response, event and GET are the same', async () => {
    const { id } = await records.draft();
    const [, sent] = await behindLock(
      id,
      () => key.call('PATCH', path(id), { body: edited }),
      () => key.call('POST', `${path(id)}/send`),
    );
    const got = await key.call('GET', path(id));
    expect(sent?.text).toBe(got.text);
    const last = (await eventsOf(api, 'invoice', id)).at(-1);
    expect(last?.type).toBe('invoice.sent');
    expect(last?.body.endsWith(`"data":${got.text}}`)).toBe(true);
  });
});

/** `first` to `last` of the series of 2026. */
const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => `INV-2026-${String(first + n).padStart(5, '0')}`);

/** An invoice, or the error. */
type Sent = Pick<InvoiceView, 'id' | 'number'> & { readonly code?: string };

const send = (by: KeyCaller, id: number) => by.call<Sent>('POST', `${path(id)}/send`);

describe('many sends of one company', () => {
  beforeAll(() => {
    api.clock.set('2026-11-21T10:30:00.000Z');
  });

  it('60 parallel requests on 30 drafts: 1 to 30 without a gap or a repeat, each invoice once', async () => {
    const own = await world.key();
    const made = new Records(own);
    const { id: clientId } = await made.client();
    const drafts: InvoiceView[] = [];
    for (let n = 0; n < 30; n++) drafts.push(await made.draft({ clientId }));
    const answers = await Promise.all([...drafts, ...drafts].map(({ id }) => send(own, id)));
    const sent = answers.filter((answer) => answer.status === 200).map(({ body }) => body);
    expect(sent.map(({ number }) => number).sort()).toEqual(numbers(1, 30));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(30);
    const refused = answers.filter((answer) => answer.status !== 200);
    expect(refused.map(({ body }) => body.code)).toEqual(Array(30).fill('action_not_allowed'));
    const events = (await api.events()).filter(
      (event) => event.companyId === own.companyId && event.type === 'invoice.sent',
    );
    expect(events.map((event) => event.data['number']).sort()).toEqual(numbers(1, 30));
  });

  it('returns the numbers of failed sends, also in parallel', async () => {
    const own = await world.key();
    const made = new Records(own);
    const { id: clientId } = await made.client();
    const dated = (issueDate: string) => made.draft({ clientId, issueDate });
    await made.send(await dated('2026-11-20'));
    const [good, late]: [InvoiceView[], InvoiceView[]] = [[], []];
    for (let n = 0; n < 15; n++) good.push(await dated('2026-11-20'));
    for (let n = 0; n < 15; n++) late.push(await dated('2026-11-19'));
    const mixed = good.flatMap((invoice, n) => [invoice, late[n] ?? invoice]);
    const answers = await Promise.all([...mixed, ...mixed].map(({ id }) => send(own, id)));
    const of = (status: number) => answers.filter((answer) => answer.status === status).map(({ body }) => body);
    expect(
      of(200)
        .map(({ number }) => number)
        .sort(),
    ).toEqual(numbers(2, 16));
    expect(of(422).map(({ code }) => code)).toEqual(Array(30).fill('invoice_not_sendable'));
    expect(of(409).map(({ code }) => code)).toEqual(Array(15).fill('action_not_allowed'));
    for (const { id } of late)
      expect(await made.invoice(id)).toMatchObject({ status: 'Draft', number: null, version: 1 });
    expect((await made.send(await dated('2026-11-20'))).number).toBe('INV-2026-00017');
  });
});
