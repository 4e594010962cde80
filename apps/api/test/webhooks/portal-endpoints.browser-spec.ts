import type { ProblemView } from '@billhook/contract/shared/problem';
import type { PortalLinkView } from '@billhook/contract/webhooks/portal';
import { accessibilityViolations, connectBrowser, excessWidth, openContext } from '@billhook/testing/browser';
import { DnsServer } from '@billhook/testing/dns-server';
import { EffortCounter } from '@billhook/testing/effort';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { clientBody } from '../support/bodies.js';
import { FAILURES, failEachWay } from '../support/failing-endpoints.js';
import { enterPortal, openPortal, portalLink, tokenOf } from '../support/portal.js';
import { followNavigation, SettingsPage, TWO_LOOKS } from '../support/settings-page.js';
import { ENDPOINTS, WebhookWorld, type CreatedEndpoint } from '../support/webhooks.js';
import type { SeededMember, SessionCaller } from '../support/world.js';

let dns: DnsServer;
let hooks: WebhookWorld;
let owner: SeededMember;
let session: SessionCaller;
let browser: Browser;
let page: Page;
let effort: EffortCounter;

beforeAll(async () => {
  dns = await new DnsServer().start();
  hooks = await WebhookWorld.start({ WEBHOOK_DNS_SERVERS: dns.address });
  hooks.api.clock.set(new Date().toISOString());
  for (let n = 0; n < 3; n++) await hooks.key.call('POST', '/v1/clients', { body: clientBody });
  await hooks.engine.sweep();
  owner = await hooks.world.member(hooks.key.companyId);
  session = await hooks.world.session(owner);
  browser = await connectBrowser();
  const context = await openContext(browser, { locale: 'en-GB' });
  page = await context.newPage();
  effort = await EffortCounter.on(page);
  await page.goto(here(await portalLink(session)));
});
afterAll(async () => {
  await browser.close();
  await hooks.stop();
  await dns.stop();
});

/** The address of a link at this server. */
function here({ url }: Pick<PortalLinkView, 'url'>): string {
  const { pathname, search } = new URL(url);
  return hooks.api.url + pathname + search;
}

/** How the API responds to the creation of an endpoint at a URL. */
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
    expect(await accessibilityViolations(page)).toEqual([]);
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
    expect(await accessibilityViolations(page)).toEqual([]);
    await url.fill(`${hooks.receiver.url}/added`);
    await page.getByText('The URL is allowed.').waitFor();
  });

  it('counts on the events of the company what a selection would have sent, and shows an example', async () => {
    await page.getByRole('checkbox', { name: 'All client events' }).check();
    await page.getByText('this would have sent 3 messages.').waitFor();
    await page.getByRole('button', { name: 'Show events: All client events' }).click();
    await page.getByRole('button', { name: 'Example of client.created' }).click();
    await page.getByText('"type": "client.created"').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('checkbox', { name: 'client.created' }).press('Space');
    await page.getByText('this would have sent no messages.').waitFor();
    await page.getByRole('checkbox', { name: 'client.created' }).press('Space');
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('shows the secret, and the response to a test message', async () => {
    hooks.receiver.answer('/added', (count) =>
      count === 1 ? { status: 503, body: 'not yet' } : { status: 200, body: '{"seen":true}' },
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click();
    expect(await page.getByLabel('Signing secret', { exact: true }).inputValue()).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'Send a test message' }).click();
    expect((await effort.spent()).clicks).toBeLessThanOrEqual(6);
    for (const [status, body] of [
      ['HTTP 503', 'not yet'],
      ['HTTP 200', '"seen": true'],
    ] as const) {
      await page.getByText('Waiting for the response…').waitFor();
      await hooks.engine.poke();
      // It takes the focus, which the button lost, and is announced.
      const response = page.locator('[role="status"]:focus');
      await response.getByText(status).waitFor();
      await response.getByText(body).waitFor();
      const [shown, foot] = [await response.boundingBox(), await page.locator('.bh-dialog-foot').boundingBox()];
      expect((shown?.y ?? 0) + (shown?.height ?? 900)).toBeLessThanOrEqual(foot?.y ?? 0);
      expect(await accessibilityViolations(page)).toEqual([]);
      if (status === 'HTTP 503') await page.getByRole('button', { name: 'Send a test message' }).press('Enter');
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
    await row('paused').getByText('24 messages failed. Sending one message at a time.').waitFor();
    await row('paused').getByText('Next attempt in 5 minutes').waitFor();
    await row('paused')
      .getByRole('img', { name: /successful and \d+ failed attempts/ })
      .waitFor();
    await row('degraded').getByText('7 attempts in a row failed. Sending more slowly.').waitFor();
    await row('gone').getByText('410 means').waitFor();
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [1280, 'dark'],
      [390, 'light'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      expect(await accessibilityViolations(page)).toEqual([]);
    }
    expect(await excessWidth(page)).toBe(0);
  });
});

describe('why deliveries fail', () => {
  it('is read on the list, with the attempt and the time of the next one', async () => {
    const stop = await failEachWay(hooks);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.reload();
    const row = (name: string) => page.getByRole('row', { name: new RegExp(`/why/${name}`) });
    for (const [name, words] of Object.entries(FAILURES)) {
      await row(name)
        .getByRole('link', { name: `${words}: open the attempt` })
        .waitFor();
      await row(name)
        .getByText(name === 'http410' ? 'Disabled, because 410 means' : '1 attempt failed.')
        .waitFor();
      if (name !== 'http410') await row(name).getByText('Next attempt in').waitFor();
    }
    // No email is named, because this installation sends none.
    expect(await page.getByRole('main').innerText()).not.toMatch(/email/i);
    expect(await accessibilityViolations(page)).toEqual([]);
    await row('tls').getByRole('link', { name: /^TLS/ }).click();
    const drawer = page.getByRole('dialog', { name: 'Delivery' });
    await drawer.getByText('Attempt 1').waitFor();
    await drawer.getByText(FAILURES.tls).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Overview', exact: true }).click();
    await page.getByText('What happens next').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'All endpoints' }).click();
    await stop();
  });
});

describe('a session of the portal that ends in its own tab', () => {
  it('keeps what was typed, and continues once the portal is open again', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('link', { name: 'https://example.com/healthy' }).click();
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByLabel('Description').fill('Typed before the end');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your portal session has ended' });
    await dialog.waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('alert').getByText('The portal is still closed in this browser.').waitFor();
    const [name = '', value = ''] = (await openPortal(hooks.api, session)).cookie.split('=', 2);
    await page.context().addCookies([{ name, value, url: hooks.api.url }]);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Settings saved').waitFor();
  });
});

describe('a portal that is shared by a link', () => {
  let revoked: string;

  it('is created for an access, listed, and revoked', async () => {
    const settings = await SettingsPage.open(browser, hooks.api);
    await settings.enter(session);
    await settings.goto('/');
    await followNavigation(settings.page, 'Webhooks');
    const sharing = await EffortCounter.on(settings.page);
    await settings.page.getByRole('button', { name: 'Share access' }).click();
    const dialog = settings.page.getByRole('dialog', { name: 'Share access to webhooks' });
    await dialog.getByRole('button', { name: 'Create link' }).click();
    revoked = here({ url: await dialog.getByLabel('Link', { exact: true }).inputValue() });
    await dialog.getByText('View only · Not used yet').waitFor();
    expect(await sharing.spent()).toEqual({ clicks: 2, fields: 0 });
    // Not the visit of this page.
    await dialog
      .getByRole('region', { name: 'Open in Settings' })
      .getByRole('button', { name: /^Close webhooks/ })
      .waitFor();
    expect(
      await dialog
        .getByRole('region', { name: 'Shared links' })
        .getByRole('button', { name: /^Close/ })
        .count(),
    ).toBe(0);
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
    await dialog.getByRole('button', { name: /^Revoke link: View only/ }).click();
    await dialog.getByText('View only · Not used yet').waitFor({ state: 'detached' });
    await settings.close();
  });

  it('says why a link does not work', async () => {
    const guest = await SettingsPage.open(browser, hooks.api);
    const [used, expired] = [await portalLink(session), await portalLink(session)];
    await enterPortal(hooks.api, tokenOf(used));
    hooks.api.clock.advance(16 * 60_000);
    for (const [address, title] of [
      [here(used), 'This link was already used'],
      [here(expired), 'This link has expired'],
      [revoked, 'This link is revoked'],
      [here({ url: `${expired.url.slice(0, -9)}123456789` }), 'This link is invalid'],
    ] as const) {
      await guest.page.goto(address);
      await guest.page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect(await guest.violations(TWO_LOOKS)).toEqual([]);
      expect(new URL(guest.page.url()).search).toBe('');
    }
    await guest.close();
    hooks.api.clock.set(new Date());
  });

  it('offers nothing that a view-only portal may not do', async () => {
    const view = await SettingsPage.open(browser, hooks.api);
    const rejected: string[] = [];
    view.page.on('response', (response) => {
      if (response.status() >= 400) rejected.push(`${response.request().method()} ${response.url()}`);
    });
    await view.page.goto(here(await portalLink(session, 'view')));
    await view.page.getByRole('link', { name: /added/ }).click();
    const tabs = ['Overview', 'Deliveries', 'Recover', 'Settings', 'Secrets'];
    for (const [tab, text, offered] of [
      ['Overview', 'Attempts', ['Show as table', 'Show as table']],
      ['Deliveries', '3 deliveries', ['More filters', 'client.updated', 'client.created', 'client.created']],
      ['Recover', 'Runs', []],
      ['Settings', 'Endpoint URL', []],
      ['Secrets', 'Signing secrets are not shown in a view-only portal.', []],
    ] as const) {
      await view.page.getByRole('button', { name: tab, exact: true }).click();
      await view.page.getByText(text).first().waitFor();
      expect(await view.violations(TWO_LOOKS)).toEqual([]);
      const main = view.page.getByRole('main');
      expect(await main.getByRole('button', { disabled: false }).allInnerTexts()).toEqual([...tabs, ...offered]);
      expect(await main.getByRole('checkbox', { disabled: false }).count()).toBe(0);
    }
    // The address of a tab that only members have.
    await view.page.goto(`${view.page.url().split('?')[0]}?tab=certification`);
    await view.page.getByRole('heading', { name: 'Health', exact: true }).waitFor();
    await view.page.getByRole('link', { name: 'Event types' }).click();
    await view.page.getByRole('link', { name: 'client.created' }).click();
    await view.page.getByText('Example message').waitFor();
    expect(await view.page.getByRole('button', { name: 'Send test event' }).count()).toBe(0);
    expect(rejected).toEqual([]);
    await view.close();
  });
});
