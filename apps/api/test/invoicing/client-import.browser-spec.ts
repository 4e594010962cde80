import type { ChildProcess } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { isFullRun } from '@billhook/testing/full-run';
import { end, spawnProgram } from '@billhook/testing/program';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { SECRET } from '../support/api.js';
import { Workspace } from '../support/workspace.js';

/** Rows, and one wrong row in so many. */
const [ROWS, EACH] = isFullRun ? [20_000, 67] : [2_000, 67];
const WRONG = Math.floor(ROWS / EACH) + 1;

const number = (value: number) => value.toLocaleString('en');

let workspace: Workspace;
let worker: ChildProcess;
let page: Page;

beforeAll(async () => {
  workspace = await Workspace.start();
  page = workspace.page;
  const variables = { NODE_ENV: 'test', DATABASE_URL: workspace.api.databaseUrl, APP_SECRETS: SECRET };
  worker = await spawnProgram('apps/worker/src/main.ts', '"ready;', variables);
});
afterAll(async () => {
  await end(worker, 'SIGKILL');
  await workspace.stop();
});

const choose = (name: string, content: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: content });
const column = (header: string) => page.getByRole('combobox', { name: `What ${header} contains` });

describe('the import of clients', () => {
  it('reads a file of Windows with semicolons, checks it, imports it, and returns the rejected rows', async () => {
    await workspace.open('/clients');
    await page.getByRole('link', { name: 'Import clients' }).first().click();
    await workspace.heading('Import clients').waitFor();
    await workspace.expectAccessible();
    const rows = Array.from({ length: ROWS }, (_, n) => {
      const email = n % EACH === 0 ? 'no address' : `client-${n}@example.com`;
      return `Société ${n};${email};12 rue de l'Été;69003;Lyon;interne ${n}`;
    });
    const content = ['Raison sociale;Adresse e-mail;Adresse;Code postal;Ville;Divers', ...rows].join('\r\n');
    await choose('fichier.csv', Buffer.from(content, 'latin1'));
    expect(await page.getByLabel('Characters').inputValue()).toBe('windows-1252');
    expect(await page.getByLabel('Columns are separated by').inputValue()).toBe('semicolon');
    const guessed = ['Raison sociale', 'Adresse e-mail', 'Adresse', 'Code postal', 'Ville', 'Divers'];
    expect(await Promise.all(guessed.map((header) => column(header).inputValue()))).toEqual([
      ...['name', 'email', 'billingAddress.line1', 'billingAddress.postalCode', 'billingAddress.city', ''],
    ]);
    await page.getByText('Société 0 · Société 1').waitFor();
    await workspace.expectAccessible();
    await page.getByLabel('Country, if the row has none').fill('France');
    await page.getByRole('option', { name: 'France (FR)' }).click();
    await workspace.button('Check file').click();
    const valid = number(ROWS - WRONG);
    await page.getByText(`${valid} can be created, 0 already imported, ${WRONG} rejected.`).waitFor();
    expect(await workspace.listOf('clients')).toEqual([]);
    await workspace.button('Import clients').click();
    await page.getByText(`${valid} created, 0 already imported, ${WRONG} rejected.`).waitFor();
    await page.getByText('Adresse e-mail: ').first().waitFor();
    await workspace.expectAccessible();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      workspace.button('Download rejected rows').click(),
    ]);
    expect(download.suggestedFilename()).toBe('fichier-rejected.csv');
    const lines = (await buffer(await download.createReadStream())).toString().trimEnd().split('\r\n');
    expect(lines).toHaveLength(WRONG + 1);
    expect(lines[0]).toBe('\ufeffRaison sociale;Adresse e-mail;Adresse;Code postal;Ville;Divers;Reason');
    expect(lines[1]).toMatch(/^Société 0;no address;12 rue de l'Été;69003;Lyon;interne 0;Adresse e-mail: ./);
    const [first] = await workspace.listOf<{ name: string }>('clients?sort=id&limit=1');
    expect(first).toMatchObject({ name: 'Société 1', billingAddress: { line1: "12 rue de l'Été", country: 'FR' } });
  });

  it('says that a file has no rows, and reads UTF-16 and tabs', async () => {
    await workspace.open('/clients/import');
    await choose('empty.csv', Buffer.from('name\n'));
    await page.getByText('The file has no rows below its headers.').waitFor();
    await choose('utf16.txt', Buffer.from('\ufeffName\tCountry\r\nÉté\tFR\r\n', 'utf16le'));
    await page.getByText('Été').waitFor();
    expect(await page.getByLabel('Characters').inputValue()).toBe('utf-16le');
    expect(await column('Country').inputValue()).toBe('billingAddress.country');
  });

  it('is in French, and not for members who cannot create clients', async () => {
    const reader = await workspace.world.member(workspace.owner.companyId, { role: 'Read-only' });
    const theirs = await workspace.openAs(reader, 'fr-FR');
    await theirs.goto('/clients/import');
    await theirs.page.getByText('Vous ne pouvez pas importer de clients').waitFor();
    expect(workspace.complaints).toEqual([]);
  });
});
