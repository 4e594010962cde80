import { connectBrowser } from '@billhook/testing/browser';
import { freePort } from '@billhook/testing/free-port';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { SetUpService } from '../../src/installation/set-up/set-up.service.js';
import { TestApi } from '../support/api.js';
import { SettingsPage, TWO_LOOKS } from '../support/settings-page.js';
import { PASSWORD } from '../support/world.js';

let api: TestApi;
let browser: Browser;
let settings: SettingsPage;
let page: Page;

beforeAll(async () => {
  const port = String(await freePort());
  // The page leads to the public address of the installation.
  api = await TestApi.start({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
  browser = await connectBrowser();
  settings = await SettingsPage.open(browser, api);
  ({ page } = settings);
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

  it('the page of the link names what is missing', async () => {
    hash = await link();
    await settings.goto(`/set-up${hash}`);
    await page.getByRole('heading', { level: 1, name: 'Set up Billhook' }).waitFor();
    expect(settings.address).toBe('/set-up');
    expect(page.url()).not.toContain('#');
    await page.getByRole('button', { name: 'Create company' }).click();
    await page.getByText('Fill in this field').first().waitFor();
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
  });

  it('creates the company, and leads to the choice of a password and into the workspace', async () => {
    await page.getByLabel('Company name').fill('Nordlicht');
    await page.getByLabel('Email address of the owner').fill('ada@example.com');
    await page.getByRole('combobox', { name: 'Country' }).click();
    await page.getByRole('combobox', { name: 'Country' }).fill('France');
    await page.getByRole('option', { name: 'France (FR)', exact: true }).click();
    await page.getByRole('button', { name: 'Create company' }).click();
    await page.getByRole('heading', { level: 1, name: 'Join Nordlicht' }).waitFor();
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('Choose a password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Join Nordlicht' }).click();
    await page.getByRole('link', { name: 'Clients', exact: true }).waitFor();
    expect(settings.foreign).toEqual([]);
  });

  it('a used link, and a page without a link, say what to do', async () => {
    const other = await SettingsPage.open(browser, api, 'fr-FR');
    await other.goto('/set-up');
    await other.page.getByText('Rouvrez le lien depuis le journal').waitFor();
    await other.goto(`/set-up${hash}`);
    await other.page.getByLabel('Nom de l’entreprise').fill('Encore');
    await other.page.getByLabel('Adresse e-mail du propriétaire').fill('eve@example.com');
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
