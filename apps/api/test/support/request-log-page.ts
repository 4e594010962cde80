import { expect } from '@jest/globals';
import { followNavigation } from './settings-page.js';
import type { Workspace } from './workspace.js';

/** From the page of a key to the log of its requests, a rejected request with both bodies, the search by an invalid id, an unknown one, its own and one of the client, and a filter without results. */
export async function readRequestsOfKey(workspace: Workspace, secret: string): Promise<void> {
  const { page } = workspace;
  const body = { nmae: 'Acme', token: 'x' };
  const rejected = await workspace.world.bearer(secret).call('POST', '/v1/me/permissions/check', { body });
  expect(rejected.status).toBe(422);
  await page.getByRole('link', { name: 'Show each request' }).click();
  await workspace.heading('Logs').waitFor();
  await page.getByText('invalid_body').waitFor();
  await workspace.expectAccessible();
  await page.getByRole('link', { name: 'POST /v1/me/permissions/check' }).click();
  await workspace.heading('POST /v1/me/permissions/check').waitFor();
  await page.getByRole('region', { name: 'Request body' }).getByText('"nmae": "Acme"').waitFor();
  expect(await page.getByRole('region', { name: 'Request body' }).innerText()).toContain('"token": "…"');
  await page.getByRole('region', { name: 'Response body' }).getByText('"code": "invalid_body"').waitFor();
  await workspace.expectAccessible();
  await followNavigation(page, 'Logs');
  await page.getByLabel('Request ID').fill('req_1');
  await page.getByText('This is not a request ID.').waitFor();
  await workspace.expectAccessible();
  await page.getByLabel('Request ID').fill(`req_${'0'.repeat(22)}`);
  await workspace.heading('Request not found').waitFor();
  await workspace.expectAccessible();
  await page.getByRole('link', { name: 'Logs' }).last().click();
  await page.getByLabel('Request ID').fill(` ${rejected.headers.get('request-id')} `);
  await workspace.heading('POST /v1/me/permissions/check').waitFor();
  await page.goBack();
  await workspace.world.bearer(secret).call('GET', '/v1/me', { headers: { 'client-request-id': 'nightly-4711' } });
  await page.getByLabel('Request ID').fill('nightly-4711');
  await page.getByRole('link', { name: 'GET /v1/me' }).waitFor();
  expect(await page.getByRole('link', { name: 'POST /v1/me' }).count()).toBe(0);
  await page.getByLabel('Status').selectOption('5xx');
  await page.getByText('No results').first().waitFor();
  await workspace.expectAccessible();
}
