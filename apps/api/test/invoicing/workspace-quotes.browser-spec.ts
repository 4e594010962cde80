import type { QuoteView } from '@billhook/contract/invoicing/quote';
import { connectBrowser } from '@billhook/testing/browser';
import { EffortCounter } from '@billhook/testing/effort';
import { isFullRun } from '@billhook/testing/full-run';
import { eventually } from '@billhook/testing/patience';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { TestApi } from '../support/api.js';
import { DOCUMENT, Links, tokenOf } from '../support/document-link.js';
import { Records } from '../support/records.js';
import { followNavigation, SettingsPage, TWO_LOOKS } from '../support/settings-page.js';
import { World } from '../support/world.js';

let api: TestApi;
let browser: Browser;
let settings: SettingsPage;
let page: Page;
let records: Records;
let world: World;
let links: Links;
let quote: QuoteView;
let effort: EffortCounter;

beforeAll(async () => {
  api = await TestApi.start({ PUBLIC_URL: 'http://127.0.0.1' });
  world = new World(api);
  const owner = await world.member(await world.company());
  const key = await world.key({ member: owner });
  records = new Records(key);
  links = new Links(world, key, records);
  quote = await records.quote({ title: 'Spring campaign' });
  browser = await connectBrowser();
  settings = await SettingsPage.open(browser, api);
  ({ page } = settings);
  effort = await EffortCounter.on(page);
  await page.clock.install();
  await settings.enter(await world.session(owner));
  await settings.goto('/');
  await followNavigation(page, 'Quotes');
});
afterAll(async () => {
  await browser.close();
  await api.stop();
});

const STREAM = '**/app/changes/stream*';

const read = () => records.get<QuoteView>(`/v1/quotes/${quote.id}`);

/** At most one notification is left, which covers nothing but the header. It moves there. */
async function notificationOverHeader(): Promise<void> {
  await eventually('one notification at most, over the header', async () => {
    // Read in one step: a notification that leaves between two steps would be waited for.
    const bottoms = await page
      .locator('.mantine-Notification-root')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().bottom));
    return bottoms.length <= 1 && bottoms.every((bottom) => bottom <= 60) ? true : undefined;
  });
}

describe('a quote, with as few clicks as possible', () => {
  const line = (n: number) => page.getByRole('group', { name: new RegExp(`^Line item ${n}(:|$)`) });
  const dialog = (name: string) => page.getByRole('dialog', { name });

  it('is written with the keyboard and sent by link', async () => {
    await page.getByText('Spring campaign').waitFor();
    await effort.begin();
    await page.getByRole('link', { name: 'New quote' }).first().click();
    await page.getByRole('textbox', { name: 'Client' }).fill('Atelier');
    await page
      .getByRole('option', { name: /Atelier Lumen/ })
      .first()
      .click();
    await line(1).getByLabel('Item', { exact: true }).fill('Consulting');
    await line(1).getByLabel('Price').fill('450');
    await line(1).getByLabel('VAT rate in %').fill('20');
    await line(1).getByLabel('VAT rate in %').press('Enter');
    await page.keyboard.type('Travel');
    await line(2).getByLabel('Price').fill('50');
    await page.getByText('€600.00').first().waitFor();
    await page.getByRole('button', { name: 'Save and send' }).click();
    await dialog('Send quote').getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Client link copied').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await effort.spent()).clicks).toBe(4);
  });

  it('is accepted while it is open, becomes an invoice, is sent and partly paid, which ends on the invoice', async () => {
    await page.getByRole('heading', { name: /^Quote QUO-/ }).waitFor();
    const id = Number(/\/quotes\/(\d+)/.exec(settings.address)?.[1]);
    const url = await links.answeringUrl('quotes', id);
    await world
      .bearer(tokenOf({ publicUrl: url }))
      .call('POST', `${DOCUMENT}/accept`, { body: { by: 'Jeanne Lumen' } });
    await page.getByRole('button', { name: 'Convert to invoice' }).waitFor();
    // The page reads the quote only after a change.
    let reads = 0;
    page.on('request', (request) => (reads += Number(request.url().endsWith(`/app/quotes/${id}`))));
    await page.clock.fastForward(12_000);
    await effort.begin();
    await page.getByRole('button', { name: 'Convert to invoice' }).click();
    await page.getByRole('button', { name: 'Create invoice' }).waitFor();
    expect(reads).toBe(0);
    await page.getByRole('button', { name: 'Create invoice' }).click();
    await page.getByRole('heading', { name: 'Draft invoice', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog('Send invoice').getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('button', { name: 'Record payment' }).click();
    await page.getByLabel('Amount', { exact: true }).focus();
    await page.getByLabel('Amount', { exact: true }).fill('500');
    await page.getByRole('button', { name: 'Record payment' }).click();
    await page.getByRole('heading', { name: /^Invoice INV-/ }).waitFor();
    await page.getByText('Partially paid').first().waitFor();
    expect(await effort.spent()).toEqual({ clicks: 6, fields: 1 });
    // The message about the payment has replaced those before it, over the header.
    await page.getByRole('alert').getByText('Payment of €500.00 recorded').waitFor();
    await notificationOverHeader();
    // So has each duplicate that of the one before, on a desktop and on a phone.
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      const before = settings.address;
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Duplicate' }).click();
      await page.waitForURL(({ pathname }) => !pathname.endsWith(before));
      // The one before may still be leaving.
      await page.getByRole('alert').getByText('Duplicated as a new draft').last().waitFor();
      await notificationOverHeader();
    }
    await followNavigation(page, 'Quotes');
  });
});

describe('a quote, step by step', () => {
  it('is found in the list and sent by link, which is preselected without a mail server', async () => {
    const row = page.getByRole('row', { name: /Spring campaign/ });
    await row.waitFor();
    // The title follows the name of the draft in the one line of the row.
    const [title, line] = await Promise.all([row.getByText('Spring campaign').boundingBox(), row.boundingBox()]);
    expect((title?.y ?? Infinity) + (title?.height ?? 0)).toBeLessThanOrEqual((line?.y ?? 0) + (line?.height ?? 0));
    expect(await settings.violations()).toEqual([]);
    await row.getByRole('link').click();
    await page.getByRole('heading', { name: 'Draft quote', exact: true }).waitFor();
    expect(await settings.violations()).toEqual([]);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    expect(await page.getByRole('radio', { name: 'Link' }).isChecked()).toBe(true);
    // A browser that allows copying only after a click on the button that copies.
    await page.evaluate(`
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
      document.execCommand = () => false;
      globalThis.allowCopying = () => { delete navigator.clipboard.writeText; delete document.execCommand; };`);
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('heading', { name: /^Quote QUO-/ }).waitFor();
    const next = page.getByRole('dialog', { name: 'Quote sent' });
    await next.getByRole('button', { name: 'Copy client link' }).waitFor();
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
    await page.evaluate('allowCopying()');
    await next.getByRole('button', { name: 'Copy client link' }).click();
    await page.getByText('Client link copied').waitFor();
    await next.getByRole('button', { name: 'Close' }).last().click();
    expect((await read()).publicUrl).toContain('/d/');
  });

  it('offers the client link first, and a preview that does not count as a view', async () => {
    await page.getByRole('button', { name: 'Copy client link' }).first().click();
    await page.getByText('Client link copied').waitFor();
    await page.getByText('Client link shown').first().waitFor();
    // The next notification replaces the one before, over the header.
    await page.getByRole('button', { name: 'Copy client link' }).first().click();
    await notificationOverHeader();
    const href = await page.getByRole('link', { name: 'Preview' }).getAttribute('href');
    expect(href).toBe(`/d/#preview/quotes/${quote.id}`);
    expect((await read()).viewedAt).toBeNull();
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
  });

  it('is marked as accepted by a name', async () => {
    await page.getByRole('button', { name: 'Mark as accepted' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as accepted' }).click();
    await page.getByText('Enter who accepted the quote').waitFor();
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
    await page.getByLabel('Accepted by').fill('Jeanne Lumen');
    await page.getByLabel(/^Purchase order of the client/).fill('PO-7781');
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as accepted' }).click();
    await page.getByText('Accepted by Jeanne Lumen, purchase order PO-7781').waitFor();
    expect(await settings.violations()).toEqual([]);
  });

  it('becomes an invoice of the amount that was shown before', async () => {
    await page.getByRole('button', { name: 'Convert to invoice' }).click();
    await page.getByRole('radio', { name: 'A percentage' }).check();
    await page.getByLabel('Percentage of the quote').fill('33,3333');
    await page.getByRole('dialog').getByText('€360.00').waitFor();
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
    await page.getByRole('button', { name: 'Create invoice' }).click();
    await page.getByRole('heading', { name: 'Draft invoice', exact: true }).waitFor();
    await page.getByText('€360.00').first().waitFor();
    await page.getByText('PO-7781').waitFor();
  });

  it('shows how much of it is invoiced, and accepts no more than the rest', async () => {
    await page.getByRole('link', { name: /^QUO-/ }).click();
    await page.getByRole('progressbar', { name: '€360.00 of €1,080.00 invoiced' }).waitFor();
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
    await page.getByRole('button', { name: 'Convert to invoice' }).click();
    expect(await page.getByRole('radio', { name: 'The whole quote' }).isDisabled()).toBe(true);
    await page.getByRole('radio', { name: 'A fixed amount' }).check();
    await page.getByLabel('Amount incl. VAT').fill('720.01');
    await page.getByText('This is more than what is left to invoice.').waitFor();
    expect(await page.getByRole('button', { name: 'Create invoice' }).isDisabled()).toBe(true);
    await page.getByRole('radio', { name: 'Everything that is left' }).check();
    await page.getByRole('button', { name: 'Create invoice' }).click();
    await page.getByRole('heading', { name: 'Draft invoice', exact: true }).waitFor();
    expect(await read()).toMatchObject({ status: 'Invoiced', remaining: '0.00' });
  });

  it('is declined with a reason, revised, and both revisions lead to each other', async () => {
    quote = await records.quote();
    await settings.goto(`/quotes/${quote.id}`);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('radio', { name: 'I will deliver it myself' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('button', { name: 'Mark as declined' }).click();
    await page.getByLabel('Reason').selectOption('Changes');
    await page.getByLabel(/^Explanation/).fill('Without the second workshop, please.');
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as declined' }).click();
    await page.getByText('Declined: Wants changes · Without the second workshop, please.').waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Revise' }).click();
    await page.getByRole('heading', { name: /^Edit/ }).waitFor();
    await page
      .getByRole('group', { name: /^Line item 1/ })
      .getByLabel('Price')
      .fill('400');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('link', { name: 'Revises revision 1' }).click();
    await page.getByRole('heading', { name: /^Quote QUO-/ }).waitFor();
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
  });

  it('moves by itself in every tab, through one stream, which another tab takes over', async () => {
    const context = page.context();
    let opened = 0;
    context.on('request', (request) => (opened += Number(request.url().includes('/app/changes/stream'))));
    const [{ record, client }, { record: invoice }] = [await links.quote({ title: 'Autumn' }), await links.invoice()];
    const open = async (path: string, heading: string | RegExp): Promise<Page> => {
      const tab = await context.newPage();
      await tab.goto(`${api.url}/settings${path}`);
      await tab.getByRole('heading', { level: 1, name: heading }).waitFor();
      return tab;
    };
    await page.goto('about:blank');
    const list = await open('/quotes', 'Quotes');
    await eventually('the first tab leads', () => (opened === 1 ? true : undefined));
    // A browser opens six connections to a server over HTTP/1.1.
    for (let n = 0; n < (isFullRun ? 7 : 0); n++) await open('/quotes', 'Quotes');
    const shown = await open(`/invoices/${invoice.id}`, /^Invoice/);
    await settings.goto(`/quotes/${record.id}`);
    await page.getByRole('button', { name: 'Mark as accepted' }).waitFor();
    await client.call('POST', `${DOCUMENT}/accept`, { body: { by: 'Jeanne Lumen' } });
    await page.getByRole('button', { name: 'Convert to invoice' }).waitFor();
    await list
      .getByRole('row', { name: /Autumn/ })
      .getByText('Accepted')
      .waitFor();
    await records.paid(invoice, '80.00');
    await shown.getByText('Partially paid').first().waitFor();
    expect(opened).toBe(1);
    await list.close();
    await eventually('another tab leads', () => (opened === 2 ? true : undefined));
    await records.paid(await records.invoice(invoice.id));
    await shown.getByText('Paid', { exact: true }).first().waitFor();
    for (const tab of context.pages()) if (tab !== page) await tab.close();
  });

  it('moves without a stream as well: without locks, and behind a proxy that holds it back', async () => {
    const withoutLocks = 'delete Navigator.prototype.locks';
    for (const hold of [
      (tab: Page) => tab.addInitScript(withoutLocks),
      (tab: Page) => tab.route(STREAM, () => undefined),
    ]) {
      const { record, client } = await links.quote();
      const tab = await page.context().newPage();
      await hold(tab);
      await tab.goto(`${api.url}/settings/quotes/${record.id}`);
      await tab.getByRole('button', { name: 'Mark as accepted' }).waitFor();
      await client.call('POST', `${DOCUMENT}/accept`, { body: { by: 'Jeanne Lumen' } });
      await eventually('the page asks for changes', async () => {
        await tab.clock.fastForward(10_000);
        return (await tab.getByRole('button', { name: 'Convert to invoice' }).count()) > 0 || undefined;
      });
      await tab.close();
    }
    await settings.goto(`/quotes/${quote.id}`);
    await page.getByRole('heading', { name: /^Quote QUO-/ }).waitFor();
  });

  it('is shown in French as well', async () => {
    await page.getByRole('button', { name: 'Preferences' }).click();
    await page.getByRole('menuitemradio', { name: 'Français' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: /^Devis QUO-/ }).waitFor();
    await page.getByText('Souhaite des changements').first().waitFor();
    await page
      .getByText(/^1\u202f080,00\u00a0€$/)
      .first()
      .waitFor();
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
    expect(settings.foreign).toEqual([]);
  });
});
