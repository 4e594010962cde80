import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { addDays } from '@billhook/domain/shared/calendar';
import { connectBrowser, hasValue } from '@billhook/testing/browser';
import { EffortCounter, type Effort } from '@billhook/testing/effort';
import { freePort } from '@billhook/testing/free-port';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page, Route } from 'playwright-core';
import { SetUpService } from '../../src/installation/set-up/set-up.service.js';
import { TestApi } from '../support/api.js';
import { SettingsPage, TWO_LOOKS } from '../support/settings-page.js';
import { PASSWORD } from '../support/world.js';

let api: TestApi;
let browser: Browser;
let settings: SettingsPage;
let page: Page;
let effort: EffortCounter;

beforeAll(async () => {
  const port = String(await freePort());
  // The page leads to the public address of the installation.
  api = await TestApi.start({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
  browser = await connectBrowser();
  settings = await SettingsPage.open(browser, api, 'en-GB', { timezoneId: 'Europe/Paris' });
  ({ page } = settings);
  effort = await EffortCounter.on(page);
});
afterAll(async () => {
  await browser.close();
  await api.stop();
});

const link = async (): Promise<string> => {
  const made = await api.app.get(SetUpService).link();
  return new URL(made?.url ?? '').hash;
};

describe('the set-up of an installation, step by step', () => {
  let hash: string;
  let setUp: Effort;

  it('the sign-in page says what to do, in both languages', async () => {
    await settings.goto('/');
    await page.getByRole('heading', { level: 1, name: 'Billhook is not set up yet' }).waitFor();
    await page.getByText('npm run admin -- set-up-link', { exact: true }).waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
    const french = await SettingsPage.open(browser, api, 'fr-FR');
    await french.goto('/');
    await french.page.getByRole('heading', { level: 1, name: 'Billhook n’est pas encore configuré' }).waitFor();
    await french.close();
  });

  it('the page of the link names what is missing', async () => {
    hash = await link();
    await settings.goto(`/set-up${hash}`);
    await page.getByRole('heading', { level: 1, name: 'Set up Billhook' }).waitFor();
    expect(settings.address).toBe('/set-up');
    expect(page.url()).not.toContain('#');
    await page.getByRole('button', { name: 'Create company' }).click();
    await page.getByText('Fill in this field').first().waitFor();
    await page.getByText('Enter your name').waitFor();
    await page.getByText('Enter a password').waitFor();
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
  });

  it('suggests the country of the browser, and the time zone of a chosen one', async () => {
    const [country, zone] = ['Country', 'Time zone'].map((name) => page.getByRole('combobox', { name }));
    for (const [typed, shown, its] of [
      ['', 'France (FR)', 'Europe/Paris'],
      ['Belgium', 'Belgium (BE)', 'Europe/Brussels'],
      ['France', 'France (FR)', 'Europe/Paris'],
    ] as const) {
      if (typed) {
        await country?.fill(typed);
        await page.getByRole('option', { name: shown, exact: true }).waitFor();
        await country?.press('ArrowDown');
        await country?.press('Enter');
      }
      if (country && zone) await Promise.all([hasValue(country, shown), hasValue(zone, its)]);
    }
  });

  it('creates the company and the account of its owner, and leads into the workspace', async () => {
    await effort.begin();
    await page.getByLabel('Company name').fill('Nordlicht');
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('Your email address').fill('ada@example.com');
    await page.getByLabel('Choose a password').fill(PASSWORD);
    let asked = 0;
    page.on('request', (request) => (asked += Number(request.url().endsWith('/app/set-up'))));
    const joining = new Promise<Route>((resolve) => void page.route('**/app/invitations/accept', resolve));
    const create = page.getByRole('button', { name: 'Create company' });
    await create.click();
    // While the account is created, a second click does not send the used link again.
    const waiting = await joining;
    await create.dispatchEvent('click');
    await waiting.continue();
    await page.getByRole('link', { name: 'Clients', exact: true }).waitFor();
    expect(asked).toBe(1);
    setUp = await effort.spent();
    expect(setUp).toEqual({ clicks: 1, fields: 4 });
    expect(settings.foreign).toEqual([]);
  });

  it('lists the first steps, until they are hidden', async () => {
    const card = page.getByRole('region', { name: 'First steps' });
    await card.waitFor();
    expect(await card.getByRole('link').allInnerTexts()).toEqual([
      'Complete your company details',
      'Create a client',
      'Send an invoice',
      'Create an API key',
      'Deliver a webhook',
    ]);
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
    await card.getByRole('link', { name: 'Create an API key' }).click();
    await page.getByRole('heading', { level: 1, name: 'My API keys' }).waitFor();
    await settings.goto('/');
  });

  it('leads to a first invoice that is sent, payable and complete, in 8 clicks and 12 fields with the set-up', async () => {
    const line = page.getByRole('group', { name: /^Line item 1(:|$)/ });
    const client = page.getByRole('dialog', { name: 'New client' });
    const company = page.getByRole('dialog', { name: 'Company details' });
    await effort.begin();
    await page.getByRole('link', { name: 'New invoice' }).first().click();
    await page.getByRole('textbox', { name: 'Client' }).fill('Atelier Lumen');
    await page.getByRole('option', { name: 'Create client' }).click();
    await client.getByLabel('Email').fill('compta@lumen.example');
    await client.getByLabel('Street and number').fill('8 rue des Tilleuls, 59000 Lille');
    await client.getByRole('button', { name: 'Create client' }).click();
    // A dialog keeps the focus until it has closed.
    await client.waitFor({ state: 'detached' });
    await line.getByLabel('Item', { exact: true }).fill('Consulting');
    await line.getByLabel('Price').focus();
    await line.getByLabel('Price').fill('500');
    await page.getByRole('button', { name: 'Add your IBAN' }).click();
    await company.getByLabel('Street and number').fill('21 rue de la Fonderie, 59000 Lille');
    await company.getByLabel('VAT number').fill('FR83404833048');
    await company.getByLabel('IBAN').fill('FR14 2004 1010 0505 0001 3M02 606');
    await company.getByRole('button', { name: 'Save' }).click();
    await company.waitFor({ state: 'detached' });
    await page.getByText('Ready to send', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save and send' }).click();
    expect(settings.address).toBe('/invoices/new');
    await page.getByRole('dialog', { name: 'Send invoice' }).getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Client link copied').waitFor();
    const { clicks, fields } = await effort.spent();
    expect(setUp.clicks + clicks).toBeLessThanOrEqual(8);
    expect(setUp.fields + fields).toBeLessThanOrEqual(12);
    const [invoice] = ((await (await page.request.get(`${api.url}/app/invoices`)).json()) as { data: InvoiceView[] })
      .data;
    expect(invoice).toMatchObject({
      status: 'Sent',
      totals: { net: '500.00', tax: '100.00', gross: '600.00' },
      dueDate: addDays(invoice?.issueDate ?? '', 30),
      seller: {
        ...{ vatNumber: 'FR83404833048', iban: 'FR1420041010050500013M02606' },
        address: { line1: '21 rue de la Fonderie', postalCode: '59000', city: 'Lille', country: 'FR' },
      },
      client: { billingAddress: { line1: '8 rue des Tilleuls', postalCode: '59000', city: 'Lille', country: 'FR' } },
    });
  });

  it('has done its steps, which are hidden', async () => {
    const card = page.getByRole('region', { name: 'First steps' });
    await settings.goto('/');
    for (const step of ['Complete your company details', 'Create a client', 'Send an invoice']) {
      await card.getByText(`${step} (done)`).waitFor();
    }
    await card.getByRole('button', { name: 'Hide the first steps' }).click();
    await card.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await card.count()).toBe(0);
  });

  it('a used link, and a page without a link, say what to do', async () => {
    const other = await SettingsPage.open(browser, api, 'fr-FR');
    await other.goto('/set-up');
    await other.page.getByText('Rouvrez le lien complet depuis le journal').waitFor();
    await other.goto(`/set-up${hash}`);
    await other.page.getByLabel('Nom de l’entreprise').fill('Encore');
    await other.page.getByLabel('Votre nom').fill('Eve');
    await other.page.getByLabel('Votre adresse e-mail').fill('eve@example.com');
    await other.page.getByLabel('Choisissez un mot de passe').fill(PASSWORD);
    await other.page.getByRole('combobox', { name: 'Pays' }).click();
    await other.page.getByRole('combobox', { name: 'Pays' }).fill('France');
    await other.page.getByRole('option', { name: 'France (FR)', exact: true }).click();
    await other.page.getByRole('button', { name: 'Créer l’entreprise' }).click();
    await other.page.getByText('Ce lien de configuration n’est pas valide').waitFor();
  });
});

it('the sign-in page logs no error in the console', async () => {
  const seen = await SettingsPage.open(browser, api);
  const errors: string[] = [];
  seen.page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await seen.goto('/');
  await seen.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await seen.page.waitForLoadState('networkidle');
  expect(errors).toEqual([]);
  await seen.close();
});
