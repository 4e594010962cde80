import type { SecondFactorSetup } from '@billhook/contract/identity/second-factor';
import type { ClientView } from '@billhook/contract/invoicing/client';
import { connectBrowser, hasValue, openContext } from '@billhook/testing/browser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { TestApi } from '../support/api.js';
import { Records } from '../support/records.js';
import { followNavigation, SettingsPage, TWO_LOOKS } from '../support/settings-page.js';
import { PASSWORD, World, type KeyCaller, type SeededMember } from '../support/world.js';

/** Common behaviour of all pages: their locale, and the loss of a session, a version or a connection. */
let api: TestApi;
let world: World;
let browser: Browser;
let owner: SeededMember;
let key: KeyCaller;
let records: Records;

beforeAll(async () => {
  api = await TestApi.start({ PUBLIC_URL: 'http://127.0.0.1' });
  world = new World(api);
  owner = await world.member(await world.company());
  key = await world.key({ member: owner });
  records = new Records(key);
  browser = await connectBrowser();
});
afterAll(async () => {
  await browser.close();
  await api.stop();
});

async function signedIn({ cookie }: { readonly cookie: string }): Promise<BrowserContext> {
  const context = await openContext(browser, { locale: 'en-GB' });
  const [name = '', value = ''] = cookie.split('=', 2);
  await context.addCookies([{ name, value, url: api.url }]);
  return context;
}

describe('a browser whose language is no valid tag', () => {
  it.each([
    ['of the system that runs this', undefined],
    ['en-US@posix', ['en-US@posix']],
  ])('shows dates and amounts: %s', async (_, languages) => {
    await records.sent({ dueDate: '2027-01-31' });
    const context = await signedIn(await world.session(owner));
    if (languages) {
      await context.addInitScript(
        `Object.defineProperty(navigator, 'languages', { value: ${JSON.stringify(languages)} })`,
      );
    }
    const page = await context.newPage();
    await page.goto(`${api.url}/settings/invoices`);
    await page.getByText('€1,080.00').first().waitFor();
    await page.getByText(/2027/).first().waitFor();
    await context.close();
  });
});

describe('while a page is open', () => {
  let settings: SettingsPage;
  let page: Page;
  let client: ClientView;

  beforeEach(async () => {
    client = await records.client();
    await settings?.close();
    settings = await SettingsPage.open(browser, api);
    ({ page } = settings);
    await settings.enter(await world.session(owner));
  });

  async function openHome(): Promise<void> {
    await settings.goto('/');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  }

  const name = () => page.locator('[data-path="name"]');
  const signInAgain = () => page.getByRole('dialog', { name: 'Sign in again' });
  const nameOf = async (id: number) => (await records.get<ClientView>(`/v1/clients/${id}`)).name;

  it('the end of the session opens the password dialog over it, and the save continues with the input', async () => {
    await settings.goto(`/clients/${client.id}/edit`);
    await name().fill('Typed before the end');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await signInAgain().getByText(owner.email).waitFor();
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
    await signInAgain().getByLabel('Password', { exact: true }).fill('wrong');
    await signInAgain().getByRole('button', { name: 'Sign in' }).click();
    await signInAgain().getByRole('alert').waitFor();
    await signInAgain().getByLabel('Password', { exact: true }).fill(PASSWORD);
    await signInAgain().getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Typed before the end' }).waitFor();
    expect(await nameOf(client.id)).toBe('Typed before the end');
  });

  it('it asks for the second factor too, and takes what the person signed in with in another tab', async () => {
    const member = await world.member(await world.company());
    const session = await world.session(member);
    const { secret } = (await session.call<SecondFactorSetup>('POST', '/app/account/second-factor')).body;
    const code = () => new TOTP({ secret }).generate({ timestamp: api.clock.now().getTime() });
    await session.call('POST', '/app/account/second-factor/confirm', { body: { code: code() } });
    const context = await signedIn(session);
    const [first, second] = [await context.newPage(), await context.newPage()];
    for (const each of [first, second]) {
      await each.goto(`${api.url}/settings/clients/new`);
      await each.locator('[data-path="name"]').fill('Two tabs');
    }
    await context.clearCookies();
    // A code works once.
    api.clock.advance(60_000);
    for (const each of [first, second]) await each.getByRole('button', { name: 'Create client' }).click();
    await second.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    const dialog = first.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByLabel('6-digit code').fill(code());
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    for (const each of [first, second]) await each.getByRole('heading', { name: 'Two tabs' }).waitFor();
    await context.close();
  });

  it('the editor keeps its lines through the end of the session', async () => {
    await settings.goto(`/invoices/new?clientId=${client.id}`);
    const line = page.getByRole('group', { name: /^Line item 1(:|$)/ });
    await line.getByLabel('Item', { exact: true }).fill('Consulting');
    await line.getByLabel('Price').fill('450');
    await line.getByLabel('VAT rate in %').fill('20');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await signInAgain().getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Draft invoice', exact: true }).waitFor();
    await page.getByText('Consulting').first().waitFor();
  });

  it('leaving it for another account discards the input', async () => {
    await settings.goto(`/clients/${client.id}/edit`);
    await name().fill('Not to be seen');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await signInAgain().getByRole('button', { name: 'Discard changes and leave this page' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const other = await world.member(await world.company());
    await page.getByLabel('Email', { exact: true }).fill(other.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('banner').waitFor();
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Not to be seen');
    expect(await nameOf(client.id)).toBe(client.name);
  });

  it('a reload restores the input, until it is discarded', async () => {
    await settings.goto(`/clients/${client.id}/edit`);
    await name().fill('Typed before the reload');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('This form shows your changes').waitFor();
    await hasValue(name(), 'Typed before the reload');
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await hasValue(name(), client.name);

    await settings.goto(`/quotes/new?clientId=${client.id}`);
    await page.getByLabel('Item', { exact: true }).first().fill('Survey');
    await page.reload();
    await page.getByText('This form shows your changes').waitFor();
    await hasValue(page.getByLabel('Item', { exact: true }).first(), 'Survey');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await hasValue(page.getByLabel('Item', { exact: true }).first(), '');
  });

  it('a save over the change of another is refused beside its button, and either version can win', async () => {
    await settings.goto(`/clients/${client.id}/edit`);
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const refused = page.locator('.st-save-error');
    await name().fill('Mine');
    await key.call('PATCH', `/v1/clients/${client.id}`, { body: { notes: 'Theirs' } });
    await save.click();
    await refused.getByText('Changed by someone else').waitFor();
    await page.locator('.st-save-error:focus').waitFor();
    const [alert, button] = [await refused.boundingBox(), await save.boundingBox()];
    expect(alert && button && Math.abs(alert.y + alert.height - button.y)).toBeLessThan(60);
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
    await refused.getByRole('button', { name: 'Discard my changes and load theirs' }).click();
    await refused.waitFor({ state: 'detached' });
    await hasValue(name(), client.name);

    await name().fill('Mine');
    await key.call('PATCH', `/v1/clients/${client.id}`, { body: { notes: 'Theirs again' } });
    await save.click();
    await refused.getByRole('button', { name: 'Overwrite with my changes' }).click();
    await page.getByRole('heading', { name: 'Mine' }).waitFor();
    expect(await records.get(`/v1/clients/${client.id}`)).toMatchObject({ name: 'Mine', notes: 'Theirs again' });
  });

  it('the editor names the fields at fault, and shows beside its button what no field is at fault for', async () => {
    const draft = await records.draft({ clientId: client.id });
    await settings.goto(`/invoices/${draft.id}/edit`);
    await page
      .getByRole('group', { name: /^Line item 1(:|$)/ })
      .getByLabel('Price')
      .fill('');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('alert').getByText('Line item 1, Price: Enter a price').waitFor();
    await page
      .getByRole('group', { name: /^Line item 1(:|$)/ })
      .getByLabel('Price')
      .fill('500');
    await key.call('PATCH', `/v1/invoices/${draft.id}`, { body: { purchaseOrder: 'PO-9' } });
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.locator('.ed-foot .st-save-error:focus').getByText('Changed by someone else').waitFor();
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
    await page.getByRole('button', { name: 'Overwrite with my changes' }).click();
    await page.getByRole('heading', { name: 'Draft invoice', exact: true }).waitFor();
    expect(await records.invoice(draft.id)).toMatchObject({ lines: [{ unitPrice: '500.00' }] });
  });

  it('a lost connection shows a line and a refusal instead of an endless skeleton', async () => {
    await openHome();
    await page.context().setOffline(true);
    await page.getByRole('status').getByText('You are offline').waitFor();
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
    await page.context().setOffline(false);
    await page.getByText('You are offline').waitFor({ state: 'detached' });

    await settings.goto(`/clients/${client.id}/edit`);
    await name().fill('Typed offline');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.st-save-error').getByText('Not saved yet; your input is kept.').waitFor();
    await hasValue(name(), 'Typed offline');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Typed offline' }).waitFor();
  });

  it('a page whose code was lost with the connection loads when the connection is back', async () => {
    await openHome();
    await page.context().setOffline(true);
    await followNavigation(page, 'Audit log');
    await page.getByText('Part of this page could not be loaded').waitFor();
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
  });

  it('an update of the server offers to reload the page', async () => {
    await openHome();
    await page.route(/\/audit-page-[^/]*\.js$/, (route) => route.abort());
    await followNavigation(page, 'Audit log');
    await page.getByText('A new version is available').waitFor();
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
    await page.unroute(/\/audit-page-[^/]*\.js$/);
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
  });
});

it('the guides print the address of the installation that serves them', async () => {
  const page = await browser.newPage();
  await page.goto(`${api.url}/docs/quickstart/`);
  await page.getByText(`export BILLHOOK_URL=${api.url}`).waitFor();
  expect(await page.locator('figure.code').getByText('localhost:3000').count()).toBe(0);
  await page.close();
});
