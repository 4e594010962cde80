import { existsSync } from 'node:fs';
import { loadBrowserEnv } from '@billhook/platform/env';
import bundled from '@sparticuz/chromium';
import axe from 'axe-core';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium-browser',
];

// The pages of an installation need nobody else: whatever they ask of other hosts is refused.
const FLAGS = ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'];

/**
 * A real Chromium: the one that CHROMIUM_PATH names, else one that is installed, else the one that ships in an npm package,
 * so that a bare machine can run the browser tests without a download of its own.
 */
export async function launchBrowser(): Promise<Browser> {
  const { CHROMIUM_PATH } = loadBrowserEnv();
  const path = CHROMIUM_PATH ?? INSTALLED.find((candidate) => existsSync(candidate));
  if (path !== undefined) return chromium.launch({ executablePath: path, args: FLAGS });
  return chromium.launch({ executablePath: await bundled.executablePath(), args: [...bundled.args, ...FLAGS] });
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
 * Asks axe itself: @axe-core/playwright compiles it anew for each look and opens a tab to sum up in, for pages that could forge
 * the sum, which takes eight times as long.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // Frames of the page's own origin are looked at too; one that refuses scripts can not be, and ends here.
  for (const frame of page.frames()) {
    if (!(await frame.evaluate<boolean>('"axe" in window'))) await frame.evaluate(axe.source);
  }
  return page.evaluate<string[]>(FAULTS);
}
