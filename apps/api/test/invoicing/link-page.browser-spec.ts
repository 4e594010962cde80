import type { QuoteView } from '@billhook/contract/invoicing/quote';
import { accessibilityViolations, connectBrowser, openContext } from '@billhook/testing/browser';
import { eventually } from '@billhook/testing/patience';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { TestApi } from '../support/api.js';
import { Links, tokenOf } from '../support/document-link.js';
import { Records } from '../support/records.js';
import { World } from '../support/world.js';

let api: TestApi;
let records: Records;
let links: Links;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  api = await TestApi.start({ PUBLIC_URL: 'http://127.0.0.1' });
  const world = new World(api);
  const key = await world.key();
  records = new Records(key);
  links = new Links(world, key, records);
  browser = await connectBrowser();
});
afterAll(async () => {
  await browser.close();
  await api.stop();
});
beforeEach(async () => {
  context = await openContext(browser, { locale: 'en-GB' });
  page = await context.newPage();
});
afterEach(() => context.close());

const quoteOf = (id: number) => records.get<QuoteView>(`/v1/quotes/${id}`);

describe('the link of a document', () => {
  it('that was sent before the server rendered the page works as before: its token is sent to no server', async () => {
    const { record, answering } = await links.invoice();
    const asked: string[] = [];
    context.on('request', (request) => {
      asked.push([request.url(), request.headers()['referer'] ?? ''].join(' '));
    });
    const token = tokenOf({ publicUrl: answering });
    await page.goto(`${api.url}/d/#${token}`);
    await page.getByRole('heading', { name: `Invoice ${record.number}` }).waitFor();
    await eventually('it is viewed', async () => (await records.invoice(record.id)).viewedAt ?? undefined);
    expect(asked.filter((each) => each.includes(token) && !each.startsWith(`${api.url}/d/#`))).toEqual([]);
  });

  it.each([
    ['light', 'rgb(247, 248, 251)'],
    ['dark', 'rgb(16, 20, 28)'],
  ] as const)(
    'shows the document before any script and style arrives, and takes it over: %s',
    async (colorScheme, colour) => {
      const { record, answering } = await links.quote();
      await page.emulateMedia({ colorScheme });
      let arrive = () => {};
      const held = new Promise<void>((resolve) => (arrive = resolve));
      await page.route(/\.js$/, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(`${api.url}/d/${tokenOf({ publicUrl: answering })}`, { waitUntil: 'commit' });
      const main = page.locator('main');
      await page.getByRole('row', { name: /Consulting/ }).waitFor();
      const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(await background()).toBe(colour);
      await main.evaluate((element) => element.setAttribute('data-first', ''));
      expect((await quoteOf(record.id)).viewedAt).toBeNull();
      arrive();
      await eventually('it is viewed', async () => (await quoteOf(record.id)).viewedAt ?? undefined);
      await page.getByRole('button', { name: 'Accept' }).click();
      await page.getByLabel('Your name').waitFor();
      expect(await main.getAttribute('data-first')).toBe('');
      expect(await background()).toBe(colour);
    },
  );

  it('is readable without JavaScript, on paper as well, and says what needs it', async () => {
    const plain = await openContext(browser, { locale: 'en-GB', javaScriptEnabled: false });
    const { record, answering } = await links.quote();
    const read = await plain.newPage();
    await read.goto(`${api.url}/d/${tokenOf({ publicUrl: answering })}`);
    await read.getByRole('heading', { name: `Quote ${record.number}` }).waitFor();
    await read.getByRole('row', { name: /Consulting/ }).waitFor();
    const hint = read.locator('noscript p');
    await hint.waitFor();
    expect(await hint.textContent()).toContain('JavaScript is off');
    await read.emulateMedia({ media: 'print' });
    expect(await read.getByRole('row', { name: /Consulting/ }).isVisible()).toBe(true);
    expect(await hint.isVisible()).toBe(false);
    await plain.close();
    expect((await quoteOf(record.id)).viewedAt).toBeNull();
  });
});

describe('the link to all documents of a client', () => {
  it('lists them, opens the page of each, takes an answer there, and leads back', async () => {
    const client = await records.client({ name: 'Atelier Lumen' });
    const quote = await records.sentQuote({ clientId: client.id });
    const invoice = await records.sent({ clientId: client.id });
    const { url } = await records.act<{ url: string }>(`/v1/clients/${client.id}/page-link`, {});
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${api.url}/d/${tokenOf({ publicUrl: url })}`);
    await page.getByRole('heading', { name: 'All your documents' }).waitFor();
    await page.getByRole('button', { name: 'Français' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await page.getByRole('row', { name: new RegExp(String(invoice.number)) }).waitFor();
    await page.getByRole('link', { name: `Quote ${quote.number}` }).click();
    await page.getByRole('button', { name: 'Accept' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your name').fill('Jeanne Lumen');
    await dialog.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('status').getByText('Thank you').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await quoteOf(quote.id)).toMatchObject({ status: 'Accepted', acceptance: { by: 'Jeanne Lumen' } });
    await page.getByRole('link', { name: 'All your documents' }).click();
    await page.getByRole('row', { name: /Accepted/ }).waitFor();
  });

  it('is requested again if the server could not render its page, and is not called invalid', async () => {
    const { id } = await records.client();
    const { url } = await records.act<{ url: string }>(`/v1/clients/${id}/page-link`, {});
    const address = `${api.url}/d/${tokenOf({ publicUrl: url })}`;
    const unrendered = async (route: Route) =>
      route.fulfill({ response: await route.fetch({ url: `${api.url}/d/` }), status: 503 });
    await page.route(address, unrendered, { times: 1 });
    await page.goto(address);
    await page.getByRole('heading', { name: 'The document could not be opened' }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'All your documents' }).waitFor();
  });
});
