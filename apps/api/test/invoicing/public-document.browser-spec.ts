import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import {
  accessibilityViolations,
  connectBrowser,
  copiedBy,
  downloaded,
  excessWidth,
  openContext,
} from '@billhook/testing/browser';
import { EffortCounter } from '@billhook/testing/effort';
import { isFullRun } from '@billhook/testing/full-run';
import { eventually } from '@billhook/testing/patience';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { TestApi } from '../support/api.js';
import { DOCUMENT, Links, tokenOf } from '../support/document-link.js';
import { Records } from '../support/records.js';
import { World, type KeyCaller, type SeededMember } from '../support/world.js';

const IBAN = 'FR7630006000011234567890189';
const bank = { paymentMeans: { code: '58', iban: IBAN, bic: 'AGRIFRPP' } };

let api: TestApi;
let world: World;
let member: SeededMember;
let key: KeyCaller;
let records: Records;
let links: Links;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** The address and referrer of each request of the page. */
let asked: string[];

beforeAll(async () => {
  api = await TestApi.start({ PUBLIC_URL: 'http://127.0.0.1' });
  world = new World(api);
  member = await world.member(await world.company());
  key = await world.key({ member });
  records = new Records(key);
  links = new Links(world, key, records);
  browser = await connectBrowser();
});
afterAll(async () => {
  await browser.close();
  await api.stop();
});
beforeEach(async () => {
  context = await openContext(browser, { locale: 'en-GB', permissions: ['clipboard-read', 'clipboard-write'] });
  asked = [];
  context.on('request', (request) => {
    asked.push([request.url(), request.headers()['referer'] ?? ''].join(' '));
  });
  page = await context.newPage();
});
afterEach(() => context.close());

/** Opens a link as from an email. */
async function open(publicUrl: string | null): Promise<void> {
  await page.goto(`${api.url}/d/${tokenOf({ publicUrl })}`);
  await page.getByRole('heading', { level: 1, name: /\d{5}/ }).waitFor();
}

const button = (name: string) => page.getByRole('button', { name });
const submit = (name: string) => page.getByRole('dialog').getByRole('button', { name });
const quoteOf = (id: number) => records.get<QuoteView>(`/v1/quotes/${id}`);

describe('the link of a document', () => {
  it('opens an invoice, which then counts as viewed; the token is in one address and no storage', async () => {
    const { record, answering } = await links.invoice(bank);
    await page.goto(`${api.url}/d/`);
    await page.getByText('This link is not valid').waitFor();
    expect((await records.invoice(record.id)).viewedAt).toBeNull();

    await open(answering);
    expect(await page.title()).toBe(`Invoice ${record.number} · ${record.seller?.name}`);
    await page.getByText('€1,080.00').first().waitFor();
    await page.getByText('Consulting').waitFor();
    expect(await page.getByText(/^Please pay|receipt/).count()).toBe(0);
    expect(await viewedAt(record)).not.toBeNull();

    const token = tokenOf({ publicUrl: answering });
    expect(asked.filter((each) => each.includes(token))).toEqual([`${api.url}/d/${token} `]);
    expect(asked.map((each) => new URL(each.split(' ')[0] ?? '').hostname)).toEqual(asked.map(() => '127.0.0.1'));
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(stored).not.toContain(token);
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex');

    await page.reload();
    await page.getByRole('heading', { name: `Invoice ${record.number}` }).waitFor();
    await open((await links.invoice({ dueDate: record.issueDate })).answering);
    await page.getByText('Due on receipt.').waitFor();
  });

  it('of a written-off invoice states that nothing is outstanding, not that it was credited', async () => {
    const { record, answering } = await links.invoice();
    await records.act(`/v1/invoices/${record.id}/write-off`, { reason: 'Insolvent' });
    await open(answering);
    await page.getByText('There is nothing left to pay.').waitFor();
    await page.getByRole('row', { name: /No longer due.*1,080\.00/ }).waitFor();
    expect((await page.content()).replace('"amountCredited"', '')).not.toMatch(/credited|written|insolvent/i);
    expect(await accessibilityViolations(page)).toEqual([]);

    const credited = await links.invoice();
    await records.credit(credited.record);
    await open(credited.answering);
    await page.getByText('There is nothing left to pay: the invoice was credited.').waitFor();
    expect(await page.getByText('No longer due').count()).toBe(0);
  });

  it('that was revoked shows a friendly text, and nothing of the document', async () => {
    const { record, answering } = await links.invoice();
    await open(answering);
    await key.call('DELETE', `/v1/invoices/${record.id}/public-link`);
    await page.reload();
    await page.getByRole('heading', { name: 'This link is not valid' }).waitFor();
    expect(await page.content()).not.toMatch(new RegExp(`${record.number}|${record.seller?.name}`));
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('can be pasted over another one', async () => {
    const [first, second] = [await links.invoice(), await links.quote()];
    const old = (answering: string) => page.goto(`${api.url}/d/#${tokenOf({ publicUrl: answering })}`);
    await old(first.answering);
    await page.getByRole('heading', { name: `Invoice ${first.record.number}` }).waitFor();
    await old(second.answering);
    await page.getByRole('heading', { name: `Quote ${second.record.number}` }).waitFor();
    await open(first.answering);
    await old(second.answering);
    await page.getByRole('heading', { name: `Quote ${second.record.number}` }).waitFor();
  });

  it('that cannot be opened temporarily is retried', async () => {
    const { record, answering } = await links.invoice();
    await context.route(`**${DOCUMENT}`, (route) => route.abort());
    await page.goto(`${api.url}/d/#${tokenOf({ publicUrl: answering })}`);
    await page.getByRole('heading', { name: 'The document could not be opened' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await context.unroute(`**${DOCUMENT}`);
    await button('Try again').click();
    await page.getByRole('heading', { name: `Invoice ${record.number}` }).waitFor();
  });
});

/** The page reports it automatically, shortly after it is shown. */
async function viewedAt({ id }: InvoiceView): Promise<string> {
  return eventually('it is viewed', async () => (await records.invoice(id)).viewedAt ?? undefined);
}

describe('the read-only link', () => {
  it.each(['light', 'dark'] as const)('shows the document and says how to answer it: %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    const [quote, invoice] = [await links.quote(), await links.invoice()];
    await open(quote.record.publicUrl);
    await page.getByText('To accept or decline this quote, use the link in the email').waitFor();
    expect(await page.getByRole('link', { name: 'billing@company.example' }).count()).toBeGreaterThan(0);
    for (const name of ['Accept', 'Decline']) expect(await button(name).count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await open(invoice.record.publicUrl);
    await page.getByText('To reject this invoice, use the link in the email').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});

describe('a member of the company', () => {
  const signIn = async (cookie: string) => {
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: api.url }]);
  };

  it('gets a preview by any link: no answers, and no view of the client', async () => {
    const { record, answering } = await links.quote();
    await signIn((await world.session(member)).cookie);
    for (const url of [answering, record.publicUrl]) {
      await open(url);
      await page.getByText('This is what your client sees.').waitFor();
      for (const name of ['Accept', 'Decline']) expect(await button(name).isDisabled()).toBe(true);
      expect(await accessibilityViolations(page)).toEqual([]);
    }
    expect(await quoteOf(record.id)).toEqual(record);
  });

  it('previews without a link, after signing in', async () => {
    const { id } = await records.sent();
    await page.goto(`${api.url}/d/#preview/invoices/${id}`);
    await page.getByRole('heading', { name: 'No preview available' }).waitFor();
    await signIn((await world.session(member)).cookie);
    await page.reload();
    await page.getByText('This is what your client sees.').waitFor();
    expect(await button('Is something wrong? Reject this invoice').isDisabled()).toBe(true);
    const [download] = await Promise.all([page.waitForEvent('download'), button('Download PDF').click()]);
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    expect((await records.invoice(id)).viewedAt).toBeNull();
  });
});

describe('the page of a document', () => {
  it('uses the language of the client, until another one is selected', async () => {
    const { record, answering } = await links.invoice({ locale: 'fr' });
    await open(answering);
    await page.getByRole('heading', { name: `Facture ${record.number}` }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('fr');
    await button('English').click();
    await page.getByRole('heading', { name: `Invoice ${record.number}` }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: `Invoice ${record.number}` }).waitFor();
  });

  it('copies the values for a bank transfer', async () => {
    const { record, answering } = await links.invoice(bank);
    await open(answering);
    for (const [name, text] of [
      ['Copy amount', '1080.00'],
      ['Copy IBAN', IBAN],
      ['Copy reference', record.number],
    ] as const) {
      expect(await copiedBy(page, () => button(name).click())).toBe(text);
      await page.getByText('Copied').first().waitFor();
    }
  });

  it('saves the PDF under its number', async () => {
    const { record, answering } = await links.invoice();
    await open(answering);
    const [download] = await Promise.all([page.waitForEvent('download'), button('Download PDF').click()]);
    expect(download.suggestedFilename()).toBe(`${record.number}.pdf`);
    const saved = await downloaded(download);
    expect(saved.subarray(0, 5).toString()).toBe('%PDF-');
  });

  const looks = [
    ['light', 1280],
    ['dark', 390],
    ['dark', 1280],
    ['light', 390],
  ] as const;

  // As `SettingsPage.violations`: each scheme and each size once, or all combinations.
  it.each(looks.slice(0, isFullRun ? 4 : 2))('is accessible and fits: %s, %d pixels', async (colorScheme, width) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 844 });
    const [invoice, quote] = [await links.invoice(bank), await links.quote()];
    await open(invoice.answering);
    expect(await accessibilityViolations(page)).toEqual([]);
    await button('Is something wrong? Reject this invoice').click();
    await submit('Reject invoice').click();
    await page.getByText('Choose a reason').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await open(quote.answering);
    expect(await accessibilityViolations(page)).toEqual([]);
    await button('Accept').click();
    await submit('Accept quote').click();
    await page.getByText('Enter your name').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await excessWidth(page)).toBe(0);
  });
});

describe('the answers', () => {
  it('accepts a quote by name, with the keyboard only', async () => {
    const { record, answering } = await links.quote();
    await open(answering);
    await button('Accept').focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Your name').fill('Jeanne Lumen');
    await page.getByLabel('Your purchase order').fill('PO-7');
    await page.keyboard.press('Enter');
    const thanks = page.getByText('you accepted the quote');
    await thanks.waitFor();
    expect(await thanks.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByText('Accepted by Jeanne Lumen').waitFor();
    expect(await button('Accept').count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await quoteOf(record.id)).toMatchObject({
      status: 'Accepted',
      acceptance: { by: 'Jeanne Lumen', poNumber: 'PO-7' },
    });
  });

  it('declines a quote', async () => {
    const { record, answering } = await links.quote();
    await open(answering);
    await button('Decline').click();
    await page.getByLabel('Too expensive').check();
    await page.getByLabel('Explanation').fill('Twice what we planned.');
    await submit('Decline quote').click();
    await page.getByText('Declined on').waitFor();
    expect((await quoteOf(record.id)).decline).toMatchObject({ code: 'TooExpensive', text: 'Twice what we planned.' });
  });

  it('rejects an invoice, which then asks for no payment', async () => {
    const { record, answering } = await links.invoice(bank);
    await open(answering);
    await button('Is something wrong? Reject this invoice').click();
    await page.getByLabel('The amount is wrong').check();
    await submit('Reject invoice').click();
    await page.getByText('Rejected on').waitFor();
    expect(await page.getByText('How to pay').count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect((await records.invoice(record.id)).rejection).toMatchObject({ by: 'client', code: 'WrongAmount' });
  });

  it('come too late after another answer: the page says so and shows the current status', async () => {
    const { answering, client } = await links.quote();
    const effort = await EffortCounter.on(page);
    await open(answering);
    await button('Accept').click();
    await page.getByLabel('Your name').fill('Jeanne Lumen');
    await client.call('POST', `${DOCUMENT}/decline`, { body: { code: 'NotNeeded' } });
    await submit('Accept quote').click();
    expect(await effort.spent()).toEqual({ clicks: 2, fields: 1 });
    await page.getByText('The document has changed').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await button('Show current version').click();
    await page.getByText('Declined on').waitFor();
  });

  it('fail if the link was revoked while the page was open', async () => {
    const { record, answering } = await links.invoice();
    await open(answering);
    await key.call('DELETE', `/v1/invoices/${record.id}/public-link`);
    await button('Is something wrong? Reject this invoice').click();
    await page.getByLabel('Another reason').check();
    await submit('Reject invoice').click();
    await page.getByRole('heading', { name: 'This link is not valid' }).waitFor();
    expect((await records.invoice(record.id)).status).toBe('Sent');
  });
});
