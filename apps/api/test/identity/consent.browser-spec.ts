import type { SessionView } from '@billhook/contract/identity/session';
import { accessibilityViolations, excessWidth } from '@billhook/testing/browser';
import { freePort } from '@billhook/testing/free-port';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { atPublicUrl, BrowserApplication } from '../support/browser-application.js';
import { authorizationPath, bearer, form, REDIRECT, registerApplication } from '../support/oauth.js';
import { confirmPassword } from '../support/settings-page.js';
import { Workspace } from '../support/workspace.js';
import { PASSWORD, type SeededMember } from '../support/world.js';

let workspace: Workspace;
let page: Page;
let application: BrowserApplication;
let colleague: SeededMember;

beforeAll(async () => {
  workspace = await Workspace.start({ ...atPublicUrl(await freePort()), OAUTH_DYNAMIC_REGISTRATION: 'true' });
  page = workspace.page;
  application = await BrowserApplication.start(workspace.api);
  const { clientId, secret } = await registerApplication(workspace.session, {
    redirectUris: [application.redirectUri],
  });
  Object.assign(application, { clientId, secret });
  const { company } = await workspace.get<SessionView>('session');
  colleague = await workspace.world.member(company.id, { role: 'Sales' });
});
afterAll(async () => {
  await application.stop();
  await workspace.stop();
});

describe('the consent page', () => {
  it('grants what the user chose, and redirects the browser', async () => {
    await page.goto(application.authorizeUrl());
    await workspace.heading('Acme Sync asks for access').waitFor();
    await page.getByText(/^Published by Company/).waitFor();
    await page.getByText(`Afterwards, your browser goes to a program on this device`).waitFor();
    await workspace.expectAccessible();
    await page.getByRole('checkbox', { name: 'client.read' }).uncheck();
    await page.getByLabel('Access ends').selectOption('90d');
    await workspace.button('Allow access').click();
    const response = await application.callback(page);
    expect(response.get('state')).toBe('a state');
    const token = await application.exchange(response);
    expect(await application.status(token, '/v1/invoices')).toBe(200);
    expect(await application.status(token, '/v1/clients')).toBe(403);
  });

  it('names the permission for all webhook endpoints in plain words, and does not select it', async () => {
    const manager = await BrowserApplication.start(workspace.api);
    const { clientId, secret } = await registerApplication(workspace.session, {
      ...{ name: 'Webhook manager', redirectUris: [manager.redirectUri] },
      scopes: ['integration.write', 'integration.manage_all'],
    });
    Object.assign(manager, { clientId, secret });
    await page.goto(manager.authorizeUrl('integration.write integration.manage_all'));
    const all = page.getByRole('checkbox', { name: 'integration.manage_all' });
    await page.getByText('View and change all webhook endpoints of the company and of other applications').waitFor();
    expect([await all.isChecked(), await all.isEnabled()]).toEqual([false, true]);
    expect(await page.getByRole('checkbox', { name: 'integration.write' }).isChecked()).toBe(true);
    await workspace.expectAccessible();
    await workspace.button('Allow access').click();
    const token = await manager.exchange(await manager.callback(page));
    const { status, body } = await workspace.api.call<{ effective: string[] }>(
      'GET',
      '/v1/me/permissions',
      bearer(token),
    );
    expect([status, body.effective]).toEqual([200, ['integration.write']]);
    await manager.stop();
  });

  it('requires at least one permission', async () => {
    await page.goto(application.authorizeUrl('client.read'));
    // What it allows, then its code.
    await page.getByRole('checkbox', { name: /^[A-Z].+ ?client\.read$/ }).uncheck();
    await workspace.button('Allow access').click();
    await page.getByText('Choose at least one permission').waitFor();
    await workspace.expectAccessible();
  });

  it('redirects a denial', async () => {
    await workspace.button('Deny').click();
    expect((await application.callback(page)).get('error')).toBe('access_denied');
  });

  it('states that an unknown request has expired', async () => {
    await workspace.open('/oauth/consent/unknown');
    await workspace.heading('The request has expired').waitFor();
    await workspace.expectAccessible();
  });

  it('asks for the password when it was confirmed too long ago', async () => {
    await workspace.world.ageConfirmation(workspace.owner);
    await page.goto(application.authorizeUrl());
    await workspace.button('Allow access').click();
    await confirmPassword(page, PASSWORD);
    expect((await application.callback(page)).get('code')).toBeTruthy();
  });

  it('asks for a sign-in first, and continues', async () => {
    const other = await workspace.openSignedOut();
    await other.page.goto(application.authorizeUrl());
    await other.page.getByLabel('Email', { exact: true }).fill(workspace.owner.email);
    await other.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await other.page.getByRole('button', { name: 'Sign in' }).click();
    await other.page.getByRole('heading', { name: 'Acme Sync asks for access' }).waitFor();
    await other.page.getByRole('button', { name: 'Allow access' }).click();
    expect((await application.callback(other.page)).get('code')).toBeTruthy();
    await other.close();
  });

  it('leaves out permissions that the member does not have, in French', async () => {
    const theirs = await workspace.openAs(colleague, 'fr-FR');
    await theirs.page.goto(application.authorizeUrl('invoice.read integration.write'));
    await theirs.page.getByRole('heading', { name: 'Acme Sync demande un accès' }).waitFor();
    await theirs.page.getByText('l’application ne l’obtient pas').waitFor();
    expect(await theirs.page.getByRole('checkbox', { name: 'integration.write' }).isDisabled()).toBe(true);
    await workspace.expectAccessible(theirs);
    await theirs.page.getByRole('button', { name: 'Autoriser l’accès' }).click();
    const token = await application.exchange(await application.callback(theirs.page));
    expect(await application.status(token, '/v1/invoices')).toBe(200);
    await theirs.close();
  });
});

describe('an application that is not registered here', () => {
  let url: string;

  beforeAll(async () => {
    const body = { client_name: 'Self', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' };
    const made = await workspace.api.call('POST', '/oauth/register', { body });
    url = workspace.api.url + authorizationPath({ client_id: String(made.body['client_id']) });
  });

  it('has the host to which the browser goes in its warning', async () => {
    await page.goto(url);
    await workspace.heading('Self asks for access').waitFor();
    await page.getByText('Afterwards, your browser goes to:').waitFor();
    await page.getByText('app.example.com', { exact: true }).waitFor();
    await workspace.expectAccessible();
  });

  it('gets no browser without a decision: a page has its address as a link', async () => {
    const blocked: string[] = [];
    page.on('console', (message) => blocked.push(message.text()));
    await page.goto(`${url}&prompt=none`);
    await workspace.heading('The application did not get access').waitFor();
    const link = page.getByRole('link', { name: REDIRECT });
    expect(await link.getAttribute('href')).toContain(`${REDIRECT}?error=consent_required`);
    // A blocked style would leave the width to the window.
    expect(await page.getByRole('main').evaluate((main) => getComputedStyle(main).width)).toBe('576px');
    expect(blocked.filter((text) => text.includes('Content Security Policy'))).toEqual([]);
  });
});

describe('the device page', () => {
  it('connects a program by its code', async () => {
    const ask = application.credentials;
    const device = (await form(workspace.api, '/oauth/device', { ...ask, scope: 'invoice.read' })).body;
    const code = String(device['user_code']);
    await workspace.open('/oauth/device');
    const field = page.getByLabel('Code', { exact: true });
    await field.fill('bcdf');
    await workspace.button('Continue').click();
    await page.getByText('The code has 8 letters').waitFor();
    await workspace.expectAccessible();
    await field.fill('zzzzzzzz');
    await workspace.button('Continue').click();
    await page.getByText('The code is unknown or has expired').waitFor();
    await field.fill(code.toLowerCase().replace('-', ''));
    await workspace.button('Continue').click();
    await page.getByText(`the device shows the code ${code}`).waitFor();
    await workspace.expectAccessible();
    await workspace.button('Allow access').click();
    await workspace.heading('The device is connected').waitFor();
    await workspace.expectAccessible();
    const tokens = await form(workspace.api, '/oauth/token', {
      ...ask,
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: String(device['device_code']),
    });
    expect(await application.status(String(tokens.body['access_token']), '/v1/invoices')).toBe(200);
  });
});

it('the page of an error has the frame of the product and no accessibility faults, in both languages and schemes', async () => {
  const wrong = `${workspace.api.url}${authorizationPath({ client_id: 'unknown' })}`;
  for (const [locale, colorScheme, title] of [
    ['en-GB', 'light', 'The request of the application is invalid'],
    ['fr-FR', 'dark', 'La demande de l’application n’est pas valide'],
  ] as const) {
    const context = await page
      .context()
      .browser()
      ?.newContext({ locale, colorScheme, viewport: { width: 390, height: 844 } });
    const error = await context?.newPage();
    if (!context || !error) throw new Error('The browser has closed.');
    await error.goto(wrong);
    await error.getByRole('main').getByRole('heading', { level: 1, name: title }).waitFor();
    await error.getByRole('banner').getByText('Billhook').waitFor();
    expect([await accessibilityViolations(error), await excessWidth(error)]).toEqual([[], 0]);
    await context.close();
  }
});

describe('the API reference', () => {
  const whose = () => page.locator('.key-status').first();
  const authorize = () => page.getByRole('button', { name: 'Authorize', exact: true }).first();

  it('signs in through its Authorize box, names the owner of the token, and uses it', async () => {
    const blocked: string[] = [];
    page.context().on('console', (message) => {
      if (message.text().includes('Content Security Policy')) blocked.push(message.text());
    });
    await page.goto(`${workspace.api.url}/docs/reference/`);
    await authorize().click();
    await page.getByText(/^Paste an API key of a sandbox/).waitFor();
    await page.getByText('Sign in as yourself').waitFor();
    const shown = await page.locator('.auth-container h4').filter({ visible: true }).allInnerTexts();
    expect(shown).toEqual(['API key', 'Sign in']);
    for (const words of ['Swagger UI', 'http, Bearer', 'OAuth2, authorizationCode'])
      expect(await page.getByText(words).filter({ visible: true }).count()).toBe(0);
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Apply given OAuth2 credentials' }).click(),
    ]);
    await popup.getByRole('heading', { name: 'API reference asks for access' }).waitFor();
    expect(await popup.getByRole('checkbox', { name: 'invoice.write' }).count()).toBe(0);
    await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Allow access' }).click()]);
    await whose()
      .getByText(/^Access token: .+, 5 permissions$/)
      .waitFor();
    await page.locator('.modal-ux .close-modal').click();
    await page.locator('#operations-tag-Clients').click();
    await page.locator('.opblock-summary', { hasText: 'List clients' }).first().click();
    const sent = page.waitForRequest((request) => request.url().includes('/v1/clients?'));
    await page.getByRole('button', { name: 'Execute' }).first().click();
    expect(await (await sent).headerValue('authorization')).toMatch(/^Bearer bho_/);
    await page.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
    expect(blocked).toEqual([]);
  });

  it('sends dry runs until the switch is off', async () => {
    await page.locator('.opblock-summary', { hasText: 'Create a client' }).first().click();
    const prefer = async () => {
      const sent = page.waitForRequest((each) => each.method() === 'POST' && each.url().endsWith('/v1/clients'));
      await page.locator('.opblock-post.is-open').getByRole('button', { name: 'Execute' }).click();
      return (await sent).headerValue('prefer');
    };
    const dryRun = page.getByRole('switch', { name: 'Dry run' });
    await page.getByText('Writes are checked and change nothing.').waitFor();
    expect(await prefer()).toBe('dry-run');
    await dryRun.uncheck();
    await page.getByText('Writes change your data.').waitFor();
    expect(await prefer()).toBeNull();
    await dryRun.check();
  });

  it('uses a key instead of the token', async () => {
    const { secret } = await workspace.world.key({ member: workspace.owner, scopes: ['client.read'] });
    await authorize().click();
    await page.locator('.modal-ux input[type="text"], .modal-ux input:not([type])').first().fill(secret);
    await page.getByRole('button', { name: 'Apply credentials' }).click();
    await whose()
      .getByText(/^Key: .+, 1 permission$/)
      .waitFor();
    // The access token is removed: it would be sent in place of the key.
    await page.getByRole('button', { name: 'Apply given OAuth2 credentials' }).waitFor();
    await page.locator('.modal-ux .close-modal').click();
    const sent = page.waitForRequest((request) => request.url().includes('/v1/clients?'));
    await page.getByRole('button', { name: 'Execute' }).first().click();
    expect(await (await sent).headerValue('authorization')).toMatch(/^Bearer bhk_/);
  });
});

it('logged no errors', () => {
  expect(workspace.complaints).toEqual([]);
});
