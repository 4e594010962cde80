import type { CreatedApiKey } from '@billhook/contract/identity/key';
import { downloaded } from '@billhook/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { confirmPassword, followNavigation, passwordDialog } from '../support/settings-page.js';
import { Workspace } from '../support/workspace.js';
import { PASSWORD } from '../support/world.js';

let ws: Workspace;
let prefix: string;

beforeAll(async () => {
  ws = await Workspace.start();
  const body = { name: 'Nightly export', scopes: ['client.read'], expiry: '90d' };
  prefix = (await ws.session.call<CreatedApiKey>('POST', '/app/api-keys', { body })).body.apiKey.prefix;
  await ws.session.call('PATCH', '/app/company', {
    body: { legalNotice: 'Capital 10 000 €\nRCS Lyon', vatNumber: null, address: { country: 'FR', city: 'Lyon' } },
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' },
  });
});
afterAll(() => ws.stop());

const rows = () => ws.page.getByRole('table', { name: 'Audit log entries' }).getByRole('row');
const dialog = (name: string) => ws.page.getByRole('dialog', { name });

describe('the audit log, step by step', () => {
  it('is in the navigation, and describes each action', async () => {
    await followNavigation(ws.page, 'Audit log');
    await ws.heading('Audit log').waitFor();
    await ws.button('Updated the company details').waitFor();
    // The head, the sign-in, the key, the company.
    expect(await rows().count()).toBe(4);
    await ws.expectAccessible();
  });

  it('keeps the first lines of a row on one line where an action takes two', async () => {
    const size = ws.page.viewportSize();
    await ws.page.setViewportSize({ width: 1000, height: 900 });
    const action = await ws.button('Updated the company details').boundingBox();
    const row = rows().filter({ has: ws.button('Updated the company details') });
    const time = await row.locator('time').first().boundingBox();
    expect(action?.height).toBeGreaterThan(30);
    expect(Math.abs((action?.y ?? 0) - (time?.y ?? 99))).toBeLessThan(5);
    if (size) await ws.page.setViewportSize(size);
  });

  it('expands an entry to before and after, its request and its hash', async () => {
    await ws.button('Updated the company details').click();
    const entry = dialog('Updated the company details');
    await entry.getByRole('row', { name: /VAT number FR83404833048 nothing/ }).waitFor();
    await entry.getByText(/^req_/).waitFor();
    expect(await entry.getByText(/^[0-9a-f]{64}$/).count()).toBe(2);
    await ws.expectAccessible();
    await ws.page.keyboard.press('Escape');
    await entry.waitFor({ state: 'detached' });
    expect(await ws.page.locator(':focus').innerText()).toBe('Updated the company details');
  });

  it('keeps its filters in the address', async () => {
    await ws.page.getByLabel('Category').selectOption('API keys');
    await ws.page.getByText('1 of 1').waitFor();
    expect(new URL(ws.page.url()).search).toBe('?group=keys');
    await ws.page.reload();
    await ws.page.getByText('1 of 1').waitFor();
    await ws.button('Created an API key').click();
    await dialog('Created an API key').getByText('Show every change to this target').click();
    await ws.page.getByText(`About ${prefix}`).waitFor();
    await ws.page.getByText('1 of 1').waitFor();
    await ws.expectAccessible();
  });

  it('shows that no entry matches, and clears the filters', async () => {
    await ws.page.getByLabel('Day to').fill('2020-01-01');
    await ws.page.getByText('No results for these filters').waitFor();
    await ws.page.getByRole('button', { name: 'Clear filters' }).last().click();
    await ws.page.getByText('3 of 3').waitFor();
  });

  it('exports the filtered entries, with an audit entry', async () => {
    await ws.page.getByLabel('Category').selectOption('API keys');
    await ws.page.getByText('1 of 1').waitFor();
    await ws.button('Export').click();
    await dialog('Export the audit log').getByText('that matches the filters').waitFor();
    await ws.expectAccessible();
    await ws.world.ageConfirmation(ws.owner);
    await ws.page.getByRole('link', { name: 'CSV, for spreadsheets' }).click();
    await passwordDialog(ws.page).waitFor();
    await ws.expectAccessible();
    // Escape closes only the confirmation, not the dialog below it.
    await ws.page.keyboard.press('Escape');
    await passwordDialog(ws.page).waitFor({ state: 'detached' });
    await ws.page.getByRole('link', { name: 'CSV, for spreadsheets' }).click();
    await passwordDialog(ws.page).getByLabel('Password', { exact: true }).fill('something else');
    await ws.page.keyboard.press('Enter');
    await ws.page.getByText('Wrong password.').waitFor();
    const downloading = ws.page.waitForEvent('download');
    await confirmPassword(ws.page, PASSWORD);
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await downloaded(download)).toString().trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(prefix);
    await ws.page.getByLabel('Category').selectOption('Audit log');
    await ws.button('Exported the audit log').waitFor();
  });

  it('requires audit.read; other members see a message', async () => {
    const [first] = await ws.listOf<{ id: number }>('audit-log');
    expect(first).toBeDefined();
    const companyId = (await ws.get<{ id: number }>('company')).id;
    const member = await ws.world.member(companyId, { role: 'Sales' });
    const theirs = await ws.openAs(member, 'fr');
    await theirs.goto('/audit-log');
    await theirs.page.getByText('Le journal d’audit est réservé aux administrateurs').waitFor();
    expect(await theirs.page.getByRole('link', { name: 'Journal d’audit' }).count()).toBe(0);
    await ws.expectAccessible(theirs);
    await theirs.close();
  });

  it('is in French', async () => {
    const companyId = (await ws.get<{ id: number }>('company')).id;
    const theirs = await ws.openAs(await ws.world.member(companyId), 'fr');
    await theirs.goto('/audit-log');
    await theirs.page.getByRole('button', { name: 'A modifié les coordonnées de l’entreprise' }).click();
    await theirs.page.getByText('Modifications').first().waitFor();
    await ws.expectAccessible(theirs);
    await theirs.close();
  });

  it('logged no errors', () => {
    expect(ws.complaints).toEqual([]);
  });
});
