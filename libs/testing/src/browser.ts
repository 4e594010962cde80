import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { loadBrowserServerEnv } from '@billhook/platform/spec-env';
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

/** Opens a context whose timeouts exceed the timeout of the test. */
export async function openContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

const RECORDS_COPIES = `(() => {
  const { clipboard } = navigator;
  const write = Clipboard.prototype.writeText.bind(clipboard);
  globalThis.copiedText = undefined;
  clipboard.writeText = (text) => write(text).then(() => { globalThis.copiedText = text; });
})()`;

/** The text that a page copies at a click. Not from the clipboard, which all specs that run at the same time share. */
export async function copiedBy(page: Page, click: () => Promise<void>): Promise<string> {
  await page.evaluate(RECORDS_COPIES);
  await click();
  return eventually('the copied text', () => page.evaluate<string | undefined>('globalThis.copiedText'));
}

/** The bytes of a downloaded file. */
export async function downloaded(download: Download): Promise<Buffer> {
  return buffer(await download.createReadStream());
}

/** The URLs of other hosts that the pages of a context request. Grows while the pages run. */
export function foreignRequests(context: BrowserContext): string[] {
  const foreign: string[] = [];
  // Not `route`, with which the browser has no cache and every request waits for this process.
  context.on('request', (request) => {
    // URLs without a host, such as `data:`, have an empty host name.
    if (!['127.0.0.1', 'localhost', ''].includes(new URL(request.url()).hostname)) foreign.push(request.url());
  });
  return foreign;
}

/** Minified: each document that is checked gets it through two other processes. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What axe checks of a page, as selectors: the whole of it by default. */
export interface CheckedPart {
  readonly include?: string;
  readonly exclude?: readonly string[];
}

/** Runs axe and returns only the necessary parts of its result from the page. Preloading serves a rule about sounds only. */
const axeScript = ({ include = 'html', exclude = [] }: CheckedPart, selectors: boolean): string => `axe.run({
  include: [[${JSON.stringify(include)}]],
  exclude: ${JSON.stringify(exclude.map((selector) => [selector]))},
}, {
  preload: false,
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
  selectors: ${selectors},
}).then(({ violations }) => violations.map(({ id, help, nodes }) =>
  id + ': ' + help + (${selectors} ? ' (' + nodes.map(({ target }) => target.join(' ')).join('; ') + ')' : '')))`;

/** Resolves when nothing fades in or moves. A loader, which always moves, does not count. */
const AT_REST = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(() =>
  Promise.all(document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished.catch(() => undefined))).then(() => undefined))`;

const LOOKS_AT_WIDTH = 20;

/** By how many pixels a page is wider than the screen. A busy page lays itself out for a new size only after some time. */
export async function excessWidth(page: Page): Promise<number> {
  for (let look = 1; ; look++) {
    await page.evaluate(AT_REST);
    // The function is text, because a spec does not have the types of the browser.
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    if (wide <= 0 || look === LOOKS_AT_WIDTH) return Math.max(wide, 0);
    await page.waitForTimeout(100);
  }
}

const LOOKS_AT_VIOLATIONS = 4;

/**
 * The violations of WCAG 2.2 AA that axe finds on the page, in words.
 * Calls axe directly: @axe-core/playwright compiles it for each check and opens a tab for the summary, which takes eight times as long.
 */
export async function accessibilityViolations(page: Page, part: CheckedPart = {}): Promise<string[]> {
  for (let look = 1; ; look++) {
    const violations = await violationsNow(page, part);
    // On a busy machine, a text can begin to fade in or out after the page was at rest. A violation of the page itself remains.
    if (violations.length === 0 || look === LOOKS_AT_VIOLATIONS) return violations;
    await page.waitForTimeout(500);
  }
}

async function violationsNow(page: Page, part: CheckedPart): Promise<string[]> {
  // Checks frames of the same origin as well. A frame that blocks scripts cannot be checked.
  for (const frame of page.frames()) {
    if (!(await frame.evaluate<boolean>('"axe" in window'))) await frame.evaluate(AXE);
    // A text that fades in has too little contrast until it is fully visible.
    await frame.evaluate(AT_REST);
  }
  // axe finds a selector for every element that it looks at, and only violations need them.
  const found = await page.evaluate<string[]>(axeScript(part, false));
  return found.length === 0 ? found : page.evaluate<string[]>(axeScript(part, true));
}

/** Waits until a field has this value: the page renders after the click has returned. */
export async function hasValue(field: Locator, value: string): Promise<void> {
  await eventually(`the value ${JSON.stringify(value)}`, async () => (await field.inputValue()) === value || undefined);
}

/** The dots between parts of a line that are on screen, and the texts of those that have no letter before or after them on their line. */
interface FoundDots {
  readonly all: number;
  readonly stray: readonly string[];
}

const DOTS_IN_LINES = `(() => {
  const range = document.createRange();
  const boxOf = (node, at) => {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect();
  };
  const textsIn = (root) => {
    const nodes = [];
    for (let walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), node; (node = walker.nextNode());) nodes.push(node);
    return nodes;
  };
  const found = { all: 0, stray: [] };
  for (const node of textsIn(document.body)) {
    for (const { index } of node.data.matchAll(/·/g)) {
      let block = node.parentElement;
      while (getComputedStyle(block).display.startsWith('inline')) block = block.parentElement;
      const [dot, frame] = [boxOf(node, index), block.getBoundingClientRect()];
      const isCut = getComputedStyle(block).overflow !== 'visible' && (dot.top >= frame.bottom || dot.left >= frame.right);
      if (dot.width === 0 || frame.width < 2 || isCut || !node.parentElement.checkVisibility()) continue;
      found.all++;
      const letters = textsIn(block).flatMap((each) =>
        [...each.data.matchAll(/[^\\s·]/g)].map((letter) => boxOf(each, letter.index)));
      const onLine = letters.filter(({ top, bottom }) => Math.min(bottom, dot.bottom) - Math.max(top, dot.top) > dot.height / 2);
      const isBetween = onLine.some(({ right }) => right <= dot.left + 1) && onLine.some(({ left }) => left >= dot.right - 1);
      if (!isBetween) found.stray.push(block.textContent);
    }
  }
  return found;
})()`;

/** Reads the lines of a page as the browser has laid them out. A text that is still loading has no letters. */
export async function dotsInLines(page: Page): Promise<FoundDots> {
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  await page.evaluate(AT_REST);
  return page.evaluate<FoundDots>(DOTS_IN_LINES);
}
