import type { ClientView } from '@billhook/contract/invoicing/client';
import type { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import { EXPANSIONS, type ExpansionName } from '@billhook/contract/invoicing/expand';
import type {
  ExpandableCreditNote,
  ExpandableInvoice,
  ExpandablePayment,
  ExpandableQuote,
} from '@billhook/contract/invoicing/expanded';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { PaymentView } from '@billhook/contract/invoicing/payment';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import type { RecordListOf } from '@billhook/contract/shared/list-query';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { GRANTABLE_PERMISSIONS, isPermission } from '@billhook/domain/identity/permissions';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { line } from '../support/bodies.js';
import { itRefuses } from '../support/lists.js';
import { Records } from '../support/records.js';
import { startWithKey } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

const { api, world, key, records } = await startWithKey();

/** A quote, half of it invoiced, partly paid, and credited; the rest a draft. As the GET response of each. */
interface Story {
  client: ClientView;
  quote: QuoteView;
  invoice: InvoiceView;
  draft: InvoiceView;
  payments: PaymentView[];
  note: CreditNoteView;
}

async function tell(by: KeyCaller): Promise<Story> {
  const own = new Records(by);
  const { id: clientId } = await own.client();
  const quote = await own.accepted({ clientId });
  const { id } = await own.send(await own.convert(quote, { mode: 'Percent', percent: '50' }));
  const draft = await own.convert(quote, { mode: 'Remaining' });
  const invoice = await own.invoice(id);
  const payments = [
    await own.paid(invoice, '100.00'),
    await own.paid(invoice, '200.00'),
    await own.paid(invoice, '3.00'),
  ];
  await by.call('DELETE', `/v1/payments/${payments[1]?.id}?reason=Twice`);
  const note = await own.credit(invoice, { lines: [{ ...line, quantity: '1', unitPrice: '50.00' }] });
  const got = <T>(path: string, of: { readonly id: number } | undefined) => own.get<T>(`/v1/${path}/${of?.id}`);
  return {
    client: await got('clients', { id: clientId }),
    quote: await got('quotes', quote),
    invoice: await got('invoices', invoice),
    draft: await got('invoices', draft),
    payments: await Promise.all(payments.map((payment) => got<PaymentView>('payments', payment))),
    note: await got('credit-notes', note),
  };
}

let story: Story;
let alone: InvoiceView;

beforeAll(async () => {
  story = await tell(key);
  alone = await records.draft();
  // The same in another company, whose records must never appear.
  await tell(await world.key());
});

const RESOURCES: readonly (readonly [path: string, names: readonly ExpansionName[]])[] = [
  ['/v1/invoices', ['client', 'quote', 'payments', 'creditNotes']],
  ['/v1/quotes', ['client', 'invoices']],
  ['/v1/payments', ['client', 'invoices']],
  ['/v1/credit-notes', ['client', 'invoice']],
];
const CASES = RESOURCES.flatMap(([path, names]) => names.map((name) => [path, name] as const));

describe.each(RESOURCES)('expand on %s', (path, names) => {
  it('401 without a key, with any expansion', async () => {
    for (const target of [path, `${path}/1`]) {
      const answer = await api.call<ProblemView>('GET', `${target}?expand=${names.join(',')}`);
      expect([answer.status, answer.body.code]).toEqual([401, 'credential_missing']);
    }
  });

  it.each(names)(`403 for %s without its own permission, before any record is read`, async (name) => {
    const permission = EXPANSIONS[name];
    const short = await world.key({ scopes: GRANTABLE_PERMISSIONS.filter((each) => each !== permission) });
    for (const target of [path, `${path}/999999999`]) {
      const answer = await short.call<ProblemView>('GET', `${target}?expand=${name}`);
      expect([target, answer.status, answer.body.code]).toEqual([target, 403, 'insufficient_scope']);
      expect(answer.body).toMatchObject({ missing: [permission] });
    }
  });

  it("404 for an unknown id and another company's, with every permission", async () => {
    const stranger = await world.key();
    const mine = {
      invoices: story.invoice,
      quotes: story.quote,
      payments: story.payments[0],
      'credit-notes': story.note,
    };
    const { id } = Object.entries(mine).find(([name]) => path === `/v1/${name}`)?.[1] ?? { id: 0 };
    for (const unknown of [id, 999_999_999, 'abc']) {
      const answer = await stranger.call<ProblemView>('GET', `${path}/${unknown}?expand=${names.join(',')}`);
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    }
  });

  const WRONG = ['', 'nobody', 'client,', 'client,nobody', 'Client', 'client,%20client', 'client.invoices', 'a,b,c'];
  it.each(WRONG)('400 for expand=%s, with the allowed values, once', async (asked) => {
    for (const target of [path, `${path}/999999999`]) {
      const answer = await key.call<ProblemView>('GET', `${target}?expand=${asked}`);
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_query']);
      expect(answer.body.errors).toEqual([
        { parameter: 'expand', code: 'invalid_value', message: `must be one of ${names.join(', ')}` },
      ]);
    }
  });
});

describe('expand on /v1/clients', () => {
  itRefuses('/v1/clients', [['expand=invoices', 'expand']], () => key);

  it('400 for a single client', async () => {
    const answer = await key.call<ProblemView>('GET', `/v1/clients/${story.client.id}?expand=invoices`);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_query']);
  });
});

describe('an expanded record', () => {
  const expandedBy = async <T extends { expanded?: unknown }>(path: string, asked: string) => {
    const { expanded, ...record } = await records.get<T>(`/v1/${path}?${asked}`);
    expect(record).toEqual(await records.get(`/v1/${path}`));
    return expanded;
  };

  it('an invoice: its current client, its quote, its payments oldest first, its credit notes', async () => {
    const { client, quote, payments, note } = story;
    const asked = 'expand=creditNotes,payments,quote,client';
    expect(await expandedBy<ExpandableInvoice>(`invoices/${story.invoice.id}`, asked)).toEqual({
      client,
      quote,
      payments,
      creditNotes: [note],
    });
    expect(payments.map(({ status }) => status)).toEqual(['Recorded', 'Deleted', 'Recorded']);
  });

  it('a quote: its client and its invoices', async () => {
    const { client, invoice, draft } = story;
    expect(await expandedBy<ExpandableQuote>(`quotes/${story.quote.id}`, 'expand=client,invoices')).toEqual({
      client,
      invoices: [invoice, draft],
    });
  });

  it('a payment: its client and its allocations, in that order', async () => {
    const { client } = story;
    const others = [await records.sent({ clientId: client.id }), await records.sent({ clientId: client.id })].reverse();
    const { id } = await records.payment(
      { clientId: client.id, currency: 'EUR' },
      '20.00',
      others.map((invoice) => ({ invoiceId: invoice.id, amount: '10.00' })),
    );
    expect(await expandedBy<ExpandablePayment>(`payments/${id}`, 'expand=client,invoices')).toEqual({
      client: await records.get(`/v1/clients/${client.id}`),
      invoices: await Promise.all(others.map((invoice) => records.invoice(invoice.id))),
    });
  });

  it('a credit note: its client and the invoice that it credits', async () => {
    const { invoice, note } = story;
    expect(await expandedBy<ExpandableCreditNote>(`credit-notes/${note.id}`, 'expand=client,invoice')).toEqual({
      client: await records.get(`/v1/clients/${note.clientId}`),
      invoice,
    });
  });

  it.each(CASES)('%s: only %s', async (path, name) => {
    const { data } = await records.get<RecordListOf<ExpandableInvoice>>(`${path}?limit=2&expand=${name}`);
    for (const record of data) {
      expect(record).toHaveProperty('expanded');
      expect('expanded' in record && Object.keys(record.expanded ?? {})).toEqual([name]);
    }
  });

  it.each(['expand=client&expand=quote', 'expand=client,quote,client', 'expand=client,quote&expand=quote'])(
    '%s: each once',
    async (asked) => {
      const { expanded } = await records.get<ExpandableInvoice>(`/v1/invoices/${story.invoice.id}?${asked}`);
      expect(Object.keys(expanded ?? {}).sort()).toEqual(['client', 'quote']);
    },
  );

  it('contains null or an empty list for missing records, and no `expanded` without expansions', async () => {
    const asked = `/v1/invoices/${alone.id}?expand=quote,payments,creditNotes`;
    expect((await records.get<ExpandableInvoice>(asked)).expanded).toEqual({
      quote: null,
      payments: [],
      creditNotes: [],
    });
    expect(await records.get(`/v1/invoices/${alone.id}`)).not.toHaveProperty('expanded');
  });

  it('403 names all missing permissions, and those that the creator of the key has lost', async () => {
    const member = await world.member(key.companyId);
    const short = await world.key({ member, scopes: ['invoice.read', 'quote.read'] });
    const path = `/v1/invoices/${story.invoice.id}?expand=client,payments,creditNotes,quote`;
    const answer = await short.call<ProblemView>('GET', path);
    expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_scope']);
    expect(answer.body).toMatchObject({
      requiredPermissions: ['invoice.read', 'client.read', 'quote.read', 'payment.read'],
      missing: ['client.read', 'payment.read'],
      fixUrl: expect.stringMatching(/\?create=1&scopes=invoice\.read,quote\.read,client\.read,payment\.read$/),
    });
    expect(answer.headers.get('x-required-permissions')).toBe('invoice.read, client.read, quote.read, payment.read');
    await world.change(member, { permissions: ['invoice.read'] });
    const lost = await short.call<ProblemView>('GET', `/v1/invoices/${story.invoice.id}?expand=quote`);
    expect([lost.status, lost.body.code]).toEqual([403, 'creator_permission_lost']);
  });

  it('403 of the route also names the missing permissions of the expansions: fixing it fixes all', async () => {
    const member = await world.member(key.companyId);
    const path = `/v1/invoices/${story.invoice.id}?expand=client,payments`;
    const refused = await (await world.key({ member, scopes: ['quote.read'] })).call<ProblemView>('GET', path);
    const { missing, fixUrl } = refused.body as ProblemView & { missing: string[]; fixUrl: string };
    expect([refused.status, missing]).toEqual([403, ['invoice.read', 'client.read', 'payment.read']]);
    const scopes = new URL(fixUrl).searchParams.get('scopes')?.split(',').filter(isPermission) ?? [];
    expect((await (await world.key({ member, scopes })).call('GET', path)).status).toBe(200);
  });

  it('is the same with a session', async () => {
    const reader = await world.session(
      await world.member(key.companyId, { permissions: ['invoice.read', 'client.read'] }),
    );
    const path = `/app/invoices/${story.invoice.id}?expand=`;
    const answer = await reader.call<ExpandableInvoice>('GET', `${path}client`);
    expect(answer.body.expanded?.client?.id).toBe(story.client.id);
    expect((await reader.call<ProblemView>('GET', `${path}payments`)).body.code).toBe('permission_missing');
  });
});

describe('an expanded list', () => {
  it.each(RESOURCES)('%s: each record as in its own response', async (path, names) => {
    const asked = `expand=${names.join(',')}`;
    const { data } = await records.get<RecordListOf<{ id: number }>>(`${path}?limit=100&${asked}`);
    expect(data.length).toBeGreaterThan(0);
    for (const record of data) expect(record).toEqual(await records.get(`${path}/${record.id}?${asked}`));
  });

  it('does not change tombstones', async () => {
    const { id } = await records.draft();
    const since = api.clock.now().toISOString();
    await key.call('DELETE', `/v1/invoices/${id}`);
    const path = `/v1/invoices?updatedSince=${since}&limit=100&expand=client,payments`;
    const { data } = await records.get<RecordListOf<InvoiceView>>(path);
    expect(data.find((entry) => entry.id === id)).toEqual({ id, version: 2, deletedAt: expect.any(String) });
  });

  it('accepts a cursor from a request without expansions', async () => {
    const { page } = await records.get<RecordListOf<InvoiceView>>('/v1/invoices?limit=1');
    const next = `/v1/invoices?limit=1&cursor=${page.nextCursor}`;
    const [plain, expanded] = [await records.get<RecordListOf<ExpandableInvoice>>(next), `${next}&expand=client`];
    expect((await records.get<RecordListOf<ExpandableInvoice>>(expanded)).data).toMatchObject(plain.data);
  });
});
