import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { hasValue } from '@billhook/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { invoiceBody } from '../support/bodies.js';
import { Workspace } from '../support/workspace.js';

let workspace: Workspace;
let page: Page;

beforeAll(async () => {
  workspace = await Workspace.start();
  page = workspace.page;
});
afterAll(() => workspace.stop());

describe('the search over everything', () => {
  const field = () => page.getByRole('combobox', { name: 'Find records, pages, actions and documentation' });
  const chosen = (name: string | RegExp) => page.getByRole('option', { name, selected: true });
  const tabTo = async (target: Locator) => {
    await target.waitFor();
    const isThere = () => target.evaluate((element) => element === document.activeElement);
    for (let presses = 0; presses < 60 && !(await isThere()); presses++) await page.keyboard.press('Tab');
    expect(await isThere()).toBe(true);
  };

  it('finds an invoice, sends it and records its payment without a mouse', async () => {
    const { id: clientId } = await workspace.newClient('Keyboard Only Ltd');
    const body = { ...invoiceBody(clientId), dueDate: '2998-01-01' };
    const { id } = (await workspace.session.call<InvoiceView>('POST', '/app/invoices', { body })).body;
    await workspace.open('/clients');
    await workspace.heading('Clients').waitFor();
    await page.keyboard.press('Control+k');
    await field().and(page.locator(':focus')).waitFor();
    await page
      .getByRole('option', { name: /^Draft for Keyboard Only Ltd|^Draft.*Keyboard Only/ })
      .first()
      .waitFor();
    await workspace.expectAccessible();
    await page.keyboard.type('keyboard only');
    await page.locator('[role=listbox][aria-busy=false]').waitFor();
    await workspace.expectAccessible();
    await page.keyboard.press('ArrowDown');
    await chosen(/Draft/).waitFor();
    await page.keyboard.press('Enter');
    await field().waitFor({ state: 'detached' });
    await tabTo(workspace.button('Send'));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Send invoice' });
    await tabTo(dialog.getByRole('button', { name: 'Send', exact: true }));
    await page.keyboard.press('Enter');
    await workspace.heading(/^Invoice INV-/).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await tabTo(workspace.button('Record payment'));
    await page.keyboard.press('Enter');
    await workspace.heading('Record payment').waitFor();
    await hasValue(page.getByLabel('Amount', { exact: true }), '1,080.00');
    await tabTo(workspace.button('Record payment'));
    await page.keyboard.press('Enter');
    await workspace.heading(/^Invoice INV-/).waitFor();
    // On a phone, the message about the payment does not lie over the header of a dialog.
    const message = page.getByText(/^Payment of .* recorded$/);
    await message.hover();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.keyboard.press('Control+k');
    const close = page.getByRole('dialog', { name: 'Find' }).getByRole('button', { name: 'Close' });
    const [above, below] = await Promise.all([close.boundingBox(), message.boundingBox()]);
    expect(below?.y).toBeGreaterThan((above?.y ?? Infinity) + (above?.height ?? 0));
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await workspace.get<InvoiceView>(`invoices/${id}`)).toMatchObject({ status: 'Paid' });
  });

  it('opens the first result of a text that was typed and entered without a pause', async () => {
    await workspace.newClient('Harbour & Finch');
    await page.keyboard.press('Control+k');
    await field().waitFor();
    await page.keyboard.type('Harbour & Finch');
    await page.keyboard.press('Enter');
    await workspace.heading('Harbour & Finch').waitFor();
  });

  it('runs actions, opens pages and finds documentation', async () => {
    await workspace.button('Find (Ctrl K)').click();
    await page.keyboard.type('new inv');
    await chosen(/^New invoice/).waitFor();
    await page.keyboard.press('Enter');
    await workspace.heading('New invoice').waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('idempotency');
    await page.getByRole('group', { name: 'Documentation' }).getByRole('option').first().waitFor();
    await workspace.expectAccessible();
    await field().fill('zzzzqqq');
    await page.getByText('No results for “zzzzqqq”').waitFor();
    await workspace.expectAccessible();
    await page.keyboard.press('Escape');
    await field().waitFor({ state: 'detached' });
  });

  it('says that the records could not be searched, and keeps the actions', async () => {
    await page.route('**/app/search*', (route) => route.fulfill({ status: 500, body: '' }));
    await workspace.open('/clients');
    await workspace.heading('Clients').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByText('The records could not be searched.').waitFor();
    await workspace.expectAccessible();
    await page.unroute('**/app/search*');
    await page.getByRole('option', { name: /^New invoice/ }).waitFor();
    await workspace.button('Try again').click();
    await page.getByText('The records could not be searched.').waitFor({ state: 'detached' });
    await page.getByRole('group', { name: 'Changed last' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('has shortcuts, which ignore fields and can be turned off', async () => {
    await workspace.open('/clients');
    await page.getByRole('searchbox', { name: 'Search' }).focus();
    await page.keyboard.type('gi?');
    expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('gi?');
    await page.getByRole('searchbox', { name: 'Search' }).blur();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByText('New invoice').waitFor();
    await workspace.expectAccessible();
    await dialog.getByRole('checkbox').press('Space');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.type('gp?');
    await page.keyboard.press('Control+k');
    await field().waitFor();
    await page.keyboard.type('keyboard shortcuts');
    await page.keyboard.press('Enter');
    await dialog.getByRole('checkbox').press('Space');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await workspace.heading('Clients').waitFor();
    await page.keyboard.type('gp');
    await workspace.heading('Payments').waitFor();
  });
});

it('logged no errors', () => {
  expect(workspace.complaints).toEqual([]);
});
