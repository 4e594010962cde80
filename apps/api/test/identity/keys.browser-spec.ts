import type { MemberView } from '@billhook/contract/identity/member';
import type { SessionView } from '@billhook/contract/identity/session';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { readRequestsOfKey } from '../support/request-log-page.js';
import { followNavigation } from '../support/settings-page.js';
import { Workspace } from '../support/workspace.js';
import type { KeyCaller, SeededMember } from '../support/world.js';

let workspace: Workspace;
let page: Page;
let colleague: SeededMember;
let theirs: KeyCaller;
let old: string;
let fresh: string;

beforeAll(async () => {
  workspace = await Workspace.start();
  page = workspace.page;
  const { world } = workspace;
  const { company } = await workspace.get<SessionView>('session');
  colleague = await world.member(company.id, { role: 'Sales' });
  theirs = await world.key({ member: colleague, expiry: '1y' });
  for (let n = 0; n < 3; n++) await world.key({ member: colleague });
});
afterAll(() => workspace.stop());

const status = async (secret: string) => (await workspace.world.bearer(secret).call('GET', '/v1/clients')).status;
const dialog = (): Locator => page.getByRole('dialog');

/** Reads the secret that is shown once, and closes the dialog. */
async function takeSecret(): Promise<string> {
  const field = page.getByLabel('Secret', { exact: true });
  await field.waitFor();
  await page.locator('button:focus').filter({ hasText: 'Copy' }).waitFor();
  const secret = await field.inputValue();
  await page.getByLabel('I have saved the key').check();
  await workspace.button('Done').click();
  expect(await page.content()).not.toContain(secret);
  return secret;
}

describe('a personal key, step by step', () => {
  it('is created for some networks, which are validated during input', async () => {
    await workspace.open('/api-keys');
    await workspace.button('Create key').click();
    await page.getByLabel('Name', { exact: true }).fill('Nightly export');
    const networks = page.getByLabel('Allowed networks (optional)');
    await networks.fill('127.0.0.1/8\n');
    await page.getByText('“127.0.0.1/8” is not the start of a network. Enter 127.0.0.0/8').waitFor();
    await workspace.expectAccessible();
    await networks.fill('127.0.0.0/8');
    await dialog().getByRole('button', { name: 'Create key' }).click();
    old = await takeSecret();
    await page.getByRole('link', { name: 'Nightly export' }).click();
    await workspace.heading('Nightly export').waitFor();
    await page.getByText('No host has used this key yet.').waitFor();
    await page.getByText(/^Mozilla/).waitFor();
    await workspace.expectAccessible();
  });

  it('shows its first use with its address and route', async () => {
    expect(await status(old)).toBe(200);
    await page.reload();
    const hosts = page.getByRole('table', { name: 'Hosts that use the key' });
    await hosts.getByText('127.0.0.1').waitFor();
    await hosts.getByText('GET /v1/clients').waitFor();
    await page.getByRole('list').getByText('First used').waitFor();
    await page.getByRole('img', { name: /^Bar chart of requests by day/ }).waitFor();
    await workspace.expectAccessible();
    await workspace.button('Show table').click();
    await page
      .getByRole('table', { name: 'Requests by day' })
      .getByRole('cell', { name: '1', exact: true })
      .first()
      .waitFor();
    await workspace.expectAccessible();
  });

  it('leads to its requests, with their bodies and errors', async () => {
    await readRequestsOfKey(workspace, old);
    await workspace.open('/api-keys');
    await page.getByRole('link', { name: 'Nightly export' }).click();
  });

  it('is renamed and gets other networks', async () => {
    await workspace.button('Rename').click();
    await page.getByLabel('Name', { exact: true }).fill('Export');
    await page.keyboard.press('Enter');
    await workspace.heading('Export').waitFor();
    await workspace.button('Change the networks').click();
    await dialog().getByRole('textbox').fill('127.0.0.1\n127.0.0.1');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByText('“127.0.0.1” is listed twice').waitFor();
    await workspace.expectAccessible();
    await dialog().getByRole('textbox').fill('127.0.0.1');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('definition').getByText('127.0.0.1', { exact: true }).first().waitFor();
  });

  it('is rotated: the new one works, the old one stops with its first request', async () => {
    await workspace.button('Rotate').click();
    await page.getByRole('radio', { name: 'None' }).check();
    await workspace.expectAccessible();
    await dialog().getByRole('button', { name: 'Rotate' }).click();
    fresh = await takeSecret();
    await page.getByText('Waiting for the first request with the new key').waitFor();
    await page.getByText('127.0.0.1 still uses this key').waitFor();
    await workspace.expectAccessible();
    expect(await status(old)).toBe(200);
    expect(await status(fresh)).toBe(200);
    expect(await status(old)).toBe(401);
    await page.reload();
    await page
      .getByText(/^Replaced by bhk_/)
      .first()
      .waitFor();
    await page.getByText(/^This key stopped working/).waitFor();
    await page.getByText('127.0.0.1 has used it since then').waitFor();
    await page
      .getByRole('table', { name: 'Requests after revocation or expiry of the key' })
      .getByText('127.0.0.1')
      .waitFor();
    await workspace.expectAccessible();
  });

  it('that no longer works but is still used is shown above the list', async () => {
    await workspace.open('/api-keys');
    await page.getByText('1 revoked or expired key is still in use').waitFor();
    await page.getByText('1 request in the last 7 days').waitFor();
    await page.getByRole('img', { name: '1 request in 30 days' }).waitFor();
    await workspace.expectAccessible();
  });

  it('is found by its name, and the address keeps the search', async () => {
    await page.getByLabel('Search').fill('nothing has this');
    await page.getByText('No matching keys').waitFor();
    await workspace.expectAccessible();
    await workspace.button('Clear filters').last().click();
    await page.getByLabel('Search').fill('Exp');
    await page.waitForURL('**/settings/api-keys?q=Exp');
    await page
      .getByRole('row', { name: /Export/ })
      .first()
      .waitFor();
  });
});

describe('the keys of the company, step by step', () => {
  it('follow a policy, which the form states', async () => {
    await workspace.open('/company-keys');
    await page.getByText('All active keys follow the policy').waitFor();
    await workspace.button('Edit policy').click();
    await page.getByLabel('At most 1 year').check();
    await workspace.expectAccessible();
    await workspace.button('Save policy').click();
    await workspace.button('3 active keys do not follow the policy').click();
    expect(page.url()).toContain('outsidePolicy=true');
    await page.getByText('Outside policy', { exact: true }).nth(2).waitFor();
    await workspace.expectAccessible();
    await workspace.open('/api-keys?create=1');
    await page.getByText('Not allowed by the policy of Company').waitFor();
    expect(await page.getByRole('radio', { name: 'No expiry' }).isDisabled()).toBe(true);
    await workspace.expectAccessible();
  });

  it('are filtered and revoked together, after a confirmation', async () => {
    await workspace.open(`/company-keys?memberId=${colleague.id}`);
    await page.getByRole('button', { name: 'No expiry' }).click();
    await page.getByRole('radio', { name: 'Active (3)' }).waitFor({ state: 'attached' });
    await page.getByLabel('Select all on this page').check();
    await page.getByText('3 keys selected').waitFor();
    await workspace.expectAccessible();
    await workspace.button('Revoke selected…').click();
    const revoke = workspace.button('Revoke 3 keys');
    expect(await revoke.isDisabled()).toBe(true);
    await page.getByLabel('Type 3 to confirm').fill('3');
    await page.getByLabel('Reason (optional)').fill('Nobody needs them');
    await workspace.expectAccessible();
    await revoke.click();
    await page.getByText('3 keys revoked').waitFor();
    await page.getByRole('radio', { name: 'Revoked (3)' }).waitFor({ state: 'attached' });
    expect((await theirs.call('GET', '/v1/clients')).status).toBe(200);
  });

  it('are exported with the current filters', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export as CSV' }).click(),
    ]);
    const path = await page.getByRole('link', { name: 'Export as CSV' }).getAttribute('href');
    expect(path).toContain('expiry=none');
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    const file = await workspace.session.call('GET', path ?? '');
    expect(file.text.trim().split('\n')).toHaveLength(4);
    expect(file.text).toContain('Nobody needs them');
  });

  it('that have expired name their creator, and the requests after the expiry', async () => {
    const expired = await workspace.world.key({ member: colleague, expiry: '90d' });
    await workspace.api.database.query({
      name: 'test_expired_key',
      text: `UPDATE api_keys SET created_at = created_at - interval '91 days', expires_at = expires_at - interval '91 days' WHERE id = $1`,
      values: [expired.id],
    });
    expect((await expired.call('GET', '/v1/clients')).status).toBe(401);
    await workspace.open('/api-keys');
    await workspace.effort.begin();
    await followNavigation(page, 'Company keys');
    await page.locator(`a[href$="/company-keys/${expired.id}"]`).first().click();
    await workspace.heading('test key').waitFor();
    await page.getByRole('list').getByText('by Test Person').waitFor();
    await page.getByText('Requests after revocation or expiry').first().waitFor();
    expect(await workspace.effort.spent()).toEqual({ clicks: 2, fields: 0 });
    await workspace.expectAccessible();
  });

  it('have a page each, with actions for administrators', async () => {
    await workspace.open(`/company-keys/${theirs.id}`);
    await workspace.heading('test key').waitFor();
    expect(await workspace.button('Rotate').getAttribute('aria-disabled')).toBe('true');
    await workspace.button('Change the rate limit').click();
    await page.getByLabel('Requests per minute').fill('0');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter a whole number').waitFor();
    await page.getByLabel('Requests per minute').fill('60');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByText('60 requests per minute').waitFor();
    await page.getByText('set by an administrator').waitFor();
    // The page shows the change before the dialog has closed.
    await dialog().waitFor({ state: 'hidden' });
    await workspace.expectAccessible();
  });

  it('of a service member are created and rotated by members who manage keys, within the policy', async () => {
    const body = { name: 'ERP', role: 'Read-only' };
    const { id } = (await workspace.session.call<MemberView>('POST', '/app/members', { body })).body;
    await workspace.session.call('PUT', '/app/company/key-policy', {
      body: { longestLifetime: '1y', cidrsRequired: true },
    });
    await workspace.open(`/members/${id}`);
    await workspace.button('Create key').click();
    await page.getByRole('dialog', { name: 'Create API key for ERP' }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Stock');
    await page.getByText('ERP does not have this permission').first().waitFor();
    await dialog().getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Enter at least one network').waitFor();
    await workspace.expectAccessible();
    await page.getByLabel('Allowed networks').fill('127.0.0.1');
    await dialog().getByRole('button', { name: 'Create key' }).click();
    await takeSecret();
    await workspace.open(`/company-keys?memberId=${id}`);
    await page.getByRole('link', { name: 'Stock' }).click();
    await workspace.button('Rotate').click();
    await dialog().getByRole('button', { name: 'Rotate' }).click();
    expect(await status(await takeSecret())).toBe(200);
    await page.reload();
    await page.getByText('This key stops working tomorrow').waitFor();
    await page.getByText('No program has used this key').waitFor();
    expect(await workspace.button('Rotate').getAttribute('aria-disabled')).toBe('true');
    await workspace.expectAccessible();
  });

  it('are visible only to administrators', async () => {
    const sales = await workspace.openAs(colleague, 'fr-FR');
    await sales.goto(`/company-keys/${theirs.id}`);
    await sales.page.getByText('Cette page est réservée aux administrateurs').waitFor();
    await workspace.expectAccessible(sales);
    await sales.goto(`/api-keys/${theirs.id}`);
    await sales.page.getByText('60 requêtes par minute').waitFor();
    expect(await sales.page.getByRole('button', { name: 'Modifier la limite de débit' }).count()).toBe(0);
    await workspace.expectAccessible(sales);
    await sales.goto('/api-keys/999999');
    await sales.page.getByText('Page introuvable').first().waitFor();
    await sales.close();
  });
});

describe('a key that expires soon', () => {
  it('is shown on each visit, with a link to rotate it', async () => {
    const owner = await workspace.world.member(await workspace.world.company());
    const key = await workspace.world.key({ member: owner, expiry: '90d' });
    await workspace.api.database.query({
      name: 'test_expires_soon',
      text: `UPDATE api_keys SET expires_at = now() + interval '5 days' WHERE id = $1`,
      values: [key.id],
    });
    const theirBrowser = await workspace.openAs(owner, 'en-GB');
    await theirBrowser.goto('/api-keys');
    const banner = theirBrowser.page.getByRole('status').filter({ hasText: '1 key expires soon' });
    await banner.getByText('in 5 days').waitFor();
    await workspace.expectAccessible(theirBrowser);
    await banner.getByRole('link', { name: /^Rotate/ }).click();
    await theirBrowser.page.getByRole('dialog', { name: /^Rotate/ }).waitFor();
    await theirBrowser.close();
  });
});

describe('keys of a free company', () => {
  it('can be viewed; creating and rotating one refers to the paid plan', async () => {
    const owner = await workspace.world.member(await workspace.world.company({ plan: 'Free' }));
    const key = await workspace.world.key({ member: owner });
    const free = await workspace.openAs(owner, 'en-GB');
    await free.goto(`/api-keys/${key.id}`);
    await free.page.getByText('API keys require a paid plan').waitFor();
    await free.page.getByRole('button', { name: 'Rotate' }).click();
    await free.page.getByText('API keys are part of the Pro plan').waitFor();
    await workspace.expectAccessible(free);
    await free.close();
  });
});

it('logged no errors', () => {
  expect(workspace.complaints).toEqual([]);
});
