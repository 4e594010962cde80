import { buffer } from 'node:stream/consumers';
import { loadBrowserServerEnv } from '@billhook/platform/spec-env';
import axe from 'axe-core';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Download,
  type Locator,
  type Page,
} from 'playwright-core';
import { eventually, PATIENCE_MS } from './patience.js';

/** Connects to the browser of the test run. Closing it closes the caller's contexts, not the browser. */
export function connectBrowser(): Promise<Browser> {
  return chromium.connect(loadBrowserServerEnv().TEST_BROWSER_URL, { timeout: PATIENCE_MS });
}

/** Opens a context in which nothing times out before a test that hangs does. */
export async function openContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

/** The bytes of a file that the page saved. */
export async function downloaded(download: Download): Promise<Buffer> {
  return buffer(await download.createReadStream());
}

/** The addresses of other hosts that the pages of a context ask for. Grows as they ask. */
export function foreignRequests(context: BrowserContext): string[] {
  const foreign: string[] = [];
  // Not by `route`: with it the browser keeps no file, and every request waits for this process.
  context.on('request', (request) => {
    // Addresses of no host at all, such as `data:`, have an empty name.
    if (!['127.0.0.1', 'localhost', ''].includes(new URL(request.url()).hostname)) foreign.push(request.url());
  });
  return foreign;
}

/** What axe is asked, and what of its answer is worth the way out of the page. */
const FAULTS = `axe.run(document, {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
}).then(({ violations }) => violations.map(({ id, help, nodes }) =>
  id + ': ' + help + ' (' + nodes.map(({ target }) => target.join(' ')).join('; ') + ')'))`;

/**
 * What axe finds against WCAG 2.2 AA on the page as it is now, in words. Nothing, one hopes.
 *
 * Asks axe itself: @axe-core/playwright compiles it for each check and opens a tab to sum up in, for pages that could forge
 * the sum, which takes eight times as long.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // Frames of the page's own origin are looked at too; one that refuses scripts cannot be, and ends here.
  for (const frame of page.frames()) {
    if (!(await frame.evaluate<boolean>('"axe" in window'))) await frame.evaluate(axe.source);
  }
  return page.evaluate<string[]>(FAULTS);
}

/** Waits until a field has this value: a page renders after the click that changes it has returned. */
export async function hasValue(field: Locator, value: string): Promise<void> {
  await eventually(`the value ${JSON.stringify(value)}`, async () => (await field.inputValue()) === value || undefined);
}
