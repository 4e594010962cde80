import type { PortalLinkView } from '@billhook/contract/webhooks/portal';
import { connectBrowser, openContext } from '@billhook/testing/browser';
import { eventually } from '@billhook/testing/patience';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { TestApi } from '../support/api.js';
import { Links, tokenOf } from '../support/document-link.js';
import { Records } from '../support/records.js';
import { World, type KeyCaller, type SeededMember } from '../support/world.js';

let api: TestApi;
let world: World;
let browser: Browser;
let owner: SeededMember;
let key: KeyCaller;
let records: Records;

beforeAll(async () => {
  api = await TestApi.start({ PUBLIC_URL: 'http://127.0.0.1' });
  world = new World(api);
  owner = await world.member(await world.company());
  key = await world.key({ member: owner });
  records = new Records(key);
  browser = await connectBrowser();
  for (let made = 0; made < 25; made++) await records.draft();
  await records.paid(await records.sent());
});
afterAll(async () => {
  await browser.close();
  await api.stop();
});

const KIB = 1024;

/** Transferred bytes, headers included, and the number of responses. */
interface Weight {
  bytes: number;
  requests: number;
  /** Bytes of the script that follows changes, a second after the page has what it shows, and of what it reads. */
  later: number;
}

/** Weighs what a page fetches until `done`, in a browser that has cached nothing. */
async function weigh(
  context: BrowserContext,
  address: string,
  done: (page: Page) => Promise<unknown>,
): Promise<Weight> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const weight: Weight = { bytes: 0, requests: 0, later: 0 };
  const followed = new Set<string>();
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  // On a slow machine, the spec sees the page only after that second.
  devtools.on('Network.requestWillBeSent', ({ requestId, request: { url } }) => {
    if (followed.size > 0 || url.includes('/follow-changes-')) followed.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (followed.has(requestId)) {
      weight.later += encodedDataLength;
      return;
    }
    weight.bytes += encodedDataLength;
    weight.requests += 1;
  });
  await page.goto(address);
  await done(page);
  await page.waitForLoadState('networkidle');
  await page.close();
  return weight;
}

describe('on the wire, a browser that has nothing fetches', () => {
  async function settings(): Promise<BrowserContext> {
    const context = await openContext(browser, { locale: 'en-GB' });
    const [name = '', value = ''] = (await world.session(owner)).cookie.split('=', 2);
    await context.addCookies([{ name, value, url: api.url }]);
    return context;
  }

  const anonymous = () => openContext(browser, { locale: 'en-GB' });
  const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor();

  const document = async () => `/d/${tokenOf((await new Links(world, key, records).invoice()).record)}`;

  async function portal(): Promise<string> {
    const { body } = await (await world.session(owner)).call<PortalLinkView>('POST', '/app/webhook-portal-links');
    const { pathname, search } = new URL(body.url);
    return pathname + search;
  }

  interface Budget {
    readonly page: string;
    readonly kib: number;
    readonly requests: number;
    readonly by: () => Promise<BrowserContext>;
    readonly path: string | (() => Promise<string>);
    readonly shown: (page: Page) => Promise<unknown>;
  }

  const BUDGETS: readonly Budget[] = [
    {
      ...{ page: '25 invoices of 25 clients', kib: 230, requests: 25, by: settings, path: '/settings/invoices' },
      shown: (page) => page.getByRole('row').nth(25).getByText('Atelier Lumen').first().waitFor(),
    },
    {
      ...{ page: 'the home page with its plot', kib: 280, requests: 40, by: settings, path: '/settings/' },
      shown: (page) =>
        page
          .getByRole('img', { name: /^Bar chart/ })
          .locator('canvas')
          .waitFor(),
    },
    {
      ...{ page: 'the editor', kib: 300, requests: 40, by: settings, path: '/settings/invoices/new' },
      shown: (page) => page.getByLabel('Item', { exact: true }).waitFor(),
    },
    {
      ...{ page: 'the endpoints in the settings', kib: 280, requests: 40, by: settings, path: '/settings/webhooks' },
      shown: (page) => page.getByRole('button', { name: 'Add endpoint' }).first().waitFor(),
    },
    {
      ...{ page: 'the portal', kib: 150, requests: 15, by: anonymous, path: portal },
      shown: (page) => page.getByRole('button', { name: 'Add endpoint' }).first().waitFor(),
    },
    {
      page: 'the reference',
      kib: 500,
      requests: 40,
      by: anonymous,
      path: '/docs/reference/',
      shown: heading('API reference'),
    },
    {
      page: 'the event catalogue',
      kib: 60,
      requests: 25,
      by: anonymous,
      path: '/docs/events/',
      shown: heading('Events'),
    },
  ];

  it.each(BUDGETS)('at most $kib KiB in $requests requests for $page', async ({ kib, requests, by, path, shown }) => {
    const context = await by();
    const weight = await weigh(context, api.url + (typeof path === 'string' ? path : await path()), shown);
    await context.close();
    expect(weight.bytes / KIB).toBeLessThanOrEqual(kib);
    expect(weight.requests).toBeLessThanOrEqual(requests);
    expect(weight.later / KIB).toBeLessThanOrEqual(6);
  });

  it.each([
    ['120 KiB for a document', 120, /\/answer-dialog-/],
    ['160 KiB with the dialog that it fetches ahead', 160, /\/none-is-left-out/],
  ])('at most %s', async (_, kib, leftOut) => {
    const context = await anonymous();
    await context.route(leftOut, (route) => route.abort());
    const { bytes } = await weigh(context, api.url + (await document()), heading(/^Invoice/));
    await context.close();
    expect(bytes / KIB).toBeLessThanOrEqual(kib);
  });
});

describe('before its scripts and styles arrive, a page', () => {
  it.each([
    ['/settings/', 'light', 'rgb(255, 255, 255)'],
    ['/settings/', 'dark', 'rgb(27, 32, 43)'],
    ['/portal/', 'dark', 'rgb(27, 32, 43)'],
    ['/d/', 'light', 'rgb(255, 255, 255)'],
  ] as const)('%s paints its skeleton in the %s scheme', async (path, colorScheme, colour) => {
    const context = await openContext(browser, { locale: 'en-GB', colorScheme });
    const page = await context.newPage();
    // Held back until the page closes.
    await page.route(/\/assets\//, () => undefined);
    await page.goto(api.url + path, { waitUntil: 'commit' });
    await eventually('the first paint', async () =>
      (await page.evaluate(() => performance.getEntriesByName('first-paint').length)) > 0 ? true : undefined,
    );
    const skeleton = page.locator('.boot');
    expect(await skeleton.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(colour);
    expect(await skeleton.locator('section').isVisible()).toBe(true);
    await context.close();
  });
});
