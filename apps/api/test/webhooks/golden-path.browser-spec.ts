import type { ChildProcess } from 'node:child_process';
import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import {
  accessibilityViolations,
  connectBrowser,
  copiedBy,
  foreignRequests,
  hasValue,
  openContext,
} from '@billhook/testing/browser';
import { EffortCounter } from '@billhook/testing/effort';
import { eventually } from '@billhook/testing/patience';
import { end, spawnProgram } from '@billhook/testing/program';
import { Receiver, type Received } from '@billhook/testing/receiver';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { SECRET, TestApi } from '../support/api.js';
import { clientBody, invoiceBody } from '../support/bodies.js';
import { confirmPassword, followNavigation, passwordDialog } from '../support/settings-page.js';
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
    // A message that is rejected once has failed.
    WEBHOOK_RETRY_SCHEDULE: '0',
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
  let signingSecret: string;
  let endpointId: number;

  const title = () => page.getByRole('heading', { level: 1, name: `${receiver.url}/hooks` });
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Endpoint' }).getByRole('button', { name, exact: true });
  const verified = (signing: string) => (message: Received) =>
    new Webhook(signing).verify(message.body.toString(), message.headers as Record<string, string>) as {
      type: string;
      data: unknown;
    };
  const createInvoice = async (): Promise<number> => {
    const key = world.bearer(secret);
    clientId ??= (await key.call<{ id: number }>('POST', '/v1/clients', { body: clientBody })).body.id;
    return (await key.call<{ id: number }>('POST', '/v1/invoices', { body: invoiceBody(clientId) })).body.id;
  };
  let clientId: number | undefined;
  const endpoint = async () =>
    (await world.bearer(secret).call<WebhookEndpointView>('GET', `/v1/webhook-endpoints/${endpointId}`)).body;
  const healthIs = (state: string) =>
    eventually(`the health is ${state}`, async () => (await endpoint()).health.state === state || undefined);

  it('signs in', async () => {
    await page.goto(`${api.url}/settings/`);
    await page.getByLabel('Email', { exact: true }).fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await followNavigation(page, 'My API keys');
    await page.getByRole('heading', { name: 'My API keys' }).waitFor();
  });

  it('creates a key, shows its secret once, and the key opens the API', async () => {
    expect(await accessibilityViolations(page)).toEqual([]);
    const effort = await EffortCounter.on(page);
    await page.getByRole('button', { name: 'Create key' }).first().click();
    await page.getByLabel('Name').fill('Golden path');
    await page.getByText('All my permissions').click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const field = page.getByLabel('Secret', { exact: true });
    await field.waitFor();
    secret = await field.inputValue();
    expect(secret).toMatch(/^bhk_[0-9A-Za-z]{46}$/);
    expect(await accessibilityViolations(page)).toEqual([]);
    const copy = page.getByRole('button', { name: 'Copy', exact: true }).first();
    expect(await copiedBy(page, () => copy.click())).toBe(secret);
    expect((await world.bearer(secret).call('GET', '/v1/clients')).status).toBe(200);
    await page.getByRole('button', { name: 'Test key' }).click();
    await page.getByText(/^The API responded with 200/).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    expect(await effort.spent()).toEqual({ clicks: 6, fields: 1 });
    await page.getByText('Golden path').first().waitFor();
    expect(await page.content()).not.toContain(secret);
  });

  it('opens the webhook pages in place by a fresh link, and adds an endpoint', async () => {
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await followNavigation(page, 'Webhooks');
    await page.getByRole('heading', { level: 1, name: 'Endpoints' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(addresses.filter((address) => address.includes('token'))).toEqual([]);
    await page.getByRole('button', { name: 'Add endpoint' }).first().click();
    await page.getByLabel('Endpoint URL').fill(`${receiver.url}/hooks`);
    await page.getByRole('checkbox', { name: 'All invoice events' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click();
    const signing = page.getByLabel('Signing secret', { exact: true });
    await signing.waitFor();
    signingSecret = await signing.inputValue();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: `${receiver.url}/hooks` }).click();
    await title().waitFor();
    endpointId = Number(new URL(page.url()).pathname.split('/').at(-1));
    expect(new URL(page.url()).pathname).toBe(`/settings/webhooks/endpoints/${endpointId}`);
    await page.reload();
    await title().waitFor();
  });

  it('sends a test event, and the events of an invoice arrive, signed', async () => {
    await page.getByRole('button', { name: 'Send test message' }).click();
    const drawer = page.getByRole('dialog', { name: 'Delivery' });
    await drawer.getByText('Succeeded').first().waitFor();
    const shared = page.url();
    await page.goto(`${api.url}/settings/`);
    await page.goto(shared);
    await drawer.getByText('Succeeded').first().waitFor();
    await drawer.getByRole('button', { name: 'Close' }).click();
    const invoice = await createInvoice();
    await world.bearer(secret).call('POST', `/v1/invoices/${invoice}/send`);
    const messages = (await receiver.waitFor('/hooks', 3)).slice(1).map(verified(signingSecret));
    expect(messages.map((message) => message.type)).toEqual(['invoice.created', 'invoice.sent']);
    expect(messages[1]?.data).toEqual((await world.bearer(secret).call('GET', `/v1/invoices/${invoice}`)).body);
  });

  it('a session that ends is opened again, and what was typed is saved', async () => {
    await tab('Settings').click();
    await page.getByLabel('Description').fill('The accounting');
    await context.clearCookies({ name: 'billhook_portal' });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Settings saved').waitFor();
    expect(await endpoint()).toMatchObject({ description: 'The accounting' });
  });

  it('the receiver fails: the health turns degraded, then paused, and says what happens next', async () => {
    receiver.answer('/hooks', { status: 500, body: 'The disk is full' });
    for (let failed = 0; failed < 5; failed++) await createInvoice();
    await healthIs('Degraded');
    await page.goto(`${api.url}/settings/webhooks`);
    await page.getByText('Degraded').first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    for (let failed = 5; failed < 12; failed++) await createInvoice();
    await healthIs('Paused');
    await page.goto(`${api.url}/settings/webhooks/endpoints/${endpointId}`);
    await page.getByText('Paused').first().waitFor();
    await page.getByText('What happens next').waitFor();
    await page.getByText('Next attempt').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('a delivery shows why, and once the receiver is repaired, all that failed is sent again', async () => {
    await tab('Deliveries').click();
    // The newest two wait for the probe.
    await page.getByRole('button', { name: 'Open the delivery of invoice.created' }).nth(4).click();
    const drawer = page.getByRole('dialog', { name: 'Delivery' });
    await drawer.getByText('500').first().waitFor();
    await drawer.getByText('The disk is full').first().waitFor();
    await drawer.getByRole('button', { name: 'Close' }).click();

    receiver.answer('/hooks', { status: 200 });
    // A run ends at the time of the API, whose clock stood still: the worker's deliveries would be after it.
    api.clock.set(new Date());
    const before = receiver.at('/hooks').length;
    await api.database.query({
      name: 'spec_probe_now',
      text: 'UPDATE webhook_endpoint_states SET probe_at = now() WHERE endpoint_id = $1',
      values: [endpointId],
    });
    await eventually('the endpoint works again', async () => (await endpoint()).health.state !== 'Paused' || undefined);
    await page.goto(`${api.url}/settings/webhooks/endpoints/${endpointId}`);
    await page.getByRole('heading', { name: 'This endpoint works again' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Resend failed messages' }).click();
    await page.getByText(/^Completed: \d+ of \d+/).waitFor();
    await receiver.waitFor('/hooks', before + 12);
  });

  it('shows the signing secret for the password, and rotates it: during the overlap both verify', async () => {
    await tab('Secrets').click();
    await world.ageConfirmation(owner);
    await page.getByRole('button', { name: 'Show secret' }).click();
    await passwordDialog(page).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await passwordDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('You did not confirm your password, so nothing was changed.').waitFor();
    await page.getByRole('button', { name: 'Show secret' }).click();
    await confirmPassword(page, PASSWORD);
    const field = page.getByLabel('Secret', { exact: true });
    await hasValue(field, signingSecret);
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByLabel(/^Previous secret/).waitFor();
    const rotated = await field.inputValue();
    expect(rotated).not.toBe(signingSecret);
    const before = receiver.at('/hooks').length;
    await createInvoice();
    const message = (await receiver.waitFor('/hooks', before + 1)).at(-1);
    for (const each of [signingSecret, rotated])
      expect(message && verified(each)(message).type).toBe('invoice.created');
  });

  it('disables the endpoint, and enabled again shows and sends the missed messages', async () => {
    await page.getByRole('button', { name: 'Disable' }).click();
    const dialog = page.getByRole('dialog', { name: 'Disable this endpoint?' });
    await dialog.getByText('its waiting deliveries are cancelled').waitFor();
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Enable' }).waitFor();

    const listed = async () =>
      (await world.bearer(secret).call<{ data: unknown[] }>('GET', '/v1/events?types=invoice.created')).body.data
        .length;
    const [known, before] = [await listed(), receiver.at('/hooks').length];
    await createInvoice();
    // An event is in the log once the worker has numbered it.
    await eventually('the event is in the log', async () => (await listed()) > known || undefined);

    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByText('1 event was never sent').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send missing events' }).click();
    await page.getByText('Completed: 1 of 1').waitFor();
    await receiver.waitFor('/hooks', before + 1);
  });

  it('names a test as one, and offers no resend to a deleted endpoint', async () => {
    await page.getByRole('button', { name: 'Send test message' }).click();
    const drawer = page.getByRole('dialog', { name: 'Delivery' });
    await drawer.getByText('· Test').waitFor();
    await drawer.getByText('"type": "invoice.created"').waitFor();
    await drawer.getByRole('button', { name: 'Resend' }).waitFor();
    await drawer.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete endpoint' }).click();
    await page.getByRole('link', { name: 'Deliveries' }).click();
    await page.getByRole('button', { name: 'Open the delivery of invoice.sent' }).click();
    await drawer.getByText('Deleted endpoint').waitFor();
    await drawer.getByText(`${receiver.url}/hooks`, { exact: true }).first().waitFor();
    expect(await drawer.getByRole('button', { name: 'Resend' }).count()).toBe(0);
    await drawer.getByRole('button', { name: 'Close' }).click();
  });

  it('revokes the key: the next call is 401', async () => {
    await page.goto(`${api.url}/settings/api-keys`);
    await page
      .getByRole('row', { name: /Golden path/ })
      .getByRole('button', { name: 'Revoke' })
      .click();
    expect(await accessibilityViolations(page)).toEqual([]);
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
