import type { Permission } from '@billhook/domain/identity/permissions';
import { addDays, dateInZone } from '@billhook/domain/shared/calendar';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Records } from '../support/records.js';
import type { SettingsPage } from '../support/settings-page.js';
import { Workspace } from '../support/workspace.js';
import type { SeededMember } from '../support/world.js';

let workspace: Workspace;

beforeAll(async () => {
  workspace = await Workspace.start();
});
afterAll(() => workspace.stop());

describe('the home page', () => {
  let member: SeededMember;
  let records: Records;
  let home: SettingsPage;

  const region = (name: string) => home.page.getByRole('region', { name, exact: true });
  /** The rows of the amounts by age. */
  const ages = (panel: string) => region(panel).getByRole('listitem').allInnerTexts();
  const opensFor = async (permissions: readonly Permission[]) => {
    const colleague = await workspace.world.member(member.companyId, { permissions });
    const theirs = await workspace.openAs(colleague, 'en-GB');
    await theirs.goto('/');
    return theirs;
  };

  beforeAll(async () => {
    member = await workspace.world.member(await workspace.world.company());
    records = new Records(await workspace.world.key({ member }));
    home = await workspace.openAs(member, 'en-GB');
  });
  afterAll(() => home.close());

  it('has the first steps instead of empty plots, and nothing to do', async () => {
    await home.goto('/');
    await home.page.getByText('Nothing to do today').waitFor();
    await region('First steps').waitFor();
    expect(await region('Outstanding').count()).toBe(0);
    await workspace.expectAccessible(home);
    await region('First steps').getByRole('button', { name: 'Hide the first steps' }).click();
    await home.page.reload();
    await region('Outstanding').getByText('No invoice is waiting for payment.').waitFor();
    await region('Paid by month').getByText('No payments in the last 12 months.').waitFor();
  });

  it('shows what is outstanding by age and what was paid by month, for each currency', async () => {
    const { id: clientId } = await records.client();
    const today = dateInZone(workspace.api.clock.now(), 'Europe/Paris');
    const issueDate = addDays(today, -100);
    const due = (days: number, more: object = {}) =>
      records.sent({ clientId, issueDate, dueDate: addDays(today, -days), ...more });
    for (const days of [0, 1, 30, 31, 75, 95]) await due(days);
    await records.paid(await due(0), '80.00');
    await due(-5, { currency: 'USD' });
    await home.page.reload();
    await region('Outstanding in EUR').getByText('€7,480.00').waitFor();
    expect(await ages('Outstanding in EUR')).toEqual([
      ...['Not due\n€2,080.00', '1–30 days overdue\n€2,160.00', '31–60 days overdue\n€1,080.00'],
      ...['61–90 days overdue\n€1,080.00', 'Over 90 days overdue\n€1,080.00'],
    ]);
    await region('Outstanding in EUR').getByRole('link', { name: 'Overdue: €5,400.00' }).waitFor();
    expect((await ages('Outstanding in USD'))[0]).toBe('Not due\n$1,080.00');
    // The currency of the company comes first.
    const titles = await home.page.getByRole('heading', { level: 2 }).allInnerTexts();
    expect(titles.indexOf('Outstanding in EUR')).toBeLessThan(titles.indexOf('Outstanding in USD'));
    const paid = region('Paid by month in EUR');
    await paid
      .getByRole('img', { name: /^Bar chart/ })
      .locator('canvas')
      .waitFor();
    await workspace.expectAccessible(home);
    await paid.getByRole('button', { name: 'Show as table' }).click();
    const rows = paid.getByRole('row');
    expect(await rows.count()).toBe(13);
    expect(await rows.nth(1).innerText()).toContain('€80.00');
    expect(await rows.nth(2).innerText()).toContain('€0.00');
    await workspace.expectAccessible(home);
  });

  it('keeps the other panels when one fails, and loads it again', async () => {
    await home.page.route('**/app/reports/receivables', (route) => route.fulfill({ status: 500, json: {} }));
    await home.page.reload();
    await region('Outstanding in EUR').getByRole('alert').waitFor();
    await region('Paid by month in EUR').getByRole('img').waitFor();
    await region('What to do today').getByText('Nothing to do today').waitFor();
    await workspace.expectAccessible(home);
    await home.page.unroute('**/app/reports/receivables');
    await region('Outstanding in EUR').getByRole('button', { name: 'Try again' }).click();
    await region('Outstanding in EUR').getByText('€7,480.00').waitFor();
  });

  it('leads from what waits to its list, by the keyboard', async () => {
    await records.draft();
    await records.sentQuote({ expiryDate: addDays(dateInZone(workspace.api.clock.now(), 'Europe/Paris'), 3) });
    await home.page.reload();
    const tasks = region('What to do today').getByRole('link');
    await tasks.first().waitFor();
    expect(await tasks.allInnerTexts()).toEqual([
      ...['1\nquote expires within 7 days', '1\ndraft invoice to finish and send', '1\nquote is waiting for an answer'],
    ]);
    await workspace.expectAccessible(home);
    await tasks.nth(1).focus();
    await home.page.keyboard.press('Enter');
    await home.page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor();
    expect(home.address).toBe('/invoices?status=Draft');
  });

  it('shows members what they may see, and begins with the keys without invoice.read', async () => {
    const reader = await opensFor(['invoice.read']);
    await reader.page.getByRole('region', { name: 'Outstanding in EUR' }).getByText('€7,480.00').waitFor();
    expect(await reader.page.getByRole('region', { name: /^Paid/ }).count()).toBe(0);
    expect(await reader.page.getByText('Not due').count()).toBe(0);
    await reader.close();
    const developer = await opensFor(['integration.write']);
    await developer.page.getByRole('heading', { level: 1, name: 'My API keys' }).waitFor();
    expect(developer.address).toBe('/api-keys');
    expect(await developer.page.getByRole('link', { name: 'Home', exact: true }).count()).toBe(0);
    await developer.page.getByRole('link', { name: 'Webhooks', exact: true }).waitFor();
    await developer.close();
  });
});
