import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import type { WebhookSecretView } from '@billhook/contract/webhooks/endpoint-secret';
import type { PortalLinkView } from '@billhook/contract/webhooks/portal';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { connectBrowser } from '@billhook/testing/browser';
import { EffortCounter } from '@billhook/testing/effort';
import { eventually } from '@billhook/testing/patience';
import { Runs } from '@billhook/webhooks/runs/run-engine';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { clientBody } from '../support/bodies.js';
import { enterPassword, SettingsPage, TWO_LOOKS } from '../support/settings-page.js';
import { ENDPOINTS, WebhookWorld, type CreatedEndpoint } from '../support/webhooks.js';
import { PASSWORD, type SeededMember } from '../support/world.js';

let hooks: WebhookWorld;
let owner: SeededMember;
let endpoint: CreatedEndpoint;
let browser: Browser;
let screen: SettingsPage;
let page: Page;
let effort: EffortCounter;

beforeAll(async () => {
  hooks = await WebhookWorld.start({ PUBLIC_URL: 'http://127.0.0.1' });
  owner = await hooks.world.member(hooks.key.companyId);
  endpoint = await hooks.create({
    url: `${hooks.receiver.url}/hooks`,
    eventTypes: ['client.created', 'invoice.paid'],
    description: 'The ERP',
    schedule: [0],
    headers: { 'X-Tenant': 'acme' },
  });
  hooks.receiver.answer('/hooks', { status: 500 });
  await sendClients(3);
  await settled('Failed', 3);
  hooks.receiver.answer('/hooks', { status: 200 });
  await sendClients(1);
  await settled('Delivered', 1);
  hooks.api.clock.set(new Date());
  browser = await connectBrowser();
  screen = await SettingsPage.open(browser, hooks.api);
  ({ page } = screen);
  effort = await EffortCounter.on(page);
  // A browser that runs without a locale reports this one, which `Intl` rejects: the plots must not fail.
  await page.addInitScript(
    "Object.defineProperty(Navigator.prototype, 'language', { configurable: true, get: () => 'en-US@posix' })",
  );
});
afterAll(async () => {
  await screen.close();
  await browser.close();
  await hooks.stop();
});

async function sendClients(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await hooks.key.call('POST', '/v1/clients', { body: clientBody });
  await hooks.engine.sweep();
  // The API counts what the database has stamped so far.
  hooks.api.clock.set(new Date());
}

const settled = (status: string, count: number) =>
  eventually(`${count} deliveries are ${status}`, async () => {
    const { body } = await hooks.key.call<{ data: unknown[] }>(
      'GET',
      `${ENDPOINTS}/${endpoint.id}/deliveries?status=${status}`,
    );
    return body.data.length === count || undefined;
  });

const tab = (name: string) => page.getByRole('navigation', { name: 'Endpoint' }).getByRole('button', { name }).click();

/** As the worker does, batch by batch. */
async function workRuns(): Promise<void> {
  const runs = new Runs(hooks.api.database, hooks.api.app.get(UnitOfWork));
  for (const id of await runs.workable()) await runs.work(id);
  await hooks.engine.sweep();
}

describe('the page of an endpoint, step by step', () => {
  it('shows attempts and response times as plots, and as tables', async () => {
    const link = await (await hooks.world.session(owner)).call<PortalLinkView>('POST', '/app/webhook-portal-links');
    const { pathname, search } = new URL(link.body.url);
    await page.goto(hooks.api.url + pathname + search);
    await page.getByRole('link', { name: endpoint.url }).click();
    await page.getByRole('heading', { name: endpoint.url }).waitFor();
    const attempts = page.getByRole('region', { name: 'Attempts', exact: true });
    await attempts.getByText('4 attempts, of which 3 failed').waitFor();
    await attempts.locator('canvas').waitFor();
    await page.getByRole('region', { name: 'Response time', exact: true }).locator('canvas').waitFor();
    expect(await screen.violations()).toEqual([]);
    await attempts.getByRole('button', { name: 'Show as table' }).click();
    const row = attempts.getByRole('table', { name: 'Attempts over time' }).getByRole('row').nth(1);
    expect(await row.getByRole('cell').allInnerTexts()).toEqual([
      expect.any(String),
      expect.stringContaining('1'),
      expect.stringContaining('3'),
    ]);
    expect(await screen.violations(TWO_LOOKS)).toEqual([]);
    await page.getByText('7 days', { exact: true }).click();
    await page.waitForURL('**/endpoints/*?range=week');
  });

  it('offers to resend what failed once the endpoint works again, with progress, pause and resume', async () => {
    const offer = page.getByRole('region', { name: 'This endpoint works again' });
    await offer.getByText('3 messages of the last 7 days failed').waitFor();
    await offer.getByRole('button', { name: 'Resend failed messages' }).click();
    await offer.getByText('0 of 3 being sent').waitFor();
    await offer.getByRole('progressbar').waitFor({ state: 'attached' });
    await offer.getByRole('button', { name: 'Pause' }).click();
    await offer.getByText('Paused at 0 of 3').waitFor();
    expect(await screen.violations(TWO_LOOKS)).toEqual([]);
    await offer.getByRole('button', { name: 'Resume' }).click();
    await offer.getByRole('button', { name: 'Pause' }).waitFor();
    await workRuns();
    await offer.getByText('Completed: 3 of 3').waitFor();
    await hooks.receiver.waitFor('/hooks', 7);
  });

  it('keeps unsaved settings, shows a rejected one at its field, and saves the corrected one', async () => {
    await tab('Settings');
    await page.waitForURL('**?tab=settings');
    expect(await screen.violations()).toEqual([]);
    const inFlight = page.getByLabel('Requests at the same time');
    await inFlight.fill('500');
    await tab('Overview');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('1 field needs a correction').waitFor();
    expect(await inFlight.getAttribute('aria-invalid')).toBe('true');
    expect(await screen.violations(TWO_LOOKS)).toEqual([]);
    await inFlight.fill('5');
    await page.getByLabel('Custom schedule').waitFor();
    await page.getByLabel('Wait before each attempt').fill('0s 5m 2h');
    await page.getByText('3 attempts within 2h 5m.').waitFor();
    await page.getByLabel('In order for each record').check();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Settings saved').waitFor();
    const saved = await hooks.key.call<WebhookEndpointView>('GET', `${ENDPOINTS}/${endpoint.id}`);
    expect(saved.body).toMatchObject({
      limits: { perSecond: null, inFlight: 5 },
      schedule: [0, 300, 7_200],
      ordering: 'PerRecord',
      headers: [{ name: 'X-Tenant' }],
    });
  });

  it('counts the past events that a filter matches, and asks before it overwrites the change of someone else', async () => {
    await page.getByRole('radiogroup', { name: 'Filter' }).getByText('Conditions').click();
    await page.getByLabel('Field 1').fill('kind');
    await page.getByLabel('Value 1').fill(clientBody.kind);
    await page.getByText('4 events of the last 30 days match').waitFor();
    await page.getByLabel('Value 1').fill('nothing');
    await page.getByText('0 events of the last 30 days match').waitFor();
    await page.getByLabel('Value 1').fill(clientBody.kind);
    await hooks.key.call('PATCH', `${ENDPOINTS}/${endpoint.id}`, { body: { description: 'The new ERP' } });
    await page.getByRole('button', { name: 'Save changes' }).click();
    const stale = page.getByRole('alert').filter({ hasText: 'The endpoint was changed' });
    await stale.waitFor();
    expect(await screen.violations(TWO_LOOKS)).toEqual([]);
    await stale.getByRole('button', { name: 'Overwrite with my changes' }).click();
    await stale.waitFor({ state: 'detached' });
    // "Settings saved" may still be there from the last step.
    const saved = await eventually('the filter is stored', async () => {
      const { body } = await hooks.key.call<WebhookEndpointView>('GET', `${ENDPOINTS}/${endpoint.id}`);
      return body.filter === null ? undefined : body;
    });
    expect(saved).toMatchObject({ description: 'The new ERP', filter: { field: 'kind', eq: clientBody.kind } });
  });

  it('shows and rotates the secret, with which messages are verified beside the old one until it is ended', async () => {
    await effort.begin();
    await page.getByRole('button', { name: 'Go to secrets' }).click();
    const secrets = page.getByRole('table', { name: 'Active secrets' });
    await secrets.getByText('Verifies 4 of the last 4').waitFor();
    await hooks.world.ageConfirmation(owner);
    await page.getByRole('button', { name: 'Show secret' }).press('Enter');
    await enterPassword(page, PASSWORD);
    await page.getByLabel('Secret', { exact: true }).waitFor();
    expect(await page.getByLabel('Secret', { exact: true }).inputValue()).toBe(endpoint.secret);
    expect(await screen.violations()).toEqual([]);
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rotate the signing secret?' });
    await dialog.getByLabel('Another overlap').press('Space');
    await dialog.getByLabel('Overlap in hours, up to 168').fill('169');
    await dialog.getByRole('button', { name: 'Rotate secret' }).press('Enter');
    await dialog.getByText('168').last().waitFor();
    expect(await screen.violations(TWO_LOOKS)).toEqual([]);
    await dialog.getByLabel('Overlap in hours, up to 168').fill('48');
    hooks.api.clock.set(new Date());
    await hooks.world.ageConfirmation(owner);
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    await enterPassword(page, PASSWORD);
    await dialog.waitFor({ state: 'detached' });
    await secrets.getByText('in 2 days').waitFor();
    // Enter confirms the password.
    expect((await effort.spent()).clicks).toBe(3);
    const { body } = await hooks.key.call<WebhookSecretView>('GET', `${ENDPOINTS}/${endpoint.id}/secret`);
    expect(body.previous.map(({ secret }) => secret)).toEqual([endpoint.secret]);
    hooks.receiver.received.length = 0;
    await hooks.key.call('POST', `${ENDPOINTS}/${endpoint.id}/test`, { body: {} });
    await hooks.engine.poke();
    const [request] = await hooks.receiver.waitFor('/hooks', 1);
    for (const secret of [body.secret, endpoint.secret]) {
      new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>);
    }
    // A visit reads it again, sooner than the next poll.
    await page.reload();
    await secrets.getByText('Verifies 5 of the last 5').waitFor();
    await secrets.getByText('Verifies 1 of the last 5').waitFor();
    expect(await screen.violations(TWO_LOOKS)).toEqual([]);
    await secrets.getByRole('button', { name: 'End now' }).click();
    await page
      .getByRole('dialog', { name: 'End this secret now?' })
      .getByRole('button', { name: 'End secret' })
      .click();
    await secrets.getByText('in 2 days').waitFor({ state: 'detached' });
    await page.getByText('4 recent deliveries were signed before').waitFor();
  });

  it('counts missing events before it sends them, and lists the runs', async () => {
    await effort.begin();
    await tab('Recover');
    await page.getByText('No failed messages.').waitFor();
    await page.getByRole('table', { name: 'Runs of this endpoint' }).getByText('Completed').waitFor();
    expect(await screen.violations()).toEqual([]);
    await hooks.key.call('POST', `${ENDPOINTS}/${endpoint.id}/disable`);
    await sendClients(2);
    await hooks.key.call('POST', `${ENDPOINTS}/${endpoint.id}/enable`);
    await page.getByLabel('Missing events').check();
    await page.getByText('This run would send 2 messages.').waitFor();
    await page.getByLabel('Only some').press('Space');
    await page.getByRole('checkbox', { name: 'client.created' }).press('Space');
    await page.getByText('No missing events.').waitFor();
    await page.getByRole('checkbox', { name: 'client.created' }).press('Space');
    expect(await screen.violations(TWO_LOOKS)).toEqual([]);
    await page.getByRole('button', { name: 'Send events' }).click();
    expect((await effort.spent()).clicks).toBeLessThanOrEqual(3);
    await page.getByText('A run of this kind is in progress.').waitFor();
    const run = page.getByRole('row').filter({ hasText: 'Missing events' });
    await run.getByText('0 of 2').waitFor();
    expect(await screen.violations(TWO_LOOKS)).toEqual([]);
    await run.getByRole('button', { name: 'Cancel run' }).click();
    // Counted again when the run ends, without another choice.
    await page.getByText('This run would send 2 messages.').waitFor();
    await run.getByText('Cancelled').waitFor();
  });

  it('sends the present state of a record from its message', async () => {
    await tab('Deliveries');
    await page.getByRole('button', { name: 'Open the delivery of client.created' }).last().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: 'Send the present state' }).click();
    await page.getByText('The present state of the record is being sent').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('table').getByText('Sent on request').waitFor();
    hooks.receiver.received.length = 0;
    await hooks.engine.poke();
    const [request] = await hooks.receiver.waitFor('/hooks', 1);
    expect(request?.headers['webhook-manual']).toBe('true');
  });

  it('certifies the receiver, with each result as it arrives', async () => {
    await tab('Certification');
    await page.getByRole('button', { name: 'Start certification' }).click();
    await page.getByText('13 passed, 8 failed, 4 not visible').waitFor();
    const table = page.getByRole('table', { name: 'Certification of the receiver' });
    const row = table.getByRole('row').filter({ hasText: 'wrong-signature' });
    await row.getByText('It accepts what it must reject').waitFor();
    await page.getByText('Not visible: the receiver responded correctly').waitFor();
    // The receiver rejects messages that break their schema when it stops, as some cases do.
    hooks.receiver.received.length = 0;
    expect(await screen.violations(TWO_LOOKS)).toEqual([]);
  });

  it('speaks French', async () => {
    const french = await SettingsPage.open(browser, hooks.api, 'fr-FR');
    const link = await (await hooks.world.session(owner)).call<PortalLinkView>('POST', '/app/webhook-portal-links');
    const { pathname, search } = new URL(link.body.url);
    await french.page.goto(hooks.api.url + pathname + search);
    await french.page.goto(`${hooks.api.url}/portal/endpoints/${endpoint.id}`);
    await french.page.getByRole('region', { name: 'Temps de réponse' }).locator('canvas').waitFor();
    for (const [name, heading] of [
      ['Réglages', 'Nouvelles tentatives et limites'],
      ['Secrets', 'Secrets de signature'],
      ['Rattrapage', 'Rattrapages'],
      ['Certification', 'Certification du récepteur'],
    ] as const) {
      await french.page.getByRole('navigation', { name: 'Destination' }).getByRole('button', { name }).click();
      await french.page.getByRole('heading', { name: heading, exact: true }).waitFor();
      expect(await french.violations(TWO_LOOKS)).toEqual([]);
    }
    expect([...screen.foreign, ...french.foreign]).toEqual([]);
    await french.close();
  });
});
