import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { InvoiceView } from '@billhook/contract/invoice';
import type { Tx } from '@billhook/db/unit-of-work';
import { TestApi, type Answer } from './support/api.js';
import { line } from './support/bodies.js';
import { oneBehindTheOther } from './support/line.js';
import { eventsOf, Records } from './support/records.js';
import { World, type KeyCaller } from './support/world.js';

let api: TestApi;
let key: KeyCaller;
let records: Records;

beforeAll(async () => {
  api = await TestApi.start();
  key = await new World(api).key();
  records = new Records(key);
});
afterAll(() => api.stop());

/** Lets requests queue up behind a lock of the invoice, in their order, and then lets go. */
async function behindLock(id: number, ...requests: (() => Promise<Answer>)[]): Promise<Answer[]> {
  const text = 'SELECT FROM invoices WHERE id = $1 FOR UPDATE';
  const hold = async (tx: Tx) => void (await tx.query({ name: 'test_hold_invoice', text, values: [id] }));
  return oneBehindTheOther(api, hold, requests);
}

const edited = { lines: [{ ...line, name: 'New', quantity: '1', unitPrice: '999.00' }] };
const path = (id: number) => `/v1/invoices/${id}`;

describe('a change that waited for another one', () => {
  it('sees the lines that the other one wrote: totals and lines agree', async () => {
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

  it('sends what was written last, and tells it: answer, event and GET are the same', async () => {
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
