import type { ClientView } from '@billhook/contract/invoicing/client';
import { connectBrowser, hasValue } from '@billhook/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { TestApi } from '../support/api.js';
import { Records } from '../support/records.js';
import { SettingsPage, TWO_LOOKS } from '../support/settings-page.js';
import { World } from '../support/world.js';

let api: TestApi;
let browser: Browser;
let settings: SettingsPage;
let page: Page;
let records: Records;
let client: ClientView;

beforeAll(async () => {
  api = await TestApi.start({ PUBLIC_URL: 'http://127.0.0.1' });
  const world = new World(api);
  const owner = await world.member(await world.company());
  records = new Records(await world.key({ member: owner }));
  client = await records.client();
  browser = await connectBrowser();
  settings = await SettingsPage.open(browser, api);
  ({ page } = settings);
  await settings.signIn(owner);
  await page.getByRole('heading', { name: 'Invoices', exact: true }).waitFor();
});
afterAll(async () => {
  await browser.close();
  await api.stop();
});

const line = (n: number) => page.getByRole('group', { name: new RegExp(`^Line item ${n}(:|$)`) });
/** A number field replaces its text when it gets the focus, after `fill` has selected what was there. */
async function replace(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.fill(text);
}
const idInAddress = () => Number(/\/invoices\/(\d+)/.exec(settings.address)?.[1]);

describe('the editor, in the language of the screen', () => {
  const price = () => line(1).getByLabel('Price');
  const due = () => page.getByLabel('Due date');

  it('reads numbers as it prints them, and shows how it read them', async () => {
    await settings.goto(`/invoices/new?clientId=${client.id}`);
    await line(1).getByLabel('Item', { exact: true }).fill('Paper');
    await line(1).getByLabel('VAT rate in %').fill('0,5');
    await replace(line(1).getByLabel('Quantity'), '1,000');
    for (const [typed, shown] of [
      ['1,234', '1,234.00'],
      ['€ 12.5', '12.50'],
      ['１，２３４．５', '1,234.50'],
    ] as const) {
      await replace(price(), typed);
      await price().blur();
      await hasValue(price(), shown);
    }
    await hasValue(line(1).getByLabel('Quantity'), '1,000');
    await hasValue(line(1).getByLabel('VAT rate in %'), '0.5');
    await page.getByText('€1,234,500.00').first().waitFor();
    // In the field there are no group signs, which a further digit would move.
    await line(1).getByLabel('Quantity').focus();
    await hasValue(line(1).getByLabel('Quantity'), '1000');
    await page.keyboard.press('End');
    await page.keyboard.type('0');
    await line(1).getByLabel('Quantity').blur();
    await hasValue(line(1).getByLabel('Quantity'), '10,000');
    // Who arrives by Tab types over the number.
    await line(1).getByLabel('Item', { exact: true }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.type('2,000');
    await line(1).getByLabel('Quantity').blur();
    await hasValue(line(1).getByLabel('Quantity'), '2,000');
  });

  it('shows an error at a number that it cannot read, and no amount of it', async () => {
    await replace(price(), '1234,567');
    await price().blur();
    await line(1).getByText('Enter a number, such as 12.5').waitFor();
    await line(1).getByText('€').waitFor({ state: 'detached' });
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
  });

  it('takes the terms of the client, and sends a due date only if it was entered', async () => {
    const lumen = await records.client({
      name: 'Lumen Terms',
      paymentTerms: { days: 30, text: '2 % within 10 days' },
    });
    await settings.goto('/invoices/new');
    await page.getByRole('textbox', { name: 'Client' }).fill('lumen terms');
    await page.getByRole('option', { name: /Lumen Terms/ }).click();
    await hasValue(page.getByRole('textbox', { name: 'Terms' }), '2 % within 10 days');
    await line(1).getByLabel('Item', { exact: true }).fill('Paper');
    await replace(price(), '10');
    await line(1).getByLabel('VAT rate in %').fill('20');
    await page.getByLabel('Issue date').fill('2026-11-01');
    await page.getByText(/: 1 Dec 2026/).waitFor();
    await page.keyboard.press('Control+s');
    await page.getByRole('heading', { name: 'Draft invoice', exact: true }).waitFor();
    const id = idInAddress();
    expect(await records.invoice(id)).toMatchObject({
      clientId: lumen.id,
      dueDate: '2026-12-01',
      dueDateByTerms: true,
      terms: '2 % within 10 days',
    });
    await settings.goto(`/invoices/${id}/edit`);
    await hasValue(due(), '');
    await page.getByLabel('Issue date').fill('2026-11-10');
    await page.getByText(/: 10 Dec 2026/).waitFor();
    await page.getByRole('textbox', { name: 'Terms' }).fill('');
    await page.keyboard.press('Control+s');
    await page.getByRole('heading', { name: 'Draft invoice', exact: true }).waitFor();
    expect(await records.invoice(id)).toMatchObject({ dueDate: '2026-12-10', dueDateByTerms: true, terms: null });
  });
});
