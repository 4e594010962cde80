import type { ListOf } from '@billhook/contract/shared/page';
import type { WebhookDeliveryView } from '@billhook/contract/webhooks/delivery';
import type { PortalLinkView } from '@billhook/contract/webhooks/portal';
import { connectBrowser, copiedBy } from '@billhook/testing/browser';
import { eventually } from '@billhook/testing/patience';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { clientBody } from '../support/bodies.js';
import { SettingsPage, TWO_LOOKS } from '../support/settings-page.js';
import { DELIVERIES, WebhookWorld, type CreatedEndpoint } from '../support/webhooks.js';
import type { KeyCaller, SeededMember } from '../support/world.js';

// One walk: each step begins where the one before it ended.
let hooks: WebhookWorld;
let owner: SeededMember;
let key: KeyCaller;
let browser: Browser;
let portal: SettingsPage;
let page: Page;
let failing: CreatedEndpoint;

beforeAll(async () => {
  hooks = await WebhookWorld.start();
  owner = await hooks.world.member(await hooks.world.company());
  key = await hooks.world.key({ member: owner });
  browser = await connectBrowser();
  await enter('en-GB');
});
afterAll(async () => {
  await portal.close();
  await browser.close();
  await hooks.stop();
});

/** Opens the portal in a language. */
async function enter(locale: string): Promise<void> {
  portal = await SettingsPage.open(browser, hooks.api, locale);
  page = portal.page;
  const link = await (await hooks.world.session(owner)).call<PortalLinkView>('POST', '/app/webhook-portal-links');
  const { pathname, search } = new URL(link.body.url);
  await page.goto(hooks.api.url + pathname + search);
  await page.waitForURL('**/portal/');
}

async function createClients(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await key.call('POST', '/v1/clients', { body: clientBody });
  await hooks.engine.sweep();
}

const count = async (query: string) =>
  (await key.call<ListOf<WebhookDeliveryView>>('GET', `${DELIVERIES}?limit=100&${query}`)).body.data.length;

const counted = (query: string, expected: number) =>
  eventually(`${expected} deliveries of ${query}`, async () => (await count(query)) === expected || undefined);

const rows = () => page.getByRole('row').filter({ has: page.getByRole('checkbox') });
const drawer = () => page.getByRole('dialog', { name: 'Delivery' });
const boxes = () => page.getByRole('checkbox', { name: /^Select / });

/** Parameters of the address. */
const asked = () => Object.fromEntries(new URL(page.url()).searchParams);

describe('the log of deliveries in the portal', () => {
  it('is empty at first, and shows a delivery soon after its event', async () => {
    await page.getByRole('link', { name: 'Deliveries' }).click();
    await page.getByRole('heading', { name: 'No deliveries yet' }).waitFor();
    expect(await portal.violations(TWO_LOOKS)).toEqual([]);
    await hooks.create({ url: `${hooks.receiver.url}/fine`, eventTypes: ['client.created'] }, key);
    hooks.receiver.answer('/failing', { status: 500, headers: { 'x-why': 'full' }, body: '{"error":"disk full"}' });
    const url = `${hooks.receiver.url}/failing`;
    failing = await hooks.create(
      { url, eventTypes: ['client.created'], headers: { 'x-api-key': 'confidential' } },
      key,
    );
    await createClients(2);
    await rows().nth(3).waitFor();
    await counted(`endpointId=${failing.id}&responseStatus=500`, 2);
    await page.getByText('4 deliveries').waitFor();
    await page.getByText('HTTP 500').nth(1).waitFor();
    expect(await portal.violations()).toEqual([]);
  });

  it('filters by everything, in the address, and clears it', async () => {
    await page.getByLabel('Endpoint').selectOption({ label: failing.url });
    await page.getByText('2 deliveries').waitFor();
    await page.getByLabel('Status').selectOption('Delivered');
    await page.getByRole('heading', { name: 'No deliveries match the filters' }).waitFor();
    expect(await portal.violations(TWO_LOOKS)).toEqual([]);
    await page.getByLabel('Status').selectOption('Waiting');
    await page.getByLabel('Event type').selectOption('client.created');
    await page.getByLabel('Time').selectOption('24h');
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByLabel('Error').selectOption('Status');
    await page.getByLabel('Response').selectOption('5xx');
    await page.getByLabel('Record type').selectOption('client');
    await page.getByText('2 deliveries').waitFor();
    const all = { endpoint: String(failing.id), status: 'Waiting', type: 'client.created', period: '24h' };
    expect(asked()).toEqual({ ...all, error: 'Status', response: '5xx', resource: 'client' });
    expect(await portal.violations(TWO_LOOKS)).toEqual([]);
    await page.reload();
    await page.getByText('2 deliveries').waitFor();
    expect(await page.getByLabel('Error').inputValue()).toBe('Status');
    await page.getByLabel('Error').selectOption('Timeout');
    await page.getByRole('heading', { name: 'No deliveries match the filters' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('4 deliveries').waitFor();
    expect(asked()).toEqual({});
    await page.getByLabel('From').fill('2999-01-01');
    await page.getByRole('heading', { name: 'No deliveries match the filters' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await rows().nth(3).waitFor();
  });

  it('explains an attempt: phases, request, signed text, response, what to check, and a command without a secret', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await rows().filter({ hasText: 'HTTP 500' }).first().getByRole('button').click();
    await drawer().getByText('What to check:').waitFor();
    const text = await drawer().innerText();
    for (const part of [
      ...['First byte', 'Total', '127.0.0.1', 'x-why: full', '"error": "disk full"', 'webhook-attempt: 1'],
      ...['x-api-key: ••••', 'webhook-signature: v1,', '5xx: look in the log of your receiver'],
    ]) {
      expect(text).toContain(part);
    }
    const signed = hooks.receiver
      .at('/failing')
      .map(({ headers }) => `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.‹body›`);
    expect(signed.filter((base) => text.includes(base))).toHaveLength(1);
    const command = await copiedBy(page, () => drawer().getByRole('button', { name: 'Copy as curl' }).click());
    await page.getByText('It contains no secret').waitFor();
    expect(command).toContain(`curl -i -X POST '${failing.url}'`);
    expect(command).toContain(`'x-api-key: '"\${X_API_KEY:?}"`);
    const link = drawer().getByRole('link', { name: /^Client \d+$/ });
    expect(await link.getAttribute('href')).toMatch(/^\/settings\/clients\/\d+$/);
    expect(await portal.violations()).toEqual([]);
  });

  it('leads from one delivery to the next, by button and by key, and to those of the same event', async () => {
    const first = asked()['delivery'];
    await drawer().getByRole('button', { name: 'Older delivery' }).click();
    await eventually('the next one', () => asked()['delivery'] !== first || undefined);
    await drawer().getByText('webhook-attempt: 1').first().waitFor();
    await page.keyboard.press('k');
    await eventually('the first one', () => asked()['delivery'] === first || undefined);
    await page.reload();
    await drawer().getByText('What to check:').waitFor();
    await drawer().getByRole('button', { name: 'All deliveries of this event' }).click();
    await drawer().waitFor({ state: 'detached' });
    await page.getByText('2 deliveries').waitFor();
    await page.getByRole('button', { name: /^Remove the filter on event msg_/ }).click();
    await page.getByText('4 deliveries').waitFor();
  });

  it('resends and cancels several deliveries, and names what failed', async () => {
    await boxes().first().click();
    await boxes()
      .last()
      .click({ modifiers: ['Shift'] });
    await page.getByText('4 selected').waitFor();
    expect(await portal.violations(TWO_LOOKS)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel (2)' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel 2 deliveries?' });
    await dialog.getByText('Only waiting deliveries are cancelled').waitFor();
    expect(await portal.violations(TWO_LOOKS)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel 2 deliveries' }).click();
    await page.getByText('2 deliveries cancelled').waitFor();
    expect(await count('status=Cancelled')).toBe(2);
    await page.getByRole('button', { name: 'Dismiss' }).click();

    // By keyboard: Shift and the arrows select on the way.
    await boxes().first().focus();
    for (let n = 0; n < 3; n++) await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('4 selected').waitFor();
    await key.call('POST', `/v1/webhook-endpoints/${failing.id}/disable`);
    await page.getByRole('button', { name: 'Resend (4)' }).click();
    await page.getByText('2 messages resent · 2 failed').waitFor();
    await page.getByText('The endpoint is disabled. Enable it first.').first().waitFor();
    expect(await portal.violations(TWO_LOOKS)).toEqual([]);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await hooks.engine.poke();
    await counted('status=Delivered', 2);
  });

  it('holds new deliveries back below the start of the log, and follows nothing while paused', async () => {
    await createClients(26);
    await page.getByText('The newest 25 deliveries').waitFor();
    await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded();
    const firstId = () => boxes().first().getAttribute('data-select-delivery');
    const before = await firstId();
    await createClients(3);
    const held = page.getByRole('button', { name: '3 new deliveries' });
    await held.waitFor();
    expect(await firstId()).toBe(before);
    expect(await portal.violations(TWO_LOOKS)).toEqual([]);
    await held.click();
    await held.waitFor({ state: 'detached' });
    await page.getByText('The newest 28 deliveries').waitFor();
    await page.getByRole('switch', { name: 'Live' }).uncheck();
    const polls: string[] = [];
    page.on('request', (request) => polls.push(request.url()));
    await createClients(1);
    expect(polls.filter((url) => url.includes('/portal/api/webhook-deliveries?'))).toEqual([]);
    await page.getByRole('switch', { name: 'Live' }).check();
    await page.getByText('The newest 29 deliveries').waitFor();
  });

  it('says so when a delivery does not exist, and speaks French', async () => {
    await page.goto(`${hooks.api.url}/portal/deliveries?delivery=999999`);
    await drawer().getByRole('heading', { name: 'Delivery not found' }).waitFor();
    expect(await portal.violations(TWO_LOOKS)).toEqual([]);
    const foreign = [...portal.foreign];
    await portal.close();
    await enter('fr-FR');
    await page.getByRole('link', { name: 'Envois' }).click();
    await page.getByRole('button', { name: 'Plus de filtres' }).click();
    await page.getByLabel('Erreur').selectOption({ label: 'Statut d’erreur' });
    await page.getByText('2 envois').waitFor();
    await rows().first().getByRole('button').click();
    await page.getByRole('dialog', { name: 'Envoi' }).getByText('À vérifier :').waitFor();
    expect(await portal.violations(TWO_LOOKS)).toEqual([]);
    expect([...foreign, ...portal.foreign]).toEqual([]);
  });
});
