import { connectBrowser } from '@billhook/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { TestApi } from '../support/api.js';
import { createAppWithThings } from '../support/deprecated-things.js';
import { SettingsPage, TWO_LOOKS } from '../support/settings-page.js';
import { World, type KeyCaller, type SeededMember } from '../support/world.js';

/** More than the list fetches at once. */
const KEYS_BEHIND = 26;

let api: TestApi;
let world: World;
let browser: Browser;
let settings: SettingsPage;
let page: Page;
let owner: SeededMember;
let colleague: SeededMember;
let oldest: KeyCaller;
let theirs: KeyCaller;

beforeAll(async () => {
  api = await TestApi.start({ PUBLIC_URL: 'http://127.0.0.1' }, undefined, createAppWithThings);
  world = new World(api);
  owner = await world.member(await world.company());
  colleague = await world.member(owner.companyId, { role: 'Sales' });
  oldest = await world.key({ member: owner });
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

/** As the counter writes it. */
const called = (key: KeyCaller, method: string, route: string, count: number) =>
  api.database.query({
    name: 'test_insert_deprecated_call',
    text: `INSERT INTO deprecated_calls (company_id, key_id, method, route, first_at, last_at, count)
      VALUES ($1, $2, $3, $4, $5::timestamptz - interval '9 days', $5::timestamptz - interval '3 minutes', $6)`,
    values: [key.companyId, key.id, method, route, api.clock.now(), count],
  });

const notice = () => page.getByRole('status').filter({ hasText: 'routes that will be removed' });
const show = () => page.getByRole('button', { name: 'Show routes' });
/** In pixels from the top of the window. */
const heightOf = async (name: string) => (await page.locator(name).boundingBox())?.y;
const table = () => page.getByRole('table', { name: 'Routes that will be removed' });

describe('where no key calls a route that will be removed', () => {
  it.each(['/api-keys', '/company-keys'])('%s says nothing of it, and fetches nothing for it', async (path) => {
    const scripts: string[] = [];
    page.on('response', (response) => scripts.push(response.url()));
    await settings.goto(path);
    await page.getByRole('row', { name: /test key/ }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await notice().count()).toBe(0);
    expect(scripts.filter((url) => url.includes('deprecated-calls-'))).toEqual([]);
  });
});

describe('where keys call some, step by step', () => {
  beforeAll(async () => {
    theirs = await world.key({ member: colleague });
    await called(oldest, 'GET', '/v1/things/{id}', 12_000);
    await called(oldest, 'GET', '/v1/things', 1);
    await called(theirs, 'GET', '/v1/things/{id}', 214);
    await called(theirs, 'POST', '/v1/things', 3);
  });

  it('the keys of the company stand below how many do', async () => {
    await settings.goto('/company-keys?status=active');
    await notice().getByText('2 keys still call routes that will be removed').waitFor();
    await notice().getByText('The first of these routes can be removed from 1 Dec 2027.').waitFor();
    expect(await table().count()).toBe(0);
  });

  it('and on demand below which: route, what replaces it, when it goes, and who calls it', async () => {
    await show().click();
    const row = table().getByRole('row', { name: /GET \/v1\/things\/\{id\}/ });
    await row.getByText('/v1/articles/{id}').waitFor();
    await row.getByText('1 Dec 2027').waitFor();
    expect(await row.getByRole('link', { name: 'test key' }).count()).toBe(2);
    await row.getByText(/minutes ago · 12,000 calls since/).waitFor();
    const guide = row.getByRole('link', { name: 'Migration guide for GET /v1/things/{id}' });
    expect(await guide.getAttribute('href')).toBe('/docs/versioning/#how-a-route-goes');
    await table().getByRole('row', { name: /POST/ }).getByText('15 Jan 2028').waitFor();
    expect(await settings.faults()).toEqual([]);
  });

  it('a key leads to its row, through filters and pages', async () => {
    for (let n = 0; n < KEYS_BEHIND; n++) await world.key({ member: owner });
    await page.reload();
    await show().click();
    await table()
      .getByRole('row', { name: /GET \/v1\/things\/\{id\}/ })
      .getByRole('listitem')
      .filter({ hasText: '12,000' })
      .getByRole('link')
      .click();
    await page.locator(`#key-${oldest.id}:focus`).waitFor();
    expect(settings.address).toBe('/company-keys');
    expect(await heightOf(`#key-${oldest.id}`)).toBeLessThan(900);
    expect(await settings.faults(TWO_LOOKS)).toEqual([]);
  });

  it('and does so again, by its address alone', async () => {
    await settings.goto(`/company-keys#key-${oldest.id}`);
    await page.reload();
    await page.locator(`#key-${oldest.id}:focus`).waitFor();
  });

  it('my keys stand below mine', async () => {
    await settings.goto('/api-keys');
    await notice().getByText('1 key still calls routes that will be removed').waitFor();
    await show().click();
    await table().getByText('12,000 calls').waitFor();
    expect(await table().getByRole('link', { name: 'test key' }).count()).toBe(2);
  });

  it('a key that is revoked is not told of any more', async () => {
    await page.getByRole('button', { name: 'Load more' }).click();
    await page
      .getByRole('row')
      .filter({ has: page.locator(`#key-${oldest.id}`) })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await notice().waitFor({ state: 'detached' });
    expect(await table().count()).toBe(0);
  });

  it('is told in French to who reads French, and to members their own', async () => {
    const french = await SettingsPage.open(browser, api, 'fr-FR');
    const [name = '', value = ''] = (await world.session(colleague)).cookie.split('=');
    await french.page.context().addCookies([{ name, value, url: api.url }]);
    await french.goto('/api-keys');
    await french.page.getByText('1 clé appelle encore des routes qui seront supprimées').waitFor();
    await french.page.getByRole('button', { name: 'Afficher les routes' }).click();
    await french.page.getByText(/214 appels depuis le/).waitFor();
    expect(await french.faults(TWO_LOOKS)).toEqual([]);
    await french.close();
  });
});
