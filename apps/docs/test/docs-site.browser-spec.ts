import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  accessibilityViolations,
  connectBrowser,
  excessWidth,
  foreignRequests,
  openContext,
} from '@billhook/testing/browser';
import { EffortCounter } from '@billhook/testing/effort';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

/* The built site without an API: a static host can serve it. */

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

const PHONE = { width: 390, height: 780 };

let server: Server;
let site: string;
let browser: Awaited<ReturnType<typeof connectBrowser>>;
let context: Awaited<ReturnType<typeof openContext>>;
let page: Awaited<ReturnType<typeof context.newPage>>;
let foreign: string[];
const requested: string[] = [];

beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const path = (url.split('?', 1)[0] ?? '').replace(/^\/docs\//, '').replace(/(^|\/)$/, '$1index.html');
    requested.push(path);
    const file = join(DIST, path);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' });
    return createReadStream(file).pipe(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs/`;
  browser = await connectBrowser();
  context = await openContext(browser, { colorScheme: 'dark' });
  foreign = foreignRequests(context);
  page = await context.newPage();
});
afterAll(async () => {
  await context.close();
  await browser.close();
  server.close();
});

const isIndexLoaded = () => requested.some((path) => path === 'search-index.json');
const results = () => page.getByRole('listbox', { name: 'Results' }).getByRole('option');
const selected = () => page.locator('[role=option][aria-selected=true]').textContent();

describe('the search of the documentation, step by step', () => {
  it('opens with a slash, and loads its index only then', async () => {
    await page.goto(`${site}quickstart/`);
    expect(isIndexLoaded()).toBe(false);
    await page.keyboard.press('/');
    await page.getByText('Try: verify a signature').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.type('verify signature');
    await results().first().waitFor();
    expect(isIndexLoaded()).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('shows the page, the section and the words that match', async () => {
    expect(await selected()).toMatch(/Webhooks › Verify every message/);
    expect(await results().first().locator('mark').first().textContent()).toMatch(/signature/i);
  });

  it('moves with the arrow keys, and opens the section with Enter', async () => {
    const first = await selected();
    await page.keyboard.press('ArrowDown');
    expect(await selected()).not.toBe(first);
    await page.keyboard.press('ArrowUp');
    expect(await selected()).toBe(first);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/webhooks\/#verify-every-message$/);
    await page.getByRole('heading', { name: 'Verify every message' }).waitFor();
  });

  it('leads from words to the operation in one click', async () => {
    const effort = await EffortCounter.on(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('part payment');
    await results().first().click();
    await page.waitForURL(/\/docs\/operations\/Payments\.create\//);
    expect(await effort.spent()).toEqual({ clicks: 1, fields: 1 });
  });

  it('opens with Ctrl K, says what to do without results, and closes with Escape', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('xyzzyqqq');
    await page.getByText('No results for “xyzzyqqq”').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('fits a phone', async () => {
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox').fill('rate_limited');
    await results().first().waitFor();
    expect(await excessWidth(page)).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await results().first().click();
    await page.waitForURL(/\/docs\/errors\/rate_limited\/$/);
  });
});

describe('the page of an operation', () => {
  it('shows one language at a time, with the origin of the page, and remembers it', async () => {
    await page.goto(`${site}operations/Invoices.create/`);
    await page.getByRole('button', { name: 'Python' }).click();
    expect(await page.locator('.snippets figure.code:visible').textContent()).toContain(
      `base_url="${site.replace('/docs/', '')}"`,
    );
    await page.goto(`${site}operations/Clients.get/`);
    expect(await page.getByRole('button', { name: 'Python' }).getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('.snippets figure.code:visible').count()).toBe(1);
  });

  it.each([
    'operations/Invoices.create/',
    'operations/',
    'permissions/',
    'downloads/',
    'changelog/',
    'invoicing-rules/',
  ])('%s fits a phone and has no accessibility faults', async (path) => {
    await page.goto(`${site}${path}`);
    expect(await excessWidth(page)).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('requests nothing from other hosts', () => {
    expect(foreign).toEqual([]);
  });
});
