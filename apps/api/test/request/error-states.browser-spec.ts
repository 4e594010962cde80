import type { ProblemView } from '@billhook/contract/shared/problem';
import type { PortalLinkView } from '@billhook/contract/webhooks/portal';
import { PERMISSIONS, type Permission } from '@billhook/domain/identity/permissions';
import { connectBrowser, hasValue, openContext } from '@billhook/testing/browser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { TestApi } from '../support/api.js';
import { INVITATIONS, Invitations } from '../support/invitations.js';
import { SettingsPage, TWO_LOOKS } from '../support/settings-page.js';
import { PASSWORD, World, type KeyCaller, type SeededMember } from '../support/world.js';

/** What an integrator does with an error: opens its `type`, and opens its `fixUrl`. */
const UPGRADE_URL = 'https://billing.example/upgrade';

let api: TestApi;
let world: World;
let browser: Browser;
let seen: SettingsPage;
let owner: SeededMember;

beforeAll(async () => {
  api = await TestApi.start({ PUBLIC_URL: 'http://127.0.0.1', UPGRADE_URL });
  world = new World(api);
  browser = await connectBrowser();
});
afterAll(async () => {
  await browser.close();
  await api.stop();
});
beforeEach(async () => {
  owner = await world.member(await world.company());
  await seen?.close();
  seen = await SettingsPage.open(browser, api);
});

const page = (): Page => seen.page;

/** The port of the tests is not known before they run: the address is that of the same path here. */
const here = (address: unknown): string => {
  const { pathname, search, hash } = new URL(String(address));
  return api.url + pathname + search + hash;
};

async function rejection(key: KeyCaller, method = 'GET', path = '/v1/invoices'): Promise<ProblemView> {
  const { body } = await key.call<ProblemView>(method, path, method === 'GET' ? {} : { body: {} });
  expect(body.status).toBe(403);
  return body;
}

/** Opens the address of an error without a session. */
async function openFix(problem: ProblemView, as: SeededMember): Promise<void> {
  await page().goto(here(problem['fixUrl']));
  await page().getByLabel('Email', { exact: true }).fill(as.email);
  await page().getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page().getByRole('button', { name: 'Sign in' }).click();
}

describe('the address in `fixUrl`', () => {
  it('insufficient_scope: opens the form for a key, with the missing and the earlier scopes selected', async () => {
    const key = await world.key({ member: owner, scopes: ['client.read', 'quote.read'] });
    await openFix(await rejection(key, 'POST'), owner);
    const dialog = page().getByRole('dialog', { name: 'Create API key' });
    for (const name of ['client.read', 'quote.read', 'invoice.write']) {
      await dialog.getByRole('checkbox', { name, checked: true }).waitFor();
    }
    expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(3);
    // The words below a permission belong to its box.
    await dialog.getByText(PERMISSIONS['client.read'].summary.en).click();
    await dialog.getByRole('checkbox', { name: 'client.read', checked: false }).waitFor();
    await dialog.getByText(PERMISSIONS['client.read'].summary.en).click();
    await dialog.getByRole('checkbox', { name: 'client.read', checked: true }).waitFor();
    expect(await seen.violations(TWO_LOOKS)).toEqual([]);
  });

  it.each<[string, readonly Permission[] | undefined, string]>([
    ['the owner to upgrade', undefined, 'To create keys, upgrade'],
    ['others to ask an owner', ['client.read', 'api_key.create'], 'To upgrade .* to Pro, ask an owner'],
  ])('plan_required: explains %s', async (_, permissions, words) => {
    const member = await world.member(owner.companyId, permissions ? { permissions } : {});
    const key = await world.key({ member });
    await world.setPlan(owner.companyId, 'Free');
    await openFix(await rejection(key), member);
    const dialog = page().getByRole('dialog', { name: 'API keys are part of the Pro plan' });
    await dialog.getByText(new RegExp(`^${words}`)).waitFor();
    expect(await dialog.getByText('Ask an owner').count()).toBe(permissions ? 1 : 0);
    const link = permissions
      ? dialog.getByRole('link', { name: owner.email })
      : dialog.getByRole('link', { name: 'Upgrade to Pro' });
    const address = (await link.getAttribute('href')) ?? '';
    expect(permissions ? decodeURIComponent(address) : address).toContain(UPGRADE_URL);
    expect(address.startsWith(permissions ? `mailto:${owner.email}?` : 'https:')).toBe(true);
    expect(await seen.violations(TWO_LOOKS)).toEqual([]);
  });

  it.each(['creator_permission_lost', 'creator_inactive'])(
    '%s: leads an administrator to the creator, where the lost permission is given again',
    async (code) => {
      const member = await world.member(owner.companyId);
      const key = await world.key({ member, scopes: ['invoice.read'] });
      const inactive = code === 'creator_inactive';
      await world.change(member, inactive ? { status: 'Deactivated' } : { permissions: ['client.read'] });
      const problem = await rejection(key);
      expect(problem).toMatchObject({ code, whoCanFix: 'administrator' });
      await openFix(problem, owner);
      await page().getByText(member.email).waitFor();
      await page().getByText('1 active key').waitFor();
      expect(await seen.violations(TWO_LOOKS)).toEqual([]);
      if (inactive) await page().getByRole('button', { name: 'Reactivate' }).click();
      else {
        await page().getByLabel('invoice.read').check();
        await page().getByText('Gains: View invoices').waitFor();
        await page().getByRole('button', { name: 'Review changes' }).click();
        await page().getByRole('button', { name: 'Change permissions' }).click();
      }
      await page()
        .getByText(inactive ? /reactivated$/ : /^Permissions of .* changed$/)
        .waitFor();
      expect((await key.call('GET', '/v1/invoices')).status).toBe(200);
    },
  );
});

describe('the address in `type`', () => {
  it('opens the page of the code, with and without a trailing slash', async () => {
    const { type, title } = await rejection(await world.key({ member: owner, scopes: [] }));
    for (const address of [here(type), `${here(type)}/`]) {
      await page().goto(address);
      await page().getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      await page().getByText('"fixUrl"').waitFor();
      await page().getByRole('link', { name: 'Errors' }).first().waitFor();
    }
    expect(await seen.violations()).toEqual([]);
  });

  it('is reached from its former anchor', async () => {
    await page().goto(`${api.url}/docs/errors/#key_revoked`);
    await page().waitForURL('**/docs/errors/key_revoked/');
    await page().goto(`${api.url}/docs/errors/#how-to-read-it`);
    await page().getByRole('searchbox', { name: 'Find an error' }).waitFor();
    expect(page().url()).toContain('#how-to-read-it');
  });
});

describe('the index of the error catalogue', () => {
  const codes = () => page().locator('.errors > li:visible').count();

  it('finds codes by their names, their status and their advice', async () => {
    await page().goto(`${api.url}/docs/errors/`);
    const search = page().getByRole('searchbox', { name: 'Find an error' });
    await search.waitFor();
    const all = await codes();
    for (const [words, found] of [
      ['revoked key', 'key_revoked'],
      ['412', 'version_mismatch'],
      ['ETag', 'version_mismatch'],
    ] as const) {
      await search.fill(words);
      await page().getByRole('link', { name: found, exact: true }).waitFor();
      expect(await codes()).toBeLessThan(all / 2);
    }
    await search.fill('nothing like it');
    await page().getByRole('status').getByText(`0 codes of ${all}`).waitFor();
    expect(await seen.violations(TWO_LOOKS)).toEqual([]);
  });

  it('opens the only match', async () => {
    await page().goto(`${api.url}/docs/errors/?q=invoice_not_draft`);
    const search = page().getByRole('searchbox', { name: 'Find an error' });
    await hasValue(search, 'invoice_not_draft');
    await search.press('Enter');
    await page().waitForURL('**/docs/errors/invoice_not_draft/');
  });
});

it('too many invitations to one address: the dialog states when the next one is possible', async () => {
  const session = await world.session(owner);
  const { id } = await new Invitations(api).invite(session, 'ines@example.com');
  for (let sent = 1; sent < 5; sent++) await session.call('POST', `${INVITATIONS}/${id}/resend`);
  await seen.enter(session);
  await seen.goto('/members?show=invitations');
  await page().getByRole('button', { name: 'Create new link' }).click();
  const dialog = page().getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create new link' }).click();
  await dialog.getByText('Too many invitations were sent to this address.').waitFor();
  await dialog.getByText(/^You can try again in/).waitFor();
  expect(await seen.violations(TWO_LOOKS)).toEqual([]);
});

describe('the portal of a member who may not read the records of a filtered endpoint', () => {
  it.each([
    ['en-GB', 'Enable', /You need the permission client\.read to see and send events/, 'Send missing events'],
    [
      'fr-FR',
      'Activer',
      /Il vous manque le droit client\.read pour voir et envoyer/,
      'Envoyer les événements manquants',
    ],
  ])('names the permission instead of offering a replay, in %s', async (locale, enable, words, replay) => {
    const key = await world.key({ member: owner });
    const url = 'https://93.184.215.14/hooks';
    const filter = { field: 'name', eq: 'Atelier Lumen' };
    const body = { url, eventTypes: ['client.created'], filter };
    const endpoint = await key.call<{ id: number }>('POST', '/v1/webhook-endpoints', { body });
    expect(endpoint.status).toBe(201);
    await key.call('POST', `/v1/webhook-endpoints/${endpoint.body.id}/disable`);
    const member = await world.member(owner.companyId, { permissions: ['integration.write', 'quote.read'] });
    const link = await (await world.session(member)).call<PortalLinkView>('POST', '/app/webhook-portal-links');
    const context = await openContext(browser, { locale });
    const portal = await context.newPage();
    await portal.goto(here(link.body.url));
    await portal.getByRole('link', { name: url }).click();
    await portal.getByRole('button', { name: enable, exact: true }).click();
    await portal.getByText(words).waitFor();
    expect(await portal.getByRole('button', { name: replay }).count()).toBe(0);
    await context.close();
  });
});
