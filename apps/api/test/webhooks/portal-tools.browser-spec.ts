import type { PortalLinkView } from '@billhook/contract/webhooks/portal';
import {
  accessibilityViolations,
  connectBrowser,
  excessWidth,
  foreignRequests,
  hasValue,
  openContext,
} from '@billhook/testing/browser';
import { EffortCounter } from '@billhook/testing/effort';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { WebhookWorld, type CreatedEndpoint } from '../support/webhooks.js';

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

let hooks: WebhookWorld;
let endpoint: CreatedEndpoint;
let browser: Browser;
let page: Page;
let foreign: string[];

beforeAll(async () => {
  hooks = await WebhookWorld.start({ PUBLIC_URL: 'http://127.0.0.1' });
  hooks.receiver.answer('/hooks/in', {
    status: 200,
    body: '{"stored":true}',
    headers: { 'content-type': 'application/json' },
  });
  ({ endpoint } = await hooks.deliver('/hooks/in', 'Delivered'));
  browser = await connectBrowser();
  const context = await openContext(browser, { locale: 'en-GB', viewport: DESKTOP, reducedMotion: 'reduce' });
  foreign = foreignRequests(context);
  page = await context.newPage();
  const session = await hooks.world.session(await hooks.world.member(hooks.key.companyId));
  const { body } = await session.call<PortalLinkView>('POST', '/app/webhook-portal-links');
  await page.goto(`${hooks.api.url}/portal/enter${new URL(body.url).search}`);
});
afterAll(async () => {
  await browser.close();
  await hooks.stop();
});

/** The first request that the receiver got. */
function firstReceived(): { headers: Readonly<Record<string, string>>; body: Buffer } {
  const [message] = hooks.receiver.received;
  if (!message) throw new Error('the receiver got no request');
  return { headers: message.headers as Record<string, string>, body: message.body };
}

/** No violation, and no sideways scrolling, on a desktop in light and on a phone in dark. */
async function looksRight(name: string): Promise<void> {
  for (const [viewport, colorScheme] of [
    [DESKTOP, 'light'],
    [PHONE, 'dark'],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    expect([name, viewport.width, await accessibilityViolations(page)]).toEqual([name, viewport.width, []]);
    expect([name, await excessWidth(page)]).toEqual([name, 0]);
  }
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'light' });
}

describe('the event catalogue', () => {
  it('finds an event type by its words', async () => {
    await page.getByRole('link', { name: 'Event types' }).click();
    await page.getByRole('heading', { name: 'Quotes' }).waitFor();
    await looksRight('catalogue');
    const search = page.getByRole('searchbox', { name: 'Search event types' });
    await search.fill('nothing like it');
    await page.getByText('No event type matches “nothing like it”.').waitFor();
    await search.fill('client is created');
    await page.getByRole('link', { name: 'client.created' }).click();
    await page.waitForURL('**/portal/event-types/client.created');
  });

  it('shows the permission, the schema and an example', async () => {
    await page.getByText('client.read').waitFor();
    await page
      .getByRole('region', { name: 'client.created' })
      .getByText('webhook-event-type: client.created')
      .waitFor();
    await page.getByText('balances', { exact: true }).click();
    await page.getByLabel('Message format').selectOption('thin');
    await page.getByText('The URL whose GET returns the current record').waitFor();
    await page.getByLabel('Message format').selectOption('full');
  });

  it('sends a test with example data and with those of an event, and shows the response', async () => {
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByText('Waiting for the response…').waitFor();
    await hooks.engine.poke();
    await page.getByRole('status').getByText('HTTP 200').waitFor();
    await page.getByRole('region', { name: 'Response', exact: true }).getByText('"stored": true').waitFor();
    await looksRight('event-type');

    await page.getByLabel('From a real event').check();
    await page.getByLabel('Event', { exact: true }).waitFor();
    await looksRight('event-type-real');
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByText('Waiting for the response…').waitFor();
    await hooks.engine.poke();
    await page.getByRole('status').getByText('HTTP 200').waitFor();
    const [real, , copy] = await hooks.receiver.waitFor('/hooks/in', 3);
    const dataOf = (body: Buffer | undefined) => (JSON.parse(body?.toString() ?? '{}') as { data?: object }).data;
    expect(dataOf(copy?.body)).toEqual(dataOf(real?.body));
  });
});

describe('the signature check', () => {
  const computed = () => page.getByLabel('Signature that your receiver computed');
  const find = () => page.getByRole('button', { name: 'Find the mistake' }).click();

  it('takes the request of a delivery, which is genuine', async () => {
    const effort = await EffortCounter.on(page);
    await page.getByRole('link', { name: 'Signature check' }).click();
    await page.getByRole('button', { name: 'Find the mistake' }).press('Enter');
    await page.getByText('Enter the body of the request').waitFor();
    await looksRight('signature-check-error');
    const delivery = page.getByLabel('Recent delivery');
    await delivery.selectOption({ index: 3 });
    await hasValue(page.getByLabel('webhook-id'), String(hooks.receiver.received[0]?.headers['webhook-id']));
    await find();
    expect(await effort.spent()).toEqual({ clicks: 2, fields: 1 });
    await page.getByText('The request is correct, so the mistake is in the receiver.').waitFor();
    await looksRight('signature-check-genuine');
  });

  it('proves the mistake of the receiver, and shows the right code', async () => {
    const { headers, body } = firstReceived();
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    const wrong = new Webhook(endpoint.secret, { format: 'raw' }).sign(
      headers['webhook-id'] ?? '',
      at,
      body.toString(),
    );
    await computed().fill(wrong);
    await find();
    await page.getByText('The receiver uses the text of the secret as the key.').waitFor();
    await page.getByText('Proved: Billhook computed the same signature.').waitFor();
    await page.getByLabel('Language').selectOption('Java');
    await page.getByRole('region', { name: 'Receiver.java' }).getByText('createContext("/hooks/in"').waitFor();
    expect(await page.content()).not.toContain(endpoint.secret.slice(6));
    await looksRight('signature-check-proved');
  });

  it('reads a pasted request', async () => {
    const { headers, body } = firstReceived();
    const head = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => `${name}: ${headers[name]}`);
    await computed().fill('');
    await page
      .getByLabel('Request', { exact: true })
      .fill(`POST /hooks/in HTTP/1.1\n${head.join('\n')}\n\n${JSON.stringify(JSON.parse(body.toString()), null, 2)}`);
    await find();
    await page.getByText('The body was parsed and serialized again.').waitFor();
    // Its former address.
    await page.goto(`${hooks.api.url}/portal/doctor`);
    await page.getByLabel('Recent delivery').selectOption({ index: 1 });
    expect(new URL(page.url()).pathname).toBe('/portal/signature-check');
    await find();
    expect(await page.getByLabel('Language').inputValue()).toBe('java');
  });

  it('asked no other host for anything', () => {
    expect(foreign).toEqual([]);
  });
});
