import { join } from 'node:path';
import { root } from '../../../tools/lib/root.mjs';
import { measured, median } from '../base/report.mjs';
import { between } from '../base/rounds.mjs';
import { library } from '../lists/filled-database.mjs';

const KIB = 1024;
const MOST = { seconds: 1.2, kib: 25 };
/** A phone with a weak signal. */
const LINE = { offline: false, latency: 400, downloadThroughput: 50 * KIB, uploadThroughput: 50 * KIB };

/** The page of a link on a slow line, in turn with that of a link of 0.1, whose page the browser renders. */
export async function linkPageRows({ stack, quick }) {
  const { startTestBrowser } = await library('testing/src/browser-server');
  const { chromium } = await import('playwright-core');
  const server = await startTestBrowser(join(root, '.data'));
  const browser = await chromium.connect(server.url);
  try {
    const token = await tokenOf(stack);
    const rounds = [];
    for (let round = 0; round < (quick ? 3 : 9); round++) {
      const now = await shown(browser, `${stack.baseUrl}/d/${token}`);
      rounds.push({ now, before: await shown(browser, `${stack.baseUrl}/d/#${token}`) });
    }
    const times = rounds.map(({ now }) => now.seconds);
    const bytes = Math.max(...rounds.map(({ now }) => now.bytes));
    const before = median(rounds.map((each) => each.before.seconds));
    const ratios = rounds.map((each) => each.now.seconds / each.before.seconds);
    return [
      measured({
        id: 'link-page',
        name: 'screens: the document of a link on a slow line (50 KiB/s, 400 ms), until its amount is painted',
        floor: 'the same document by a link in the form of 0.1, which the browser renders',
        floorFigure: `${before.toFixed(2)} s`,
        floorValue: before,
        figure: `${median(times).toFixed(2)} s, from one response of ${(bytes / KIB).toFixed(1)} KiB`,
        value: median(times),
        unit: 's',
        ratio: median(ratios),
        spread: between(ratios, 2),
        goal: {
          text: `≤ ${MOST.seconds} s, ≤ ${MOST.kib} KiB`,
          met: median(times) <= MOST.seconds && bytes <= MOST.kib * KIB,
        },
        next: 'send fewer styles; the bytes of the response are most of the time after the latency.',
      }),
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Of a sent invoice of the demo. */
async function tokenOf({ baseUrl, key }) {
  const answer = await fetch(`${baseUrl}/v1/invoices?status=Sent`, { headers: { authorization: `Bearer ${key}` } });
  const { data } = await answer.json();
  return data.find(({ publicUrl }) => publicUrl !== null).publicUrl.split('/d/')[1];
}

/** Opens an address in a browser that has nothing. Returns the seconds until the frame with the amount, and the bytes of the first response. */
async function shown(browser, url) {
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', LINE);
  await page.addInitScript(() => {
    const { document, requestAnimationFrame } = globalThis;
    const look = () => {
      const isThere = document.querySelector('.pd-amount') && document.querySelector('.pd-totals');
      requestAnimationFrame(isThere ? () => (globalThis.shownAt = performance.now()) : look);
    };
    look();
  });
  const response = await page.goto(url, { waitUntil: 'commit' });
  const shownAt = await (
    await page.waitForFunction(() => globalThis.shownAt, undefined, { timeout: 60_000 })
  ).jsonValue();
  // The amount can be painted before the response has ended.
  const { responseBodySize, responseHeadersSize } = await response.request().sizes();
  await context.close();
  return { seconds: shownAt / 1000, bytes: responseBodySize + responseHeadersSize };
}
