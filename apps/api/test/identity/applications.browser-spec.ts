import type { ApplicationList } from '@billhook/contract/identity/oauth/application';
import type { SessionView } from '@billhook/contract/identity/session';
import type { PortalLinkView } from '@billhook/contract/webhooks/portal';
import { freePort } from '@billhook/testing/free-port';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { atPublicUrl, BrowserApplication } from '../support/browser-application.js';
import { bearer } from '../support/oauth.js';
import { endpointBody } from '../support/webhooks.js';
import { Workspace } from '../support/workspace.js';
import type { SeededMember } from '../support/world.js';

let workspace: Workspace;
let page: Page;
let application: BrowserApplication;
let colleague: SeededMember;

beforeAll(async () => {
  workspace = await Workspace.start(atPublicUrl(await freePort()));
  page = workspace.page;
  application = await BrowserApplication.start(workspace.api);
  const { company } = await workspace.get<SessionView>('session');
  colleague = await workspace.world.member(company.id, { role: 'Sales' });
});
afterAll(async () => {
  await application.stop();
  await workspace.stop();
});

const dialog = (): Locator => page.getByRole('dialog');

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
    await uris.fill(application.redirectUri);
    await dialog().getByRole('button', { name: 'Register application' }).click();
    await page.getByText('Choose at least one permission').waitFor();
    await workspace.expectAccessible();
    await page.getByRole('checkbox', { name: 'client.read' }).check();
    await page.getByRole('checkbox', { name: 'invoice.read' }).check();
    await page.getByRole('checkbox', { name: 'integration.write' }).check();
    await dialog().getByRole('button', { name: 'Register application' }).click();
    application.secret = await takeSecret();
    expect(application.secret).toMatch(/^bhs_/);
    const [registered] = (await workspace.get<ApplicationList>('oauth/applications')).data;
    application.clientId = registered?.clientId ?? '';
    await page.getByRole('link', { name: 'Acme Sync' }).click();
    await workspace.heading('Acme Sync').waitFor();
    await page.getByText(application.clientId).waitFor();
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
    expect(second).not.toBe(application.secret);
    expect(await workspace.button('Create secret').getAttribute('aria-disabled')).toBe('true');
    await page
      .getByRole('row', { name: application.secret.slice(0, 12) })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await page.getByText('It has not been used.').waitFor();
    await workspace.expectAccessible();
    await workspace.button('Revoke secret').click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    application.secret = second;
  });
});

describe('the test sign-in', () => {
  it('runs the flow of the application and shows the permissions of its token', async () => {
    await workspace.open('/applications/registered');
    await page.getByRole('link', { name: 'Acme Sync' }).click();
    await workspace.button('Test sign-in').click();
    await workspace.expectAccessible();
    await workspace.button('Add redirect URI').click();
    await page.getByLabel('Client secret', { exact: true }).fill(application.secret);
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
    await workspace.effort.begin();
    await page.goto(application.authorizeUrl('client.read invoice.read integration.write'));
    await workspace.button('Allow access').click();
    expect(await workspace.effort.spent()).toEqual({ clicks: 1, fields: 0 });
    const token = await application.exchange(await application.callback(page));
    expect(await application.status(token, '/v1/clients')).toBe(200);
    const body = { ...endpointBody, eventTypes: ['client.created'] };
    expect((await workspace.api.call('POST', '/v1/webhook-endpoints', { body, ...bearer(token) })).status).toBe(201);
    await workspace.open('/applications');
    const row = page.getByRole('row', { name: /Acme Sync/ }).first();
    await row.getByRole('link', { name: 'Acme Sync' }).waitFor();
    await workspace.expectAccessible();
    await workspace.effort.begin();
    await row.getByRole('link', { name: 'Acme Sync' }).click();
    await page.getByText('View invoices').waitFor();
    await workspace.expectAccessible();
    await workspace.button('Revoke access').click();
    await page.getByText(/are rejected immediately/).waitFor();
    await workspace.expectAccessible();
    await dialog().getByLabel('Reason (optional)').fill('No longer used');
    await dialog().getByRole('button', { name: 'Revoke access' }).click();
    await page.getByText('“No longer used”').first().waitFor();
    expect(await workspace.effort.spent()).toEqual({ clicks: 3, fields: 1 });
    expect(await application.status(token, '/v1/clients')).toBe(401);
  });

  it('leave a disabled endpoint, whose page in the portal says why', async () => {
    const { body } = await workspace.session.call<PortalLinkView>('POST', '/app/webhook-portal-links');
    await page.goto(body.url);
    await page.getByRole('link', { name: endpointBody.url }).first().click();
    await page.getByText('The access of Acme Sync was revoked.').first().waitFor();
    await page.getByText('only the application can enable it, with new access').first().waitFor();
    await workspace.expectAccessible();
  });

  it('are counted for their developer, without the names of their users', async () => {
    await workspace.open('/applications/registered');
    await page
      .getByRole('row', { name: /Acme Sync/ })
      .getByRole('img', { name: /requests in 30 days/ })
      .waitFor();
    await workspace.expectAccessible();
    await page.getByRole('link', { name: 'Acme Sync' }).click();
    await page.getByRole('img', { name: /requests in 30 days/ }).waitFor();
    await workspace.expectAccessible();
  });

  it('are shown to administrators, follow the policy, and are revoked for everyone', async () => {
    const theirs = await workspace.openAs(colleague, 'en-GB');
    await theirs.goto('/applications/company');
    await theirs.page.getByText('This page is for administrators').waitFor();
    await workspace.expectAccessible(theirs);
    await theirs.page.goto(application.authorizeUrl('client.read'));
    await theirs.page.getByRole('button', { name: 'Allow access' }).click();
    const token = await application.exchange(await application.callback(theirs.page));
    expect(await application.status(token, '/v1/clients')).toBe(200);
    await workspace.open(`/members/${colleague.id}`);
    await workspace.button('Deactivate').click();
    await page.getByRole('table', { name: 'Affected applications' }).getByText('Acme Sync').waitFor();
    await workspace.expectAccessible();
    await workspace.open('/applications/company');
    await page.getByRole('row', { name: /Acme Sync/ }).waitFor();
    await workspace.button('Edit policy').click();
    await page.getByRole('radio', { name: 'Only listed applications' }).check();
    await page.getByRole('checkbox', { name: 'Applications that are part of Billhook' }).uncheck();
    await workspace.expectAccessible();
    await workspace.button('Save policy').click();
    await page.getByText('Not allowed by the policy').waitFor();
    await page.getByText('Only if they are listed').waitFor();
    await workspace.expectAccessible();
    expect(await application.status(token, '/v1/clients')).toBe(403);
    await theirs.page.goto(application.authorizeUrl('client.read'));
    await theirs.page.getByText('cannot authorise this application').waitFor();
    await workspace.expectAccessible(theirs);
    await theirs.close();
    await page.getByRole('link', { name: 'Acme Sync' }).click();
    await page.getByRole('table', { name: 'Members who use the application' }).waitFor();
    await workspace.expectAccessible();
    await workspace.button('Revoke for everyone').click();
    await dialog().getByRole('button', { name: 'Revoke for everyone' }).click();
    await page.getByText('Access revoked for everyone').waitFor();
    expect(await application.status(token, '/v1/clients')).toBe(401);
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
