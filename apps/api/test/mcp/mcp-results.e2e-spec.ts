import type { CompanyTotals } from '@billhook/contract/invoicing/company-totals';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { PaymentView } from '@billhook/contract/invoicing/payment';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Assistant } from '../support/mcp.js';
import { Records } from '../support/records.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

const { api, world } = await startWorld();
let key: KeyCaller;
let records: Records;

beforeEach(async () => {
  key = await world.key();
  records = new Records(key);
});

/** Connects with a key for the length of the work. */
const assist = <T>(work: (assistant: Assistant) => Promise<T>, secret = key.secret): Promise<T> =>
  Assistant.during(api, secret, work);

describe('a call of a tool', () => {
  it('accepts JSON numbers for decimals, at every depth, which /v1 rejects', async () => {
    const { id: clientId } = await records.client();
    const lines = [
      { name: 'Support', quantity: 2, unitPrice: 450.5, taxCategory: 'S', taxRate: 20, discount: { percent: 2.5 } },
    ];
    const invoice = { clientId, currency: 'EUR', lines, expectedTotal: 1054.18, customFields: { hours: 2.5 } };
    const rejected = await key.call('POST', '/v1/invoices', { body: invoice });
    expect([rejected.status, rejected.body['code']]).toEqual([422, 'invalid_body']);
    await assist(async (assistant) => {
      const draft = await assistant.call<InvoiceView>('invoices_create', { ...invoice, confirm: true });
      expect([draft.text, draft.result?.totals.gross]).toEqual([expect.stringContaining('Done.'), '1054.18']);
      expect(draft.result.lines[0]).toMatchObject({ quantity: '2', unitPrice: '450.5', discount: { percent: '2.5' } });
      expect(draft.result.customFields).toEqual({ hours: 2.5 });
      // The same call with texts is the same call.
      const texts = [{ ...lines[0], quantity: '2', unitPrice: '450.5', taxRate: '20', discount: { percent: '2.5' } }];
      const again = { ...invoice, lines: texts, expectedTotal: '1054.18', confirm: true };
      expect((await assistant.call('invoices_create', again)).text).toContain('already performed');

      const sent = await records.send(draft.result);
      const allocations = [{ invoiceId: sent.id, amount: 54.18 }];
      const payment = { clientId, date: '2026-11-21', amount: 1000, currency: 'EUR', allocations };
      const paid = await assistant.call<PaymentView>('payments_create', { ...payment, confirm: true });
      expect(paid.result).toMatchObject({ amount: '1000.00', unallocated: '945.82' });
      for (const amount of [1e21, 1e15, 0.1 + 0.2]) {
        const { isError, text } = await assistant.call('payments_create', { ...payment, amount });
        const advice = /- \/amount: (must be a decimal as a string|.+: send it as a string)/;
        expect([isError, text]).toEqual([true, expect.stringMatching(advice)]);
      }
    });
  });

  it('returns lists with the names of clients, and without the texts of every document', async () => {
    const { id: clientId } = await records.client({ notes: 'x'.repeat(300) });
    const { id } = await records.sent({ clientId, terms: 'Late payment costs 40 EUR.' });
    await records.draft({ clientId });
    await assist(async (assistant) => {
      type Page = { data: (Partial<InvoiceView> & { expanded?: { client?: object } })[] };
      const listed = await assistant.call<Page>('invoices_list', { expand: ['client'], hasBalance: true });
      const [invoice] = listed.result.data;
      expect(invoice).toMatchObject({ id, balance: '1080.00', expanded: { client: { name: 'Atelier Lumen SARL' } } });
      const left = ['terms', 'taxBreakdown', 'createdAt', 'sentAt', 'publicUrl', 'seller'];
      expect(left.filter((name) => name in (invoice ?? {}))).toEqual([]);
      expect(JSON.stringify(invoice).length).toBeLessThan(1_500);
      const got = await assistant.call<InvoiceView>('invoices_get', { id, expand: ['client'] });
      expect(got.result).toMatchObject({ terms: 'Late payment costs 40 EUR.', expanded: { client: { id: clientId } } });
    });
  });

  it('returns the totals of the company', async () => {
    await records.sent();
    await assist(async (assistant) => {
      const { result } = await assistant.call<CompanyTotals>('totals_get', { by: 'month' });
      expect(result.currencies).toMatchObject([{ currency: 'EUR', outstanding: '1080.00', overdue: '0.00' }]);
    });
  });
});

describe('the tools about tools and guides', () => {
  it('describe every tool completely, so that a full document can be created', async () => {
    const { id: clientId } = await records.client();
    await assist(async (assistant) => {
      type Described = { arguments: { properties: object }; exampleOfTheBody: object };
      const { tools } = await assistant.client.listTools();
      for (const { name } of tools.filter(({ description = '' }) => description.includes('tools_describe'))) {
        const { isError, result } = await assistant.call<Described>('tools_describe', { tool: name });
        expect([name, isError, Object.keys(result.arguments.properties).length > 4]).toEqual([name, false, true]);
      }
      const { result } = await assistant.call<Described>('tools_describe', { tool: 'invoices_create' });
      const members = ['paymentMeans', 'roundingIncrement', 'charges', 'customFields', 'privateNotes', 'terms'];
      expect(members.filter((name) => !(name in result.arguments.properties))).toEqual([]);
      const full = {
        ...{ ...result.exampleOfTheBody, clientId, terms: 'Net 30.', notes: ['Thank you.'], series: 'default' },
        ...{
          expectedTotal: '1140.00',
          charges: [{ amount: '50.00', reason: 'Freight', taxCategory: 'S', taxRate: '20' }],
        },
        ...{ paymentMeans: { code: '30', iban: 'FR7630006000011234567890189' }, customFields: { costCentre: 'A7' } },
      };
      const created = await assistant.call<InvoiceView>('invoices_create', { ...full, confirm: true });
      expect([created.text.includes('Done.'), created.result.totals.gross]).toEqual([true, '1140.00']);
    });
  });

  it('find a guide by a question, and return its text', async () => {
    await assist(async (assistant) => {
      type Found = { results: { title: string; address: string; guide?: string; excerpt: string }[] };
      const { result } = await assistant.call<Found>('guides_search', { q: 'how are totals rounded?', limit: 3 });
      expect(result.results.length).toBe(3);
      const found = result.results.find(({ guide }) => guide === 'invoicing-rules');
      expect(found).toMatchObject({ title: expect.stringContaining('Invoicing rules'), excerpt: expect.any(String) });
      expect(found?.address).toMatch(/^http.*\/docs\/invoicing-rules\//);
      const guide = await assistant.call<{ text: string }>('guides_get', { guide: 'invoicing-rules' });
      expect([guide.text, guide.result.text]).toEqual(Array(2).fill(expect.stringContaining('# Invoicing rules')));
    });
  });

  it('reject what they do not have, in words', async () => {
    await assist(async (assistant) => {
      for (const [name, given, words] of [
        ['tools_describe', { tool: 'nothing' }, 'There is no such tool'],
        ['tools_describe', {}, 'The argument tool is required'],
        ['guides_get', { guide: '../openapi' }, 'There is no such guide'],
        ['guides_search', { q: ' ' }, 'The argument q is required'],
        ['guides_search', { q: 'x'.repeat(201) }, 'a text of 1 to 200 characters'],
        ['guides_search', { q: 'vat', limit: 50 }, 'limit must be a whole number from 1 to 10'],
        ['guides_search', { q: 'vat', page: 2 }, 'guides_search has no argument page'],
      ] as const) {
        const refused = await assistant.call(name, given);
        expect([name, refused.isError, refused.text]).toEqual([name, true, expect.stringContaining(words)]);
      }
    });
    const reader = await world.key({ member: await world.member(key.companyId), scopes: ['client.read'] });
    await assist(async (assistant) => {
      expect((await assistant.call('tools_describe', { tool: 'clients_list' })).isError).toBe(false);
      expect((await assistant.call('tools_describe', { tool: 'invoices_create' })).isError).toBe(true);
    }, reader.secret);
  });
});

describe('prompts', () => {
  const JOBS = [
    'bill_client',
    'chase_overdue_invoices',
    'record_payment',
    'summarise_month',
    'explain_webhook_failure',
  ];

  it('exist for five jobs, and name only tools that exist', async () => {
    await assist(async ({ client }) => {
      const { prompts } = await client.listPrompts();
      expect(prompts.map(({ name }) => name)).toEqual(JOBS);
      const { tools } = await client.listTools();
      const names = tools.map(({ name }) => name);
      for (const { name, arguments: list = [] } of prompts) {
        const given = Object.fromEntries(list.map((argument) => [argument.name, 'Atelier Lumen']));
        const { messages } = await client.getPrompt({ name, arguments: given });
        const text = messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join('\n');
        expect(text).toContain('Atelier Lumen');
        const named =
          text.match(/\b(?:clients|invoices|payments|totals|tax_rates|guides|webhook_\w+?)_[a-z_]+\b/g) ?? [];
        expect([name, named.length > 1, named.filter((tool) => !names.includes(tool))]).toEqual([name, true, []]);
      }
    });
  });

  it('are those whose tools the caller has, and state what is missing', async () => {
    const scopes = ['invoice.read', 'payment.read'] as const;
    const reader = await world.key({ member: await world.member(key.companyId), scopes: [...scopes] });
    await assist(async ({ client }) => {
      expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['summarise_month']);
      const month = await client.getPrompt({ name: 'summarise_month', arguments: { month: '' } });
      expect(JSON.stringify(month.messages)).toMatch(/Summarise the month \d{4}-\d\d\./);
      for (const [given, words] of [
        [{ name: 'bill_client' }, 'There is no prompt bill_client'],
        [{ name: 'summarise_month', arguments: { year: '2026' } }, 'has no argument year'],
        [{ name: 'summarise_month', arguments: { month: 'x'.repeat(2_001) } }, 'at most 2000 characters'],
      ] as const) {
        await expect(client.getPrompt(given)).rejects.toMatchObject({
          code: -32_602,
          message: expect.stringContaining(words),
        });
      }
    }, reader.secret);
    await assist(async ({ client }) => {
      await expect(client.getPrompt({ name: 'bill_client', arguments: { client: 'x' } })).rejects.toMatchObject({
        code: -32_602,
        message: expect.stringContaining('requires the argument work'),
      });
    });
  });
});
