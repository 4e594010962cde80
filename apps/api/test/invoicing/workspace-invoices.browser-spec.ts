import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { downloaded } from '@billhook/testing/browser';
import { isFullRun } from '@billhook/testing/full-run';
import { eventually } from '@billhook/testing/patience';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { invoiceBody } from '../support/bodies.js';
import { Records } from '../support/records.js';
import { Workspace } from '../support/workspace.js';
import type { KeyCaller } from '../support/world.js';

let workspace: Workspace;
let page: Page;
let key: KeyCaller;
let records: Records;

beforeAll(async () => {
  workspace = await Workspace.start();
  page = workspace.page;
  key = await workspace.world.key({ member: workspace.owner });
  records = new Records(key);
  const { id: clientId } = await records.client({ name: 'Atelier Lumen SARL' });
  await records.draft({ clientId });
});
afterAll(() => workspace.stop());

describe('selected documents of a list', () => {
  it('are sent; the page says which failed and why, and retries those', async () => {
    const { id: archived } = await records.client({ name: 'Brasserie Zénith' });
    const failing = await records.draft({ clientId: archived });
    await key.call('PATCH', `/v1/clients/${archived}`, { body: { status: 'Archived' } });
    await workspace.open('/invoices?status=Draft');
    await page.getByRole('checkbox', { name: 'Select Draft · Brasserie Zénith' }).check();
    await page.getByRole('checkbox', { name: 'Select Draft · Atelier Lumen SARL' }).click({ modifiers: ['Shift'] });
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Send 2 drafts' });
    await dialog.getByRole('radio', { name: 'Link' }).check();
    await workspace.expectAccessible();
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByText('1 document done · 1 failed').waitFor();
    const failures = dialog.getByRole('list', { name: 'Documents that failed' });
    expect(await failures.getByRole('listitem').allInnerTexts()).toEqual([expect.stringContaining('Zénith')]);
    await workspace.expectAccessible();
    expect((await records.invoice(failing.id)).status).toBe('Draft');
    await key.call('PATCH', `/v1/clients/${archived}`, { body: { status: 'Active' } });
    await dialog.getByRole('button', { name: 'Retry the failed one' }).click();
    await dialog.getByText('2 documents done').waitFor();
    expect((await records.invoice(failing.id)).status).toBe('Sent');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  it('are chosen on a phone after a press of a button, also by keyboard', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await workspace.open('/invoices');
    await workspace.button('Select rows').waitFor();
    const box = page.getByRole('checkbox', { name: /^Select (Draft|INV)/ }).first();
    await box.waitFor({ state: 'hidden' });
    await workspace.button('Select rows').press('Enter');
    await box.press('Space');
    await page.getByText('1 selected').waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows that are shown' }).check();
    await page.getByText('2 selected').waitFor();
    await workspace.expectAccessible();
    await page.setViewportSize({ width: 390, height: 844 });
    await workspace.button('Download PDFs').click();
    const dialog = page.getByRole('dialog', { name: 'Download 2 PDFs' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await workspace.button('Select rows').click();
    await page.getByText('2 selected').waitFor({ state: 'detached' });
    await box.waitFor({ state: 'hidden' });
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('are exported as CSV, without the others of the list', async () => {
    await workspace.open('/invoices');
    const [chosen, other] = await workspace.listOf<InvoiceView>('invoices');
    await page.getByRole('checkbox', { name: `Select ${chosen?.number}` }).check();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('invoices.csv');
    const lines = (await downloaded(file)).toString().trimEnd().split('\r\n');
    expect(lines.map((line) => line.split(',')[0])).toEqual(['\uFEFFid', String(chosen?.id)]);
    expect(lines.join()).not.toContain(other?.number);
    await page.getByRole('button', { name: 'Clear selection' }).click();
  });

  it('have their PDFs downloaded', async () => {
    await workspace.open('/invoices');
    await page.getByRole('checkbox', { name: 'Select all rows that are shown' }).check();
    await page.getByRole('button', { name: 'Download PDFs' }).click();
    const files: string[] = [];
    page.on('download', (file) => files.push(file.suggestedFilename()));
    const dialog = page.getByRole('dialog', { name: /^Download \d+ PDFs$/ });
    await dialog.getByRole('button', { name: 'Download' }).click();
    await dialog.getByText(/^\d+ documents done$/).waitFor();
    expect(files.length).toBeGreaterThan(1);
    expect(files).toContainEqual(expect.stringMatching(/^INV-.*\.pdf$/));
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });
});

describe('an invoice after issue', () => {
  it('has private notes, a later due date, and is written off until it is reopened', async () => {
    const { id: clientId } = await workspace.newClient('Insolvent Ltd');
    const body = { ...invoiceBody(clientId), dueDate: '2998-01-01' };
    const { id } = (await workspace.session.call<InvoiceView>('POST', '/app/invoices', { body })).body;
    const sent = await workspace.session.call<InvoiceView>('POST', `/app/invoices/${id}/send`);
    await workspace.open(`/invoices/${id}`);
    await workspace.button('Edit private notes').click();
    await page.getByRole('dialog').getByLabel('Private notes').fill('Call Jeanne first.');
    await workspace.expectAccessible();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('region', { name: 'Private notes' }).getByText('Call Jeanne first.').waitFor();

    const act = async (name: string) => {
      await workspace.button('More').click();
      await page.getByRole('menuitem', { name }).click();
      await page.getByRole('dialog').getByLabel('Explanation').fill('Agreed by phone');
    };
    await act('Postpone due date');
    await page.getByRole('dialog').getByLabel('New due date').fill('2998-01-31');
    await workspace.expectAccessible();
    await page.getByRole('dialog').getByRole('button', { name: 'Postpone' }).click();
    // The notification and the timeline use the same words.
    await page.getByText('Due date postponed').first().waitFor();
    expect(await workspace.get<InvoiceView>(`invoices/${id}`)).toMatchObject({ dueDate: '2998-01-31' });
    await act('Write off');
    await page.getByText('€1,080.00 is outstanding').waitFor();
    await workspace.expectAccessible();
    await page.getByRole('dialog').getByRole('button', { name: 'Write off' }).click();
    await page.getByText(/Written off by .*€1,080.00: Agreed by phone/).waitFor();
    await workspace.heading(`Invoice ${sent.body.number}`).waitFor();
    await workspace.expectAccessible();
    expect(await workspace.get<InvoiceView>(`invoices/${id}`)).toMatchObject({ status: 'WrittenOff', balance: '0.00' });
    await workspace.button('Reopen').click();
    await page.getByText('The write-off is reversed').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
    await workspace.button('Record payment').waitFor();
    expect(await workspace.get<InvoiceView>(`invoices/${id}`)).toMatchObject({ status: 'Sent', balance: '1080.00' });
  });
});

describe('a dialog of a draft that someone else changes meanwhile', () => {
  it('does nothing to the version that the person has not seen, before they reload it', async () => {
    const { id } = await records.draft();
    await workspace.open(`/invoices/${id}`);
    const dialog = page.getByRole('dialog');
    const changeNotes = async (privateNotes: string) => {
      await key.call('PATCH', `/v1/invoices/${id}`, { body: { privateNotes } });
      await page.getByText(privateNotes).waitFor();
    };
    await workspace.button('Send').click();
    await dialog.getByRole('radio', { name: 'Link' }).check();
    await changeNotes('Call Jeanne first.');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByText('Changed by someone else').waitFor();
    expect((await records.invoice(id)).status).toBe('Draft');
    await page.keyboard.press('Escape');
    await workspace.button('More').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await changeNotes('Call Marc first.');
    await dialog.getByRole('button', { name: 'Delete draft' }).click();
    await dialog.getByText('Changed by someone else').waitFor();
    await dialog.getByRole('button', { name: 'Reload' }).click();
    await dialog.getByText('Changed by someone else').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Delete draft' }).click();
    await workspace.heading('Invoices').waitFor();
    expect((await key.call('GET', `/v1/invoices/${id}`)).status).toBe(404);
  });
});

/** With the invoices above and the first pages, which have 25 and 100 rows, the short form loads three pages. */
const MANY = isFullRun ? 10_000 : 150;

/** While someone scrolls: the most elements that rows of the list took, and the longest task of the page. */
interface ScrollCost {
  readonly elements: number;
  readonly longestTask: number;
}

const MEASURES_SCROLL = `(() => {
  const cost = (globalThis.scrollCost = { elements: 0, longestTask: 0 });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) cost.longestTask = Math.max(cost.longestTask, duration);
  }).observe({ type: 'longtask' });
  const count = () => {
    cost.elements = Math.max(cost.elements, document.querySelectorAll('.bh-table tbody, .bh-table tbody *').length);
    requestAnimationFrame(count);
  };
  count();
})()`;

describe('a long list of invoices', () => {
  let total = 0;
  const rows = () => page.getByRole('table', { name: 'Invoices' }).locator('tbody [data-index]');
  const rowOf = (index: number) => page.locator(`[data-index="${index}"]`);
  /** The wheel, as far as it goes and until nothing more is loaded. */
  const scrollToEnd = async () => {
    await page.mouse.move(200, 500);
    const isAtEnd = () =>
      page.evaluate<boolean>(
        `scrollY + innerHeight > document.documentElement.scrollHeight - 2 && ${total} <= 1 + Math.max(...[...document.querySelectorAll('[data-index]')].map((row) => Number(row.dataset.index)))`,
      );
    while (!(await isAtEnd())) await page.mouse.wheel(0, 2500);
  };

  beforeAll(async () => {
    const { id } = await workspace.sentInvoice((await workspace.newClient('Librairie des Abbesses')).id);
    await workspace.api.database.query({
      name: 'test_many_invoices',
      text: `INSERT INTO invoices SELECT (copy.row).* FROM (SELECT jsonb_populate_record(i, jsonb_build_object(
          'id', nextval(pg_get_serial_sequence('invoices', 'id')), 'number', 'MANY-' || lpad(n::text, 6, '0'))) AS row
        FROM invoices i, generate_series(1, $2::int) n WHERE i.id = $1 OFFSET 0) copy`,
      values: [id, MANY],
    });
    // The API counts up to 10,000.
    const [row] = await workspace.api.database.query<{ total: number }>({
      name: 'test_count_invoices',
      text: 'SELECT count(*)::int AS total FROM invoices WHERE company_id = (SELECT company_id FROM invoices WHERE id = $1)',
      values: [id],
    });
    total = row?.total ?? 0;
  }, 120_000);
  afterAll(() => page.setViewportSize({ width: 1280, height: 900 }));

  it('has few elements in the page of a phone from its first row to its last', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await workspace.open('/invoices');
    await rows().first().waitFor();
    expect((await rows().first().boundingBox())?.y).toBeLessThan(844 / 3);
    await page.evaluate(MEASURES_SCROLL);
    await scrollToEnd();
    const { elements, longestTask } = await page.evaluate<ScrollCost>('scrollCost');
    process.stdout.write(`${total} invoices: ${elements} elements, longest task ${Math.round(longestTask)} ms\n`);
    expect(elements).toBeLessThanOrEqual(400);
    expect(await page.getByRole('table', { name: 'Invoices' }).getAttribute('aria-rowcount')).toBe(String(total + 1));
    expect(await rows().last().getAttribute('aria-rowindex')).toBe(String(total + 1));
  }, 600_000);

  it('is where it was left when one goes back from an invoice', async () => {
    // The rows change with the event of the scroll, which the browser sends before the second frame.
    await page.evaluate(
      'scrollTo(0, 4000); new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
    );
    const left = rows().filter({ hasText: 'MANY-' }).nth(9).getByRole('link').first();
    const name = (await left.textContent()) ?? '';
    const top = async () => (await page.getByRole('link', { name }).boundingBox())?.y ?? NaN;
    const before = await top();
    await left.click();
    await workspace.heading(`Invoice ${name}`).waitFor();
    await page.goBack();
    await workspace.heading('Invoices').waitFor();
    await eventually('the place of the row', async () => Math.abs((await top()) - before) < 3 || undefined);
    await workspace.expectAccessible();
  });

  it('selects and prints rows that are not in the page, and keeps the row with the focus for Tab', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('checkbox', { name: 'Select all rows that are shown' }).check();
    await page.getByText(/^\d+ selected$/).waitFor();
    const selected = Number.parseInt((await page.getByText(/^\d+ selected$/).textContent()) ?? '');
    expect(selected).toBeGreaterThan(100);
    expect(await rows().count()).toBeLessThan(60);
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await rows().count()).toBe(selected);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    await eventually('few rows again', async () => (await rows().count()) < 60 || undefined);
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await page.evaluate('scrollTo(0, 0)');
    // A laptop shows fifteen rows.
    for (const height of [800, 900]) {
      await page.setViewportSize({ width: 1280, height });
      const fifteenth = await rowOf(14).boundingBox();
      expect(fifteenth?.height).toBeCloseTo(40, 0);
      expect((fifteenth?.y ?? Infinity) + (fifteenth?.height ?? 0)).toBeLessThanOrEqual(height);
    }
    await rowOf(2).getByRole('link').first().focus();
    await page.evaluate('scrollTo(0, 4000)');
    await rowOf(5).waitFor({ state: 'detached' });
    await page.keyboard.press('Tab');
    await rowOf(3).locator(':focus').waitFor();
  });
});

it('logged no errors', () => {
  expect(workspace.complaints).toEqual([]);
});
