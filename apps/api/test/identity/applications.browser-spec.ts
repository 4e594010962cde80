import { createHash, randomBytes } from 'node:crypto';
import type { ApplicationList } from '@billhook/contract/identity/oauth/application';
import type { SessionView } from '@billhook/contract/identity/session';
import { freePort } from '@billhook/testing/free-port';
import { Receiver } from '@billhook/testing/receiver';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { bearer, form } from '../support/oauth.js';
import { confirmPassword } from '../support/settings-page.js';
import { Workspace } from '../support/workspace.js';
import { PASSWORD, type SeededMember } from '../support/world.js';

let workspace: Workspace;
let page: Page;
let application: Receiver;
let clientId: string;
let secret: string;
let colleague: SeededMember;

beforeAll(async () => {
  const port = String(await freePort());
  workspace = await Workspace.start({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
  page = workspace.page;
  application = await new Receiver().start();
  const { company } = await workspace.get<SessionView>('session');
  colleague = await workspace.world.member(company.id, { role: 'Sales' });
});
afterAll(async () => {
  await application.stop();
  await workspace.stop();
});

const dialog = (): Locator => page.getByRole('dialog');
const verifier = randomBytes(32).toString('base64url');

/** The address to which the application sends its user. */
function authorizeUrl(scope = 'client.read invoice.read', id = clientId): string {
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id: id,
    redirect_uri: `${application.url}/callback`,
    scope,
    state: 'a state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return `${workspace.api.url}/oauth/authorize?${parameters.toString()}`;
}

/** The response that the application receives. */
async function callback(on = page): Promise<URLSearchParams> {
  await on.waitForURL(`${application.url}/callback?**`);
  return new URL(on.url()).searchParams;
}

/** The access token for a response. */
async function exchange(response: URLSearchParams): Promise<string> {
  const { body } = await form(workspace.api, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: clientId,
    client_secret: secret,
    code: response.get('code') ?? '',
    code_verifier: verifier,
    redirect_uri: `${application.url}/callback`,
  });
  return String(body['access_token']);
}

const status = async (token: string, path: string) => (await workspace.api.call('GET', path, bearer(token))).status;

/** Reads the client secret that is shown once, and closes the dialog. */
async function takeSecret(): Promise<string> {
  const field = page.getByLabel('Client secret', { exact: true });
  await page.locator('button:focus').filter({ hasText: 'Copy' }).waitFor();
  const shown = await field.inputValue();
  await workspace.expectAccessible();
  await page.getByLabel('I have saved the client secret').check();
  await workspace.button('Done').click();
  expect(await page.content()).not.toContain(shown);
  return shown;
}

describe('my applications', () => {
  it('are registered; redirect URIs are checked while they are typed', async () => {
    await workspace.open('/applications');
    await page.getByText('No authorised applications').waitFor();
    await workspace.expectAccessible();
    await page.getByRole('link', { name: 'My applications' }).click();
    await page.getByText('No applications yet').waitFor();
    await workspace.expectAccessible();
    await workspace.button('Register application').click();
    await page.getByLabel('Name', { exact: true }).fill('Acme Sync');
    const uris = page.getByLabel('Redirect URIs');
    await uris.fill('http://app.example.com/callback\n');
    await page.getByText('http:// is allowed for 127.0.0.1, [::1] and localhost only').waitFor();
    await uris.fill(`${application.url}/callback`);
    await dialog().getByRole('button', { name: 'Register application' }).click();
    await page.getByText('Choose at least one permission').waitFor();
    await workspace.expectAccessible();
    await page.getByRole('checkbox', { name: 'client.read' }).check();
    await page.getByRole('checkbox', { name: 'invoice.read' }).check();
    await page.getByRole('checkbox', { name: 'integration.write' }).check();
    await dialog().getByRole('button', { name: 'Register application' }).click();
    secret = await takeSecret();
    expect(secret).toMatch(/^bhs_/);
    const [registered] = (await workspace.get<ApplicationList>('oauth/applications')).data;
    clientId = registered?.clientId ?? '';
    await page.getByRole('link', { name: 'Acme Sync' }).click();
    await workspace.heading('Acme Sync').waitFor();
    await page.getByText(clientId).waitFor();
    await workspace.expectAccessible();
  });

  it('are edited', async () => {
    await workspace.button('Edit').click();
    await page.getByLabel('Home page (optional)').fill('http://acme.example');
    await workspace.button('Save').click();
    await page.getByText('Must be a URL that begins with https://').waitFor();
    await workspace.expectAccessible();
    await page.getByLabel('Home page (optional)').fill('https://acme.example/');
    await workspace.button('Save').click();
    await page.getByRole('link', { name: 'https://acme.example/' }).waitFor();
  });

  it('have a second secret while the first is replaced', async () => {
    await workspace.button('Create secret').click();
    await dialog().getByRole('button', { name: 'Create secret' }).click();
    const second = await takeSecret();
    expect(second).not.toBe(secret);
    expect(await workspace.button('Create secret').getAttribute('aria-disabled')).toBe('true');
    await page
      .getByRole('row', { name: secret.slice(0, 12) })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await page.getByText('It has not been used.').waitFor();
    await workspace.expectAccessible();
    await workspace.button('Revoke secret').click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    secret = second;
  });
});

describe('the consent page', () => {
  it('gives what the user chose, and sends the browser back', async () => {
    await page.goto(authorizeUrl());
    await workspace.heading('Acme Sync asks for access').waitFor();
    await page.getByText(/^Published by Company/).waitFor();
    await page.getByText(`Afterwards, your browser goes to a program on this device`).waitFor();
    await workspace.expectAccessible();
    await page.getByRole('checkbox', { name: 'client.read' }).uncheck();
    await page.getByLabel('Access ends').selectOption('90d');
    await workspace.button('Allow access').click();
    const response = await callback();
    expect(response.get('state')).toBe('a state');
    const token = await exchange(response);
    expect(await status(token, '/v1/invoices')).toBe(200);
    expect(await status(token, '/v1/clients')).toBe(403);
  });

  it('needs a permission to give', async () => {
    await page.goto(authorizeUrl('client.read'));
    await page.getByRole('checkbox', { name: 'client.read' }).uncheck();
    await workspace.button('Allow access').click();
    await page.getByText('Choose at least one permission').waitFor();
    await workspace.expectAccessible();
  });

  it('sends a denial back', async () => {
    await workspace.button('Deny').click();
    expect((await callback()).get('error')).toBe('access_denied');
  });

  it('says that an unknown request has expired', async () => {
    await workspace.open('/oauth/consent/unknown');
    await workspace.heading('The request has expired').waitFor();
    await workspace.expectAccessible();
  });

  it('asks for the password when it was confirmed too long ago', async () => {
    await workspace.world.ageConfirmation(workspace.owner);
    await page.goto(authorizeUrl());
    await workspace.button('Allow access').click();
    await confirmPassword(page, PASSWORD);
    expect((await callback()).get('code')).toBeTruthy();
  });

  it('asks to sign in first, and goes on there', async () => {
    const other = await workspace.openSignedOut();
    await other.page.goto(authorizeUrl());
    await other.page.getByLabel('Email', { exact: true }).fill(workspace.owner.email);
    await other.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await other.page.getByRole('button', { name: 'Sign in' }).click();
    await other.page.getByRole('heading', { name: 'Acme Sync asks for access' }).waitFor();
    await other.page.getByRole('button', { name: 'Allow access' }).click();
    expect((await callback(other.page)).get('code')).toBeTruthy();
    await other.close();
  });

  it('cuts what the member does not have, in French', async () => {
    const theirs = await workspace.openAs(colleague, 'fr-FR');
    await theirs.page.goto(authorizeUrl('invoice.read integration.write'));
    await theirs.page.getByRole('heading', { name: 'Acme Sync demande un accès' }).waitFor();
    await theirs.page.getByText('l’application ne l’obtient pas').waitFor();
    expect(await theirs.page.getByRole('checkbox', { name: 'integration.write' }).isDisabled()).toBe(true);
    await workspace.expectAccessible(theirs);
    await theirs.page.getByRole('button', { name: 'Autoriser l’accès' }).click();
    const token = await exchange(await callback(theirs.page));
    expect(await status(token, '/v1/invoices')).toBe(200);
    await theirs.close();
  });
});

describe('the device page', () => {
  it('connects a program by its code', async () => {
    const ask = { client_id: clientId, client_secret: secret };
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
    expect(await status(String(tokens.body['access_token']), '/v1/invoices')).toBe(200);
  });
});

describe('the test sign-in', () => {
  it('runs the flow of the application and shows the permissions of its token', async () => {
    await workspace.open('/applications/registered');
    await page.getByRole('link', { name: 'Acme Sync' }).click();
    await workspace.button('Test sign-in').click();
    await workspace.expectAccessible();
    await workspace.button('Add redirect URI').click();
    await page.getByLabel('Client secret', { exact: true }).fill(secret);
    const [popup] = await Promise.all([page.waitForEvent('popup'), workspace.button('Start test').click()]);
    await popup.getByRole('checkbox', { name: 'integration.write' }).uncheck();
    await popup.getByRole('button', { name: 'Allow access' }).click();
    await popup.getByText('You can close this one').waitFor();
    await page.getByText('The test worked').waitFor();
    await dialog().getByText('(invoice.read)').waitFor();
    expect(await dialog().getByText('(integration.write)').count()).toBe(0);
    await workspace.expectAccessible();
    await popup.close();
  });
});

describe('authorised applications', () => {
  it('are revoked by the member who authorised them', async () => {
    await page.goto(authorizeUrl());
    await workspace.button('Allow access').click();
    const token = await exchange(await callback());
    expect(await status(token, '/v1/clients')).toBe(200);
    await workspace.open('/applications');
    const row = page.getByRole('row', { name: /Acme Sync/ }).first();
    await row.getByRole('link', { name: 'Acme Sync' }).waitFor();
    await workspace.expectAccessible();
    await row.getByRole('link', { name: 'Acme Sync' }).click();
    await page.getByText('View invoices').waitFor();
    await workspace.expectAccessible();
    await workspace.button('Revoke access').click();
    await page.getByText(/are rejected immediately/).waitFor();
    await workspace.expectAccessible();
    await dialog().getByLabel('Reason (optional)').fill('No longer used');
    await dialog().getByRole('button', { name: 'Revoke access' }).click();
    await page.getByText('“No longer used”').first().waitFor();
    expect(await status(token, '/v1/clients')).toBe(401);
  });

  it('are shown to administrators, follow the policy, and are revoked for everyone', async () => {
    const theirs = await workspace.openAs(colleague, 'en-GB');
    await theirs.goto('/applications/company');
    await theirs.page.getByText('This page is for administrators').waitFor();
    await workspace.expectAccessible(theirs);
    await theirs.page.goto(authorizeUrl('client.read'));
    await theirs.page.getByRole('button', { name: 'Allow access' }).click();
    const token = await exchange(await callback(theirs.page));
    expect(await status(token, '/v1/clients')).toBe(200);
    await workspace.open('/applications/company');
    await page.getByRole('row', { name: /Acme Sync/ }).waitFor();
    await workspace.button('Edit policy').click();
    await page.getByRole('radio', { name: 'Only listed applications' }).check();
    await workspace.expectAccessible();
    await workspace.button('Save policy').click();
    await page.getByText('Not allowed by the policy').waitFor();
    await workspace.expectAccessible();
    expect(await status(token, '/v1/clients')).toBe(403);
    await theirs.page.goto(authorizeUrl('client.read'));
    await theirs.page.getByText('cannot authorise this application').waitFor();
    await workspace.expectAccessible(theirs);
    await theirs.close();
    await page.getByRole('link', { name: 'Acme Sync' }).click();
    await page.getByRole('table', { name: 'Members who use the application' }).waitFor();
    await workspace.expectAccessible();
    await workspace.button('Revoke for everyone').click();
    await dialog().getByRole('button', { name: 'Revoke for everyone' }).click();
    await page.getByText(/access(es)? revoked/).waitFor();
    expect(await status(token, '/v1/clients')).toBe(401);
  });

  it('end when their publisher archives the application', async () => {
    await workspace.open('/applications/registered');
    await page.getByRole('link', { name: 'Acme Sync' }).click();
    await workspace.button('Archive').click();
    await page.getByText('You cannot undo this.').waitFor();
    await workspace.expectAccessible();
    await workspace.button('Archive application').click();
    await page.getByText('This application is archived').waitFor();
    expect(await workspace.button('Edit').getAttribute('aria-disabled')).toBe('true');
    await workspace.expectAccessible();
  });
});

it('logged no errors', () => {
  expect(workspace.complaints).toEqual([]);
});
