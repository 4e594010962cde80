import { PLAIN_NAMES, PLAIN_RECORDS } from '@billhook/contract/examples/plain-records';
import { CURRENCIES, currencyDigits } from '@billhook/domain/invoicing/codes/currency';
import { formatAmount } from '@billhook/domain/shared/format-amount';
import { RESOURCES } from '@billhook/domain/shared/resources';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Records } from '../support/records.js';
import { ENDPOINTS } from '../support/webhooks.js';
import { Workspace } from '../support/workspace.js';
import type { KeyCaller } from '../support/world.js';

/*
 * Opens the screens with data: each shows its heading, logs no error and is accessible.
 */

let workspace: Workspace;
let page: Page;
let key: KeyCaller;
let records: Records;

beforeAll(async () => {
  workspace = await Workspace.start();
  page = workspace.page;
  key = await workspace.world.key({ member: workspace.owner });
  records = new Records(key);
});
afterAll(() => workspace.stop());

/** Opens an address of the settings, and checks what it shows. */
async function opens(address: string, heading: string | RegExp): Promise<void> {
  await workspace.visit(address);
  await workspace.heading(heading).waitFor();
  await workspace.expectAccessible();
}

const PLAIN_LISTS = PLAIN_NAMES.map((name) => RESOURCES[name].plural);
const DOCUMENTS = ['quotes', 'invoices', 'payments', 'credit-notes'];
const LISTS = [...DOCUMENTS, ...PLAIN_LISTS, 'api-keys', 'company-keys', 'logs', 'members', 'audit-log', 'webhooks'];
/** A phone, and from the width at which rows are no longer cards to that of a laptop. */
const WIDTHS = [390, ...Array.from({ length: 11 }, (_, n) => 1000 + 40 * n)];

const NINE_DIGITS = '123456789.00';
/** The currencies whose amounts are the longest in French, which no other currency exceeds, and the most usual one. */
const LONGEST = ['EUR' as const, ...CURRENCIES.toSorted((a, b) => lengthIn(b) - lengthIn(a)).slice(0, 3)];
function lengthIn(currency: (typeof CURRENCIES)[number]): number {
  return formatAmount(Number(NINE_DIGITS).toFixed(currencyDigits(currency)), currency, 'fr').length;
}

describe('the settings', () => {
  it('open every place of the navigation', async () => {
    await records.paid(await records.sent());
    const navigation = page.getByRole('navigation');
    await navigation.getByRole('button', { name: 'Settings' }).click();
    const links = navigation.getByRole('link');
    const places = await links.evaluateAll((found) =>
      found.flatMap((link) => link.getAttribute('href') ?? []).filter((href) => href.startsWith('/settings/')),
    );
    expect(places.length).toBeGreaterThan(16);
    await workspace.open('/account');
    await workspace.heading('Your account').waitFor();
    for (const place of places) {
      await workspace.visit(place.replace('/settings', ''));
      await page.locator('a[aria-current="page"]').first().waitFor();
      await workspace.expectAccessible();
    }
  });

  it('have tables that fit into their panels, also in French', async () => {
    const name = `Grundstücksverkehrsgenehmigung ${'Überlandleitung '.repeat(10)}`.trim();
    const { id: clientId } = await records.client({
      name,
      email: `${'m'.repeat(60)}@${'buchhaltung'.repeat(4)}.example`,
    });
    for (const name of PLAIN_NAMES) await records.act(`/v1/${RESOURCES[name].plural}`, PLAIN_RECORDS[name].body);
    const documents = async (amount: string, currency: (typeof CURRENCIES)[number] = 'EUR') => {
      const lines = [{ name: 'Bridge', quantity: '1', unitPrice: amount, taxCategory: 'Z', taxRate: '0' }];
      const part = (Number(amount) - 1).toFixed(currencyDigits(currency));
      await records.paid(await records.sent({ clientId, currency, lines }), part);
      await records.credit(await records.sent({ clientId, currency, lines }));
      await records.sentQuote({ clientId, currency, lines });
      await records.draft({ clientId, currency, lines });
    };
    await documents('1234567.00');
    const endpoint = await key.call<{ id: number }>('POST', ENDPOINTS, {
      body: { url: 'https://warehouse.boreal.example/hooks/orders', eventTypes: ['client.created'] },
    });
    await workspace.api.database.query({
      name: 'test_failing',
      text: `UPDATE webhook_endpoint_states SET health = 'Paused', failed_messages = 1052, consecutive_failures = 1052,
        failing_since = now() - interval '3 days', health_since = now() - interval '1 day' WHERE endpoint_id = $1`,
      values: [endpoint.body.id],
    });
    const french = await workspace.openAs(workspace.owner, 'fr-FR');
    const tooWide = async (lists: readonly string[]) => {
      const wide: Record<string, object> = {};
      for (const list of lists) {
        await french.goto(`/${list}`);
        await french.page.locator('.bh-table tbody tr').first().waitFor();
        const excess = await french.tableExcess(WIDTHS);
        if (Object.keys(excess).length > 0) wide[list] = excess;
      }
      return wide;
    };
    // The rows of all documents are in one table: the longest amount of a column decides its width.
    for (const currency of LONGEST) await documents(NINE_DIGITS, currency);
    expect(await tooWide(LISTS)).toEqual({});
    await french.close();
  });

  it('open a client, a quote, a payment and a credit note, and the forms of new ones', async () => {
    const client = await records.client({ name: 'Atelier Lumen' });
    const invoice = await records.sent({ clientId: client.id });
    const quote = await records.sentQuote({ clientId: client.id });
    const note = await records.credit(await records.sent({ clientId: client.id }));
    const payment = await records.paid(invoice);
    const { number: quoteNumber } = quote;
    const { number: noteNumber } = note;
    await opens(`/clients/${client.id}`, 'Atelier Lumen');
    await opens(`/quotes/${quote.id}`, new RegExp(String(quoteNumber)));
    await opens(`/payments/${payment.id}`, /./);
    await opens(`/credit-notes/${note.id}`, new RegExp(String(noteNumber)));
    await opens('/quotes/new', /./);
    await opens('/payments/new', /./);
  });

  it.each(PLAIN_NAMES)('open a %s, its form and that of a new one', async (name) => {
    const { plural } = RESOURCES[name];
    const { id } = await records.act<{ id: number }>(`/v1/${plural}`, PLAIN_RECORDS[name].body);
    for (const address of [`/${plural}/${id}`, `/${plural}/${id}/edit`, `/${plural}/new`]) await opens(address, /./);
  });

  it('open a key, the keys of the company, an application and the account', async () => {
    await opens(`/api-keys/${key.id}`, 'test key');
    await opens(`/company-keys/${key.id}`, 'test key');
    await opens('/account', /./);
    await opens('/applications/registered', /./);
    // The same page with another tab.
    await workspace.open('/applications/company');
    await workspace.expectAccessible();
  });

  it('open an event type and the signature check of the webhooks', async () => {
    await opens('/webhooks/deliveries', /./);
    await opens('/webhooks/event-types', /./);
    await opens('/webhooks/event-types/invoice.paid', /./);
    // Its former address.
    await opens('/webhooks/doctor', 'Signature check');
    expect(new URL(page.url()).pathname).toBe('/settings/webhooks/signature-check');
  });

  it('logged no errors', () => {
    expect(workspace.complaints).toEqual([]);
  });
});
