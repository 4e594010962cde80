import { EXPANDED_MOST } from '@billhook/contract/invoicing/expand';
import type { ExpandableInvoice, ExpandablePayment, ExpandableQuote } from '@billhook/contract/invoicing/expanded';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { PaymentView } from '@billhook/contract/invoicing/payment';
import type { RecordListOf } from '@billhook/contract/shared/list-query';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestApi } from '../support/api.js';
import { line } from '../support/bodies.js';
import { Records } from '../support/records.js';
import { startWorld } from '../support/start.js';
import { Statements } from '../support/statements.js';
import { World, type KeyCaller } from '../support/world.js';

const { api, world } = await startWorld();
let key: KeyCaller;
let records: Records;

beforeEach(async () => {
  key = await world.key();
  records = new Records(key);
});

/** Changes rows past the API. */
const rewrite = (text: string, ...values: unknown[]) => api.database.query<{ id: number }>({ name: '', text, values });

/** Payments like this one, each allocated to the same invoices. Oldest first. */
async function payLike(payment: PaymentView, count: number): Promise<number[]> {
  const made = await rewrite(
    `INSERT INTO payments (company_id, client_id, kind, status, date, amount, currency, unallocated, version, created_at, updated_at)
      SELECT company_id, client_id, kind, status, date, amount, currency, unallocated, version, created_at, updated_at
      FROM payments, generate_series(1, $2) WHERE id = $1 RETURNING id`,
    payment.id,
    count,
  );
  await rewrite(
    `INSERT INTO payment_allocations (payment_id, position, invoice_id, amount)
      SELECT p.id, a.position, a.invoice_id, a.amount FROM payment_allocations a, unnest($2::bigint[]) AS p (id) WHERE a.payment_id = $1`,
    payment.id,
    made.map(({ id }) => id),
  );
  return made.map(({ id }) => id).sort((a, b) => a - b);
}

const idsOf = (views: readonly { readonly id: number }[] | undefined) => views?.map(({ id }) => id);

describe('another company', () => {
  it('never shows, not even where a row refers to it', async () => {
    const invoice = await records.sent();
    const payment = await records.paid(invoice, '10.00');
    const member = await world.member(await world.neighbour(key.companyId));
    const stranger = new Records(await world.key({ member }));
    const strange = await stranger.accepted();
    const owed = await stranger.convert(strange, { mode: 'Whole' });
    const paid = await stranger.payment(strange, '5.00');
    // The database itself rejects a client of another company (migrations.e2e-spec).
    await rewrite('UPDATE invoices SET quote_id = $2 WHERE id = $1', invoice.id, strange.id);
    await rewrite('INSERT INTO payment_allocations VALUES ($1, 0, $2, 1)', paid.id, invoice.id);
    await rewrite('INSERT INTO payment_allocations VALUES ($1, 1, $2, 1)', payment.id, owed.id);

    const single = `/v1/invoices/${invoice.id}?expand=client,quote,payments`;
    const { expanded } = await records.get<ExpandableInvoice>(single);
    expect(expanded).toMatchObject({ client: { id: invoice.clientId }, quote: null });
    expect(idsOf(expanded?.payments)).toEqual([payment.id]);
    const { data } = await records.get<RecordListOf<ExpandableInvoice>>('/v1/invoices?expand=client,quote,payments');
    expect(data).toEqual([expect.objectContaining({ id: invoice.id, expanded })]);
    const asked = `/v1/payments/${payment.id}?expand=invoices`;
    expect(idsOf((await records.get<ExpandablePayment>(asked)).expanded?.invoices)).toEqual([invoice.id]);
  });
});

describe('an expansion', () => {
  it(`holds the oldest ${EXPANDED_MOST} payments of each invoice; the list has all`, async () => {
    const [invoice, other] = [await records.sent(), await records.sent()];
    const first = await records.paid(invoice, '1.00');
    const beside = await records.paid(other, '2.00');
    const all = [first.id, ...(await payLike(first, EXPANDED_MOST))];
    const { data } = await records.get<RecordListOf<ExpandableInvoice>>('/v1/invoices?sort=id&expand=payments');
    expect(data.map((each) => 'expanded' in each && idsOf(each.expanded?.payments))).toEqual([
      all.slice(0, EXPANDED_MOST),
      [beside.id],
    ]);
    const listed = `/v1/payments?invoiceId=${invoice.id}&sort=id&limit=100`;
    const { data: page, page: more } = await records.get<RecordListOf<PaymentView>>(listed);
    const { data: last } = await records.get<RecordListOf<PaymentView>>(`${listed}&cursor=${more.nextCursor}`);
    expect(idsOf([...page, ...last])).toEqual(all);
  });

  it(`holds the oldest ${EXPANDED_MOST} invoices of a quote`, async () => {
    const quote = await records.accepted();
    const first = await records.convert(quote, { mode: 'Percent', percent: '1' });
    const others = await rewrite(
      `INSERT INTO invoices SELECT new.* FROM invoices i CROSS JOIN generate_series(1, $2) n
        CROSS JOIN jsonb_populate_record(i, jsonb_build_object('n', n, 'id', nextval(pg_get_serial_sequence('invoices', 'id')))) new
        WHERE i.id = $1 RETURNING id`,
      first.id,
      EXPANDED_MOST,
    );
    const all = [first.id, ...others.map(({ id }) => id)].sort((a, b) => a - b);
    const { expanded, invoiceIds } = await records.get<ExpandableQuote>(`/v1/quotes/${quote.id}?expand=invoices`);
    expect(invoiceIds).toEqual(all);
    expect(idsOf(expanded?.invoices)).toEqual(all.slice(0, EXPANDED_MOST));
  });
});

describe('the statements of a request', () => {
  let statements: Statements;
  let watched: World;
  let beside: TestApi;
  let by: KeyCaller;

  beforeAll(async () => {
    by = await world.key();
    const make = new Records(by);
    for (let n = 0; n < 3; n++) {
      const quote = await make.accepted();
      await make.convert(quote, { mode: 'Percent', percent: '50' });
      const invoice = await make.send(await make.convert(quote, { mode: 'Remaining' }));
      await make.paid(invoice, '1.00');
      await make.paid(invoice, '2.00');
      await make.credit(invoice, { lines: [{ ...line, quantity: '1', unitPrice: '50.00' }] });
    }
    statements = await Statements.between(api.databaseUrl);
    beside = await TestApi.beside(api, { DATABASE_URL: statements.databaseUrl });
    watched = new World(beside);
  });
  afterAll(async () => {
    await beside.stop();
    await statements.stop();
  });

  /** What is read of records, be it prepared or not. Who calls, and how often, is others' business. */
  const ran = async (path: string, status = 200, secret = by.secret) => {
    const caller = watched.bearer(secret);
    const names = await statements.during(async () => expect((await caller.call('GET', path)).status).toBe(status));
    return names.filter((name) => /^((client|quote|invoice|payment|credit_note)s?_|$)/.test(name)).sort();
  };

  const CLIENT = 'client_by_ids';
  const INVOICE = 'invoice_by_ids';
  it.each([
    [
      '/v1/invoices',
      { client: CLIENT, quote: 'quote_by_ids', payments: 'payments_of_invoices', creditNotes: 'credit_note_by_ids' },
    ],
    ['/v1/quotes', { client: CLIENT, invoices: INVOICE }],
    ['/v1/payments', { client: CLIENT, invoices: INVOICE }],
    ['/v1/credit-notes', { client: CLIENT, invoice: INVOICE }],
  ])('%s: one for each expansion, however many records there are', async (path, expansions) => {
    const [names, reads] = [Object.keys(expansions).join(','), Object.values(expansions)];
    for (const limit of [1, 100]) {
      const plain = await ran(`${path}?limit=${limit}`);
      expect(plain).toHaveLength(1);
      expect(await ran(`${path}?limit=${limit}&expand=${names}`)).toEqual([...plain, ...reads].sort());
    }
    const { data } = await new Records(by).get<RecordListOf<InvoiceView>>(`${path}?limit=1`);
    const single = `${path}/${data[0]?.id}`;
    expect(await ran(`${single}?expand=${names}`)).toEqual([...(await ran(single)), ...reads].sort());
  });

  it('are none for an expansion that the caller may not see', async () => {
    const { secret } = await world.key({ scopes: ['invoice.read'] });
    expect(await ran('/v1/invoices?expand=client', 403, secret)).toEqual([]);
    expect(await ran('/v1/invoices/1?expand=payments', 403, secret)).toEqual([]);
  });

  it('are no more than without, where there is nothing to expand', async () => {
    const { id } = await new Records(by).draft();
    expect(await ran(`/v1/invoices/${id}?expand=quote,creditNotes`)).toEqual(await ran(`/v1/invoices/${id}`));
  });
});
