import type { ProblemView } from '@billhook/contract/shared/problem';
import type { PortalLinkView } from '@billhook/contract/webhooks/portal';
import { accessibilityFaults, connectBrowser, openContext } from '@billhook/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { clientBody } from '../support/bodies.js';
import { ENDPOINTS, WebhookWorld, type CreatedEndpoint } from '../support/webhooks.js';

let hooks: WebhookWorld;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  hooks = await WebhookWorld.start();
  hooks.api.clock.set(new Date().toISOString());
  for (let n = 0; n < 3; n++) await hooks.key.call('POST', '/v1/clients', { body: clientBody });
  await hooks.engine.sweep();
  const owner = await hooks.world.member(hooks.key.companyId);
  const session = await hooks.world.session(owner);
  const { body } = await session.call<PortalLinkView>('POST', '/app/webhook-portal-links');
  const { pathname, search, hash } = new URL(body.url);
  browser = await connectBrowser();
  const context = await openContext(browser, { locale: 'en-GB' });
  page = await context.newPage();
  await page.goto(hooks.api.url + pathname + search + hash);
});
afterAll(async () => {
  await browser.close();
  await hooks.stop();
});

/** What the API answers to the creation of an endpoint at a URL. */
async function rejectionOf(url: string): Promise<string> {
  const body = { url, eventTypes: ['client.created'] };
  const { body: problem } = await hooks.key.call<ProblemView>('POST', ENDPOINTS, { body });
  return problem.errors?.[0]?.message ?? problem.detail;
}

const set = ({ id }: CreatedEndpoint, state: string) =>
  hooks.api.database.query({
    name: `test_state_${id}`,
    text: `UPDATE webhook_endpoint_states SET ${state} WHERE endpoint_id = $1`,
    values: [id],
  });

/** One endpoint in each state. */
async function endpointsInTrouble(): Promise<void> {
  const at = (path: string) => hooks.create({ url: `https://example.com/${path}`, description: path });
  const failing = `failing_since = now() - interval '2 hours', health_since = now() - interval '1 hour'`;
  await at('healthy');
  const gone = await at('gone');
  await hooks.key.call('PATCH', `${ENDPOINTS}/${gone.id}`, { body: { status: 'Disabled' } });
  await hooks.api.database.query({
    name: 'test_gone',
    text: `UPDATE webhook_endpoints SET disabled_reason = 'Gone' WHERE id = $1`,
    values: [gone.id],
  });
  await set(await at('degraded'), `health = 'Degraded', consecutive_failures = 7, failed_messages = 3, ${failing}`);
  const paused = await at('paused');
  await set(
    paused,
    `health = 'Paused', consecutive_failures = 85, failed_messages = 24, probe_at = now() + interval '5 minutes', ${failing}`,
  );
  await hooks.api.database.query({
    name: 'test_hours',
    text: `INSERT INTO webhook_endpoint_stats (endpoint_id, hour, succeeded, failed, duration_ms, histogram, last_success_at)
      SELECT $1, date_trunc('hour', now(), 'UTC') - n * interval '1 hour', greatest(0, n - 2) * 3, (24 - n) % 7, 0,
        '{1,0,0,0,0,0,0,0,0,0,0,0}', CASE WHEN n > 2 THEN now() - n * interval '1 hour' END
      FROM generate_series(0, 23) n`,
    values: [paused.id],
  });
}

describe('the endpoints of the portal, step by step', () => {
  it('says what an endpoint is while there is none, and opens the form by its link', async () => {
    await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add endpoint' }).last().click();
    await page.getByRole('dialog', { name: 'Add endpoint' }).waitFor();
    await page.reload();
    await page.getByRole('dialog', { name: 'Add endpoint' }).waitFor();
  });

  it('names the rule that a URL breaks while it is typed, in the words of the API', async () => {
    const url = page.getByLabel('Endpoint URL');
    for (const wrong of [
      'ftp://example.com/',
      'https://me:secret@example.com/',
      'https://10.0.0.1/',
      'https://a.fr:25/',
    ]) {
      await url.fill(wrong);
      await page.getByText(await rejectionOf(wrong), { exact: true }).waitFor();
    }
    expect(await accessibilityFaults(page)).toEqual([]);
    await url.fill(`${hooks.receiver.url}/added`);
    await page.getByText('The URL is allowed.').waitFor();
  });

  it('counts on the events of the company what a selection would have sent, and shows an example', async () => {
    await page.getByRole('checkbox', { name: 'All client events' }).check();
    await page.getByText('this would have sent 3 messages.').waitFor();
    await page.getByRole('button', { name: 'Show events: All client events' }).click();
    await page.getByRole('button', { name: 'Example of client.created' }).click();
    await page.getByText('"type": "client.created"').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('checkbox', { name: 'client.created' }).uncheck();
    await page.getByText('this would have sent no messages.').waitFor();
    await page.getByRole('checkbox', { name: 'client.created' }).check();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('shows the secret, and the response to a test message', async () => {
    hooks.receiver.answer('/added', (count) =>
      count === 1 ? { status: 503, body: 'not yet' } : { status: 200, body: '{"seen":true}' },
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click();
    expect(await page.getByLabel('Signing secret', { exact: true }).inputValue()).toMatch(/^whsec_/);
    for (const [status, body] of [
      ['HTTP 503', 'not yet'],
      ['HTTP 200', '"seen": true'],
    ] as const) {
      await page.getByRole('button', { name: 'Send a test message' }).click();
      await page.getByText('Waiting for the response…').waitFor();
      await hooks.engine.poke();
      await page.getByText(status).waitFor();
      await page.getByText(body).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
    }
    await page.getByRole('button', { name: 'Done' }).click();
    expect(new URL(page.url()).search).toBe('');
  });

  it('lists the endpoints by trouble, each with its reason, next step and activity', async () => {
    await endpointsInTrouble();
    await page.reload();
    await page.getByRole('row', { name: /example\.com\/paused/ }).waitFor();
    const rows = await page.getByRole('table', { name: 'Endpoints' }).getByRole('row').allInnerTexts();
    const states = rows.slice(1).map((text) => /(Paused|Degraded|Disabled|Healthy)/.exec(text)?.[1]);
    expect(states).toEqual(['Paused', 'Degraded', 'Disabled', 'Healthy', 'Healthy']);
    const row = (path: string) => page.getByRole('row', { name: new RegExp(`example\\.com/${path}`) });
    await row('paused').getByText('24 messages have failed since the last success').waitFor();
    await row('paused').getByText('One message is sent as a probe').waitFor();
    await row('paused')
      .getByRole('img', { name: /successful and \d+ failed attempts/ })
      .waitFor();
    await row('degraded').getByText('7 attempts in a row have failed').waitFor();
    await row('gone').getByText('410 Gone').waitFor();
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [1280, 'dark'],
      [390, 'light'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      expect(await accessibilityFaults(page)).toEqual([]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
