import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accessibilityFaults, connectBrowser, foreignRequests, openContext } from '@billhook/testing/browser';
import { end, spawnProgram } from '@billhook/testing/program';
import { Receiver } from '@billhook/testing/receiver';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { SECRET, TestApi } from '../support/api.js';
import { clientBody, invoiceBody } from '../support/bodies.js';
import { confirmPassword, passwordDialog } from '../support/settings-page.js';
import { PASSWORD, World, type SeededMember } from '../support/world.js';

let api: TestApi;
let world: World;
let worker: ChildProcess;
let receiver: Receiver;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let owner: SeededMember;
let foreign: string[];

beforeAll(async () => {
  api = await TestApi.start({ PUBLIC_URL: 'http://127.0.0.1' });
  world = new World(api);
  owner = await world.member(await world.company());
  worker = await spawnProgram('apps/worker/src/main.ts', '"ready;', {
    DATABASE_URL: api.databaseUrl,
    APP_SECRETS: SECRET,
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
  });
  receiver = await new Receiver().start();
  browser = await connectBrowser();
  context = await openContext(browser, { locale: 'en-GB', permissions: ['clipboard-read', 'clipboard-write'] });
  foreign = foreignRequests(context);
  page = await context.newPage();
});
afterAll(async () => {
  await browser.close();
  await receiver.stop();
  await end(worker, 'SIGTERM');
  await api.stop();
});

describe('the golden path, step by step', () => {
  let secret: string;

  it('signs in', async () => {
    await page.goto(`${api.url}/settings/`);
    await page.getByLabel('Email', { exact: true }).fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'My API keys' }).click();
    await page.getByRole('heading', { name: 'My API keys' }).waitFor();
  });

  it('creates a key, shows its secret once, and the key opens the API', async () => {
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create key' }).first().click();
    await page.getByLabel('Name').fill('Golden path');
    await page.getByText('All my permissions').click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const field = page.getByLabel('Secret', { exact: true });
    await field.waitFor();
    secret = await field.inputValue();
    expect(secret).toMatch(/^bhk_[0-9A-Za-z]{46}$/);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    expect((await world.bearer(secret).call('GET', '/v1/clients')).status).toBe(200);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Golden path').first().waitFor();
    expect(await page.content()).not.toContain(secret);
  });

  it('opens the portal by its link, adds an endpoint, and the invoice arrives, signed', async () => {
    await page.getByRole('link', { name: 'Webhooks' }).click();
    const portal = page.frameLocator('iframe');
    await portal.getByRole('button', { name: 'Add endpoint' }).first().click();
    await portal.getByLabel('Endpoint URL').fill(`${receiver.url}/hooks`);
    await portal.getByRole('checkbox', { name: 'All invoice events' }).check();
    await portal.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click();
    const signing = portal.getByLabel('Signing secret', { exact: true });
    await signing.waitFor();
    const signingSecret = await signing.inputValue();

    const key = world.bearer(secret);
    const client = await key.call<{ id: number }>('POST', '/v1/clients', { body: clientBody });
    const invoice = await key.call<{ id: number }>('POST', '/v1/invoices', { body: invoiceBody(client.body.id) });
    await key.call('POST', `/v1/invoices/${invoice.body.id}/send`);
    await receiver.waitFor('/hooks', 2);
    const messages = receiver.received.map(({ body, headers }) =>
      new Webhook(signingSecret).verify(body.toString(), headers as Record<string, string>),
    ) as { type: string; data: unknown }[];
    expect(messages.map((message) => message.type)).toEqual(['invoice.created', 'invoice.sent']);
    expect(messages[1]?.data).toEqual((await key.call('GET', `/v1/invoices/${invoice.body.id}`)).body);
  });

  it('shows the signing secret in the portal again, for the password', async () => {
    const portal = page.frameLocator('iframe');
    await portal.getByRole('button', { name: 'Done' }).click();
    await portal.getByRole('link', { name: `${receiver.url}/hooks` }).click();
    await world.ageConfirmation(owner);
    await portal.getByRole('button', { name: 'Secrets' }).click();
    await portal.getByRole('button', { name: 'Show secret' }).click();
    await passwordDialog(portal).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await passwordDialog(portal).getByRole('button', { name: 'Cancel' }).click();
    await portal.getByText('You did not confirm your password, so nothing was changed.').waitFor();
    await portal.getByRole('button', { name: 'Show secret' }).click();
    await confirmPassword(portal, PASSWORD);
    expect(await portal.getByLabel('Secret', { exact: true }).inputValue()).toMatch(/^whsec_/);
  });

  it('disables the endpoint, and enabled again shows and sends the missed messages', async () => {
    const portal = page.frameLocator('iframe');
    await portal.getByRole('button', { name: 'Disable' }).click();
    const dialog = portal.getByRole('dialog', { name: 'Disable this endpoint?' });
    await dialog.getByText('its waiting deliveries are cancelled').waitFor();
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await portal.getByRole('button', { name: 'Enable' }).waitFor();

    const key = world.bearer(secret);
    const client = await key.call<{ id: number }>('POST', '/v1/clients', { body: clientBody });
    await key.call('POST', '/v1/invoices', { body: invoiceBody(client.body.id) });
    const listed = async () =>
      (await key.call<{ data: unknown[] }>('GET', '/v1/events?types=invoice.created')).body.data;
    // An event is in the log once the worker has numbered it.
    while ((await listed()).length < 2) await new Promise((resolve) => setTimeout(resolve, 20));

    await portal.getByRole('button', { name: 'Enable' }).click();
    await portal.getByText('1 event was never sent').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await portal.getByRole('button', { name: 'Send missing events' }).click();
    await portal.getByText('Completed: 1 of 1').waitFor();
    await receiver.waitFor('/hooks', 3);
  });

  it('names a test as one, and offers no resend to a deleted endpoint', async () => {
    const portal = page.frameLocator('iframe');
    await portal.getByRole('button', { name: 'Send test message' }).click();
    const drawer = portal.getByRole('dialog', { name: 'Delivery' });
    await drawer.getByText('· Test').waitFor();
    await drawer.getByText('"type": "invoice.created"').waitFor();
    await drawer.getByRole('button', { name: 'Resend' }).waitFor();
    await drawer.getByRole('button', { name: 'Close' }).click();
    await portal.getByRole('button', { name: 'Delete' }).click();
    await portal.getByRole('button', { name: 'Delete endpoint' }).click();
    await portal.getByRole('link', { name: 'Deliveries' }).click();
    await portal.getByRole('button', { name: 'Open the delivery of invoice.sent' }).click();
    await drawer.getByText('Deleted endpoint').waitFor();
    await drawer.getByText(`${receiver.url}/hooks`).waitFor();
    expect(await drawer.getByRole('button', { name: 'Resend' }).count()).toBe(0);
    await drawer.getByRole('button', { name: 'Close' }).click();
  });

  it('revokes the key: the next call is 401', async () => {
    await page.goto(`${api.url}/settings/api-keys`);
    await page
      .getByRole('row', { name: /Golden path/ })
      .getByRole('button', { name: 'Revoke' })
      .click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page
      .getByRole('row', { name: /Golden path/ })
      .getByText('Revoked', { exact: true })
      .waitFor();
    const answer = await world.bearer(secret).call('GET', '/v1/clients');
    expect(answer.body).toMatchObject({ status: 401, code: 'key_revoked' });
  });

  it('asked no other host for anything', () => {
    expect(foreign).toEqual([]);
  });
});
