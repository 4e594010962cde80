import type { PortalLinkView } from '@billhook/contract/webhooks/portal';
import { dateInZone } from '@billhook/domain/shared/calendar';
import { updateTenants } from '@billhook/identity/companies/tenants.repository';
import { accessibilityViolations } from '@billhook/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { completedExport } from '../support/company-export.js';
import { confirmPassword, followNavigation, passwordDialog } from '../support/settings-page.js';
import { Workspace } from '../support/workspace.js';
import { PASSWORD } from '../support/world.js';

let workspace: Workspace;
let page: Page;

beforeAll(async () => {
  workspace = await Workspace.start();
  page = workspace.page;
});
afterAll(() => workspace.stop());

/** Advances the time of a sandbox. The progress is that of a worker, which has the clock of the machine. */
async function advanceTime(dialog: Locator): Promise<void> {
  await page.getByText('Time in this sandbox:').waitFor();
  await workspace.button('Advance time…').click();
  const time = dialog.getByLabel('New time');
  const present = await time.inputValue();
  expect(await dialog.getByRole('button', { name: 'Advance time' }).isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: '+1 month' }).click();
  const [day = '', clock] = (await time.inputValue()).split('T');
  expect([day > present.slice(0, 10), clock]).toEqual([true, present.split('T')[1]]);
  await workspace.expectAccessible();
  await dialog.getByRole('button', { name: 'Advance time' }).click();
  await page.getByText(/^Advancing to/).waitFor();
  expect(await workspace.button('Advance time…').isDisabled()).toBe(true);
  await workspace.expectAccessible();
  const ahead = 40 * 86_400_000;
  await workspace.api.database.query({
    name: 'test_ahead',
    text: `UPDATE companies SET clock_offset = $1 WHERE kind = 'Sandbox'`,
    values: [ahead],
  });
  await workspace.api.cells.each(() => updateTenants(workspace.api.database));
  await workspace.api.database.query({
    name: 'test_advanced',
    text: `UPDATE sandbox_advances SET status = 'Completed', reached = to_time, overdue_invoices = 2, completed_at = now()`,
  });
  await page.getByText(/^Advanced from/).waitFor();
  await page.getByRole('link', { name: '2 invoices became overdue' }).waitFor();
  await workspace.expectAccessible();
  // Forms begin with the present day of the sandbox, without another load of the page.
  await workspace.visit('/payments/new');
  const date = await page.getByLabel('Date', { exact: true }).inputValue();
  // That of a company of specs, and of its sandboxes.
  const today = dateInZone(new Date(Date.now() + ahead), 'Europe/Paris');
  expect(new Date(`${date} UTC`).toISOString().slice(0, 10)).toBe(today);
  // The times of records count from the time of the sandbox as well.
  await workspace.visit('/clients');
  await page.getByRole('table').getByRole('link').first().click();
  await page.locator('.ws-timeline').getByText('40 days ago').first().waitFor();
  await workspace.visit('/audit-log');
  await workspace.button('Advanced the time of the sandbox').click();
  const entry = page.getByRole('dialog', { name: 'Advanced the time of the sandbox' });
  await entry.getByRole('row', { name: /^Time of the sandbox/ }).waitFor();
  await workspace.expectAccessible();
  await workspace.visit('/company-data');
}

describe('the export and the deletion of the company', () => {
  it('requests an export, shows its progress, and offers a completed one', async () => {
    await workspace.open('/company-data');
    await page.getByRole('heading', { name: 'Export and deletion' }).waitFor();
    await workspace.expectAccessible();
    await workspace.effort.begin();
    await workspace.button('Export company').click();
    await page.getByText('Starting…').waitFor();
    expect(await workspace.effort.spent()).toEqual({ clicks: 1, fields: 0 });
    expect(await workspace.button('Export company').isDisabled()).toBe(true);
    const { companyId, id } = workspace.owner;
    await completedExport(workspace.api, companyId, id);
    await workspace.open('/company-data');
    await page.getByRole('link', { name: 'Download' }).waitFor();
    await workspace.expectAccessible();
  });

  it('deletes the company only after its name and the password, and withdraws the request', async () => {
    const { name } = await workspace.get<{ name: string }>('company');
    workspace.api.clock.advance(11 * 60_000);
    await workspace.open('/company-data');
    await workspace.button('Delete company…').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Invoices', { exact: true }).waitFor();
    const confirm = dialog.getByRole('button', { name: 'Delete company' });
    await dialog.getByLabel(/to confirm/).fill('Another company');
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel(/to confirm/).fill(name);
    await workspace.expectAccessible();
    await confirm.click();
    await passwordDialog(page).waitFor();
    await confirmPassword(page, PASSWORD);
    await page.getByText(/will be deleted on/).waitFor();
    await workspace.expectAccessible();
    await workspace.button('Withdraw request').click();
    await page.getByText('Request withdrawn').waitFor();
    await workspace.button('Delete company…').waitFor();
  });

  it('resets a sandbox, which one click of the account menu creates with examples and opens', async () => {
    await workspace.open('/invoices');
    await page.getByRole('button', { name: /^Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Create one with example records' }).click();
    const bar = page.locator('.bh-sandbox');
    await bar.waitFor();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await followNavigation(page, 'Invoices');
    await page.getByText('Atelier Lumen SARL').first().waitFor();
    expect(await page.title()).toContain('Sandbox');
    await workspace.expectAccessible();
    await workspace.open('/company-data');
    const dialog = page.getByRole('dialog');
    await advanceTime(dialog);
    await workspace.button('Reset sandbox…').click();
    const name = (await page.locator('.bh-context').textContent()) ?? '';
    await dialog.getByLabel(/to confirm/).fill(name);
    await dialog.getByRole('switch', { name: 'Create example records afterwards' }).check();
    await workspace.expectAccessible();
    await dialog.getByRole('button', { name: 'Reset sandbox' }).click();
    await page.getByText('The sandbox was reset').waitFor();
    await workspace.open('/invoices');
    await page.getByText('Atelier Lumen SARL').first().waitFor();
    await workspace.open('/company-data');
    await workspace.button('Delete sandbox…').click();
    await dialog.getByRole('button', { name: 'Delete sandbox' }).waitFor();
    expect(await dialog.getByText('Export the company first').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    const portal = await page.context().newPage();
    const link = await page.request.post(`${workspace.api.url}/app/webhook-portal-links`, {
      data: { access: 'full' },
      headers: { origin: new URL(page.url()).origin },
    });
    const { url } = (await link.json()) as PortalLinkView;
    await portal.goto(`${new URL(page.url()).origin}/portal/enter${new URL(url).search}`);
    await portal.locator('.bh-sandbox').getByText('Sandbox', { exact: true }).waitFor();
    expect(await portal.title()).toContain('Sandbox');
    expect(await accessibilityViolations(portal)).toEqual([]);
    await portal.close();
    const menu = page.getByRole('button', { name: /^Account menu/ });
    await menu.click();
    await page.getByRole('menuitemradio', { name, exact: true }).waitFor();
    expect(await page.getByRole('menuitem', { name, exact: true }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await workspace.button('Leave sandbox').click();
    await bar.waitFor({ state: 'detached' });
    await menu.click();
    await page.getByRole('menuitem', { name, exact: true }).click();
    await bar.waitFor();
    await workspace.open('/company-data');
    await workspace.button('Delete sandbox…').click();
    await dialog.getByLabel(/to confirm/).fill(name);
    await dialog.getByRole('button', { name: 'Delete sandbox' }).click();
    await bar.waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  });
});
