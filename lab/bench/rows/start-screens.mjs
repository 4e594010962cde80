import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../../../tools/lib/root.mjs';
import { measured } from '../base/report.mjs';
import { library } from '../lists/filled-database.mjs';

const KIB = 1024;
const MOST = 230;
const PATIENCE_MS = 60_000;

/** The scripts that a browser without a cache fetches until the first page is shown, compressed by gzip. */
export async function screenRows({ stack }) {
  const { startTestBrowser } = await library('testing/src/browser-server');
  const { chromium } = await import('playwright-core');
  const server = await startTestBrowser(join(root, '.data'));
  const browser = await chromium.connect(server.url);
  try {
    const cookie = await stack.signIn();
    const { url } = await (
      await fetch(`${stack.baseUrl}/app/webhook-portal-links`, { method: 'POST', headers: { cookie } })
    ).json();
    const workspace = await weigh(browser, stack.baseUrl, '/settings/invoices', cookie);
    const portal = await weigh(browser, stack.baseUrl, new URL(url).pathname + new URL(url).search);
    return [row('workspace', 'the list of invoices', workspace), row('portal', 'the webhook portal', portal)];
  } finally {
    await browser.close();
    await server.stop();
  }
}

const row = (id, page, { bytes, sizes }) =>
  measured({
    id: `screens-${id}`,
    name: `screens: scripts of the first load of ${page}`,
    figure: `${Math.round(bytes / KIB)} KiB gzip in ${sizes.length} files`,
    value: bytes / KIB,
    unit: 'KiB',
    goal: { text: `≤ ${MOST} KiB`, met: sizes.length > 0 && bytes / KIB <= MOST },
    next: 'load parts later that the first page does not show.',
    profile: { of: 'Size by file', run: () => sizes.map(([name, size]) => [name, size / bytes]) },
  });

async function weigh(browser, baseUrl, path, cookie) {
  const context = await browser.newContext({ locale: 'en-GB' });
  if (cookie) {
    const [name, value] = cookie.split('=', 2);
    await context.addCookies([{ name, value, url: baseUrl }]);
  }
  const page = await context.newPage();
  const responses = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') responses.push(response);
  });
  await page.goto(baseUrl + path, { timeout: PATIENCE_MS });
  await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: PATIENCE_MS });
  await page.waitForLoadState('networkidle', { timeout: PATIENCE_MS });
  const sizes = await Promise.all(responses.map(async (response) => [nameOf(response.url()), await sizeOf(response)]));
  await context.close();
  return { bytes: sizes.reduce((sum, [, size]) => sum + size, 0), sizes: sizes.sort(([, a], [, b]) => b - a) };
}

const sizeOf = async (response) => gzipSync(await response.body()).length;

/** The name of a script without the hash of its content. */
const nameOf = (url) => url.slice(url.lastIndexOf('/') + 1).replace(/[-~][\w-]{8,9}\.js$/, '.js');
