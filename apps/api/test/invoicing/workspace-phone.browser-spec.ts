import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { PaymentView } from '@billhook/contract/invoicing/payment';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import type { PortalLinkView } from '@billhook/contract/webhooks/portal';
import { dotsInLines } from '@billhook/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page, Route } from 'playwright-core';
import { tokenOf } from '../support/document-link.js';
import { Records } from '../support/records.js';
import { Workspace } from '../support/workspace.js';
import type { KeyCaller } from '../support/world.js';

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

const phone = (width = 390) => page.setViewportSize({ width, height: 844 });

describe('a bulk run on a phone', () => {
  it('is played to its end: select, send, progress, one failure, the result, and another attempt', async () => {
    const names = ['Atelier Lumen SARL', 'Brasserie Zénith', 'Café Minot', 'Dupont & Fils'];
    const drafts: InvoiceView[] = [];
    for (const name of names) drafts.push(await records.draft({ clientId: (await records.client({ name })).id }));
    const archived = drafts[1]?.clientId;
    await key.call('PATCH', `/v1/clients/${archived}`, { body: { status: 'Archived' } });
    const statuses = async () => Promise.all(drafts.map(async ({ id }) => (await records.invoice(id)).status));

    await phone();
    await workspace.open('/invoices?status=Draft');
    await workspace.button('Select rows').click();
    for (const name of names) await page.getByRole('checkbox', { name: `Select Draft · ${name}` }).click();
    await page.getByText('4 selected').waitFor();
    await workspace.button('Send').click();
    const dialog = page.getByRole('dialog', { name: 'Send 4 drafts' });
    await dialog.getByRole('radio', { name: 'Link' }).check();

    // Three run at the same time: the last two wait until the first ones are let go.
    const held: Route[] = [];
    let isHolding = true;
    await page.route('**/app/invoices/*/send', (route) => (isHolding ? void held.push(route) : route.continue()));
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByText('0 of 4').waitFor();
    await inWindow(dialog.getByRole('button', { name: 'Stop' }));
    expect(await dialog.getByRole('button', { name: 'Close' }).count()).toBe(0);
    await workspace.expectAccessible();
    await phone();
    await held[0]?.continue();
    await dialog.getByText('1 of 4').waitFor();
    const progress = dialog.getByRole('progressbar', { name: 'Progress' });
    expect(await progress.getAttribute('aria-valuenow')).toBe('25');
    isHolding = false;
    await Promise.all(held.slice(1).map((route) => route.continue()));

    await dialog.getByText('3 documents done · 1 failed').waitFor();
    const failures = dialog.getByRole('list', { name: 'Documents that failed' }).getByRole('listitem');
    expect(await failures.allInnerTexts()).toEqual([expect.stringMatching(/Zénith\s+The client is archived/)]);
    await inWindow(dialog.getByRole('button', { name: 'Retry the failed one' }));
    await workspace.expectAccessible();
    await phone();
    expect(await statuses()).toEqual(['Sent', 'Draft', 'Sent', 'Sent']);
    await key.call('PATCH', `/v1/clients/${archived}`, { body: { status: 'Active' } });
    await dialog.getByRole('button', { name: 'Retry the failed one' }).click();
    await dialog.getByText('4 documents done').waitFor();
    expect(await statuses()).toEqual(['Sent', 'Sent', 'Sent', 'Sent']);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });
    // The sent drafts have left the list, and the selection with them.
    await page.getByText('No results for these filters').waitFor();
    expect(await page.getByText(/selected$/).count()).toBe(0);
  });

  /** Without scrolling, and not behind another element. */
  async function inWindow(button: Locator): Promise<void> {
    await button.waitFor();
    const box = await button.boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
  }
});

describe('the dots between the parts of a line', () => {
  it('neither begin nor end a line on a phone', async () => {
    const client = await records.client({
      name: 'Librairie ancienne et moderne de Montmartre',
      tradingName: 'Montmartre · Les Abbesses',
      email: 'comptabilite@librairie-des-abbesses.example',
      billingAddress: { line1: '30 rue Yvonne le Tac', postalCode: '75018', city: 'Les Abbesses', country: 'FR' },
    });
    for (const length of [6, 10, 14, 18, 22, 26, 30]) {
      const name = 'Société Générale de Montmartre'.slice(0, length).trim();
      await records.client({ name, email: `compta@${'x'.repeat(31 - length)}.example` });
    }
    const { id: clientId } = client;
    const titled = await records.quote({ clientId, title: 'Campagne de printemps à Montmartre · Les Abbesses' });
    const quote = await records.act<QuoteView>(`/v1/quotes/${titled.id}/send`, { channel: 'Link' });
    const invoice = await workspace.sentInvoice(clientId, { channel: 'Link' });
    const payment = await records.act<PaymentView>('/v1/payments', {
      ...{ clientId, currency: 'EUR', amount: '500.00', date: '2026-11-21' },
      reference: 'Virement de la Librairie des Abbesses 4711',
    });
    await records.draft({ clientId });
    const endpoint = {
      url: 'https://example.com/hooks',
      description: 'Comptabilité de la librairie',
      eventTypes: ['invoice.paid'],
    };
    await records.act('/v1/webhook-endpoints', endpoint);
    const portal = await workspace.session.call<PortalLinkView>('POST', '/app/webhook-portal-links');
    const { pathname, search } = new URL(portal.body.url);
    const pages = [
      ['/settings/clients', 'Librairie ancienne'],
      [`/settings/clients/${clientId}`, '30 rue Yvonne le Tac'],
      ['/settings/payments', 'Virement de la Librairie'],
      [`/settings/payments/${payment.id}`, 'Virement de la Librairie'],
      ['/settings/quotes', 'Campagne de printemps'],
      [`/settings/quotes/${quote.id}`, 'Sent'],
      ['/settings/invoices', 'Draft'],
      [`/settings/invoices/${invoice.id}`, 'Sent'],
      [`/d/${tokenOf(quote)}`, 'Campagne de printemps'],
      [`/d/${tokenOf(invoice)}`, 'Montmartre'],
      [pathname + search, 'Comptabilité de la librairie'],
    ] as const;
    const found: string[] = [];
    let dots = 0;
    for (const [path, text] of pages) {
      await phone(320);
      await page.goto(workspace.api.url + path);
      await page.getByText(text).filter({ visible: true }).first().waitFor();
      for (const width of [320, 390]) {
        await phone(width);
        const { all, stray } = await dotsInLines(page);
        dots += all;
        found.push(...stray.map((line) => `${path} at ${width}: ${line}`));
      }
    }
    expect(found).toEqual([]);
    expect(dots).toBeGreaterThan(20);
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});

it('logged no errors', () => {
  expect(workspace.complaints).toEqual([]);
});
