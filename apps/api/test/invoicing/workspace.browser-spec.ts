import type { ClientView } from '@billhook/contract/invoicing/client';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { ListOf } from '@billhook/contract/shared/page';
import { addDays } from '@billhook/domain/shared/calendar';
import { connectBrowser, excessWidth, hasValue } from '@billhook/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { TestApi } from '../support/api.js';
import { tokenOf } from '../support/document-link.js';
import { pdfFile } from '../support/pdf-file.js';
import { Records } from '../support/records.js';
import { focusedAfter, followNavigation, SettingsPage, TWO_LOOKS } from '../support/settings-page.js';
import { World, type KeyCaller } from '../support/world.js';

let api: TestApi;
let browser: Browser;
let settings: SettingsPage;
let page: Page;
let records: Records;
let key: KeyCaller;
let client: ClientView;

beforeAll(async () => {
  api = await TestApi.start({ PUBLIC_URL: 'http://127.0.0.1' });
  const world = new World(api);
  const owner = await world.member(await world.company());
  key = await world.key({ member: owner });
  records = new Records(key);
  browser = await connectBrowser();
  settings = await SettingsPage.open(browser, api);
  ({ page } = settings);
  await settings.enter(await world.session(owner));
  await settings.goto('/');
});
afterAll(() => browser.close().then(() => api.stop()));

const line = (n: number) => page.getByRole('group', { name: new RegExp(`^Line item ${n}(:|$)`) });
const idInAddress = () => Number(/\/invoices\/(\d+)/.exec(settings.address)?.[1]);

describe('the invoices of a company that has none', () => {
  it('are a click away from the first page, with the first action', async () => {
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(settings.address).toBe('/');
    await followNavigation(page, 'Invoices');
    await page.getByText('No invoices yet').waitFor();
    expect(settings.address).toBe('/invoices');
    expect(await settings.violations()).toEqual([]);
  });
});

describe('the editor, step by step', () => {
  it('shows missing input at its fields, before anything is sent', async () => {
    await page.getByRole('link', { name: 'New invoice' }).first().click();
    await page.getByRole('heading', { name: 'New invoice' }).waitFor();
    expect(await settings.violations()).toEqual([]);
    await page.getByRole('textbox', { name: 'Client' }).click();
    await page.getByRole('option', { name: 'No clients yet. Create one' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save and send' }).click();
    await page.getByRole('alert').getByText('Choose a client').waitFor();
    expect(await page.getByRole('textbox', { name: 'Client' }).getAttribute('aria-invalid')).toBe('true');
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
  });

  it('finds the client while a person types', async () => {
    client = await records.client({ email: 'compta@atelier-lumen.example' });
    await records.client({ name: 'Nordhafen Logistik GmbH' });
    await page.getByRole('textbox', { name: 'Client' }).fill('atelier');
    await page.getByRole('option', { name: /Atelier Lumen/ }).click();
    await page.getByText('Choose a client').first().waitFor({ state: 'detached' });
  });

  it('is filled in with the keyboard only, and the totals follow every key', async () => {
    await line(1).getByLabel('Item', { exact: true }).fill('Consulting');
    await line(1).getByLabel('Quantity').fill('2');
    await line(1).getByLabel('Price').fill('450');
    await line(1).getByLabel('VAT rate in %').fill('20');
    await page.getByText('€1,080.00').first().waitFor();
    // The next key belongs to the new line, even if no frame has been drawn in the meantime.
    expect(await focusedAfter(line(1).getByLabel('VAT rate in %'), 'Enter')).toMatch(/-name$/);
    await page.keyboard.type('Travel');
    await line(2).getByLabel('Price').fill('33.335');
    await line(2).getByLabel('Price').press('Alt+ArrowUp');
    await line(1).getByLabel('Item', { exact: true }).and(page.locator('[value="Travel"]')).waitFor();
    await page.getByRole('button', { name: 'Add discount' }).click();
    await page.keyboard.type('10');
    await page.getByText('€1,008.01').first().waitFor();
  });

  it('asks before unsaved input is left', async () => {
    await followNavigation(page, 'Quotes');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.waitFor();
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await hasValue(line(1).getByLabel('Item', { exact: true }), 'Travel');
  });

  it('saves with Ctrl+S exactly what it showed', async () => {
    await page.keyboard.press('Control+s');
    await page.getByRole('heading', { name: 'Draft invoice', exact: true }).waitFor();
    const invoice = await records.invoice(idInAddress());
    expect(invoice).toMatchObject({
      clientId: client.id,
      lines: [
        { name: 'Travel', unitPrice: '33.335' },
        { name: 'Consulting', quantity: '2', unitPrice: '450.00' },
      ],
      allowances: [{ percent: '10' }],
      totals: { gross: '1008.01' },
    });
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
  });

  it('shows an error of the API at its field', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await line(1)
      .getByRole('button', { name: /More fields/ })
      .click();
    await line(1).getByLabel('Unit code (UN/ECE)').fill('X');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await line(1)
      .getByText(/unit code of UN\/ECE Recommendation 20/)
      .waitFor();
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
    await line(1).getByLabel('Unit code (UN/ECE)').fill('KMT');
  });

  it('does not overwrite a change of another member, which it shows before the save beside the focus', async () => {
    await key.call('PATCH', `/v1/invoices/${idInAddress()}`, { body: { purchaseOrder: 'PO-of-a-colleague' } });
    const differing = page.getByRole('region', { name: 'Fields that differ' });
    await differing.getByRole('row', { name: 'Purchase order' }).getByText('PO-of-a-colleague').waitFor();
    await line(1).getByLabel('Unit code (UN/ECE)').and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.locator('.st-save-error:focus').getByText('Changed by someone else').waitFor();
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
    await page.getByRole('button', { name: 'Discard my changes and load theirs' }).click();
    await page.getByText('Changed by someone else').waitFor({ state: 'detached' });
    await hasValue(page.getByLabel('Purchase order'), 'PO-of-a-colleague');
  });
});

describe('an invoice, step by step', () => {
  it('is sent by email, which this installation keeps, and gets its number', async () => {
    await page.getByRole('button', { name: 'Save and send' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send invoice' });
    expect(await dialog.getByRole('radio', { name: 'Link' }).isChecked()).toBe(true);
    await dialog.getByRole('radio', { name: 'Email' }).check();
    await dialog.getByText('compta@atelier-lumen.example').waitFor();
    await dialog.getByText('Email is not set up').waitFor();
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('heading', { name: /^Invoice INV-\d{4}-00001$/ }).waitFor();
    await page.getByText(/issued but not delivered/).waitFor();
    await page.getByText('Not delivered', { exact: true }).waitFor();
    await page.getByText('Saved, not sent', { exact: true }).waitFor();
    expect(await settings.violations()).toEqual([]);
  });

  it('has its PDF and its links on its page', async () => {
    const href = await page.getByRole('link', { name: 'PDF' }).getAttribute('href');
    const pdf = await page.request.get(api.url + href);
    expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf']);
    const { publicUrl } = await records.invoice(idInAddress());
    await page.getByText(publicUrl ?? 'no link').waitFor();
    await page.getByRole('button', { name: 'Revoke links' }).click();
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke links' }).click();
    await page.getByText('This document has no links.').waitFor();
  });

  it('is linked from its editor, which no longer opens', async () => {
    await settings.goto(`/invoices/${idInAddress()}/edit`);
    await page.getByRole('heading', { level: 1, name: 'Only drafts can be edited' }).waitFor();
    await page.getByRole('link', { name: /^INV-\d{4}-00001$/ }).click();
    await page.getByRole('heading', { name: /^Invoice INV-/ }).waitFor();
  });

  it('explains how it was computed', async () => {
    await page.getByRole('button', { name: 'Show calculation' }).click();
    await page.getByRole('table', { name: 'Calculation' }).waitFor();
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('becomes Paid by a payment, which its timeline shows', async () => {
    await records.paid(await records.invoice(idInAddress()));
    await page.reload();
    await page.getByRole('banner').waitFor();
    await page.getByText('Paid', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: /^Payment of/ }).waitFor();
    const story = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem');
    await story.first().waitFor();
    const shown = await story.allInnerTexts();
    expect(shown.map((entry) => entry.split('\n')[0])).toEqual([
      'Payment allocated',
      'Links revoked',
      'Sent',
      'Updated',
      'Updated',
      'Created',
    ]);
    // The name of a person, not the address.
    expect(shown.join('\n')).not.toContain('@');
  });

  it('gives the reason of an impossible action to keyboard users as well', async () => {
    const pay = page.getByRole('button', { name: 'Record payment' });
    expect(await pay.getAttribute('aria-disabled')).toBe('true');
    await pay.focus();
    await page
      .getByRole('tooltip')
      .getByText('Only available when the status is Sent, Partially paid or Overdue.')
      .waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page
      .getByRole('menuitem', { name: /Reopen/ })
      .getByText('Only available when the status is Rejected or Written off.')
      .waitFor();
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('is saved and sent in one step, as one invoice', async () => {
    const invoices = async () => (await key.call<ListOf<InvoiceView>>('GET', '/v1/invoices?limit=100')).body.data;
    const before = await invoices();
    await settings.goto(`/invoices/new?clientId=${client.id}`);
    await line(1).getByLabel('Item', { exact: true }).fill('Consulting');
    await line(1).getByLabel('Price').fill('100');
    await line(1).getByLabel('VAT rate in %').fill('20');
    await page.getByRole('button', { name: 'Save and send' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send invoice' });
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('heading', { name: /^Invoice INV-/ }).waitFor();
    const made = (await invoices()).filter(({ id }) => !before.some((known) => known.id === id));
    expect(made).toMatchObject([{ id: idInAddress(), status: 'Sent' }]);
  });

  it('is sent with the current date if its series has a later date than its own', async () => {
    const { issueDate } = await records.sent({ clientId: client.id });
    const draft = await records.draft({ clientId: client.id, issueDate: addDays(issueDate, -3) });
    await settings.goto(`/invoices/${draft.id}`);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Send invoice' });
    await dialog.getByText('A later issue date already has a number').waitFor();
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
    await dialog.getByRole('button', { name: /^Send with today’s date \(/ }).click();
    await page.getByRole('heading', { name: /^Invoice INV-/ }).waitFor();
    expect(await records.invoice(draft.id)).toMatchObject({ status: 'Sent', issueDate });
  });

  it('is rejected and reopened with the entered reasons', async () => {
    const sent: InvoiceView = await records.sent({ clientId: client.id });
    await settings.goto(`/invoices/${sent.id}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Mark as rejected' }).click();
    await page.getByLabel(/^Explanation/).fill('The second day was not agreed.');
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as rejected' }).click();
    await page.getByText('Wrong amount · The second day was not agreed.').waitFor();
    await page.getByRole('button', { name: 'Reopen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await records.invoice(sent.id)).status).toBe('Sent');
  });
});

describe('the list, step by step', () => {
  it('keeps its filters and its order in the address', async () => {
    await records.draft({ clientId: client.id });
    await settings.goto('/invoices');
    const statuses = page.getByRole('group', { name: 'Status' });
    await statuses.getByRole('button', { name: 'Draft 1 €1,080.00' }).click();
    await page.getByText('1 of 1').waitFor();
    expect(settings.address).toBe('/invoices?status=Draft');
    await page.getByRole('link', { name: 'Draft · Atelier Lumen SARL' }).waitFor();
    await page.getByRole('button', { name: 'Total' }).click();
    expect(settings.address).toBe('/invoices?status=Draft&sort=-gross');
    expect(await page.getByRole('columnheader', { name: 'Total' }).getAttribute('aria-sort')).toBe('descending');
    expect(await settings.violations()).toEqual([]);
  });

  it('clears filters without a match', async () => {
    await page.getByLabel('Search').fill('nobody has this');
    await page.getByText('No results for these filters').waitFor();
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await page.getByText('6 of 6').waitFor();
    expect(settings.address).toBe('/invoices?sort=-gross');
  });

  it.each([
    ['of 190 letters', 'Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnung'.repeat(3).slice(0, 190)],
    ['in Hebrew, with an English word', 'חברת השקעות Northwind ושות׳ בע״מ'],
    ['in Arabic', 'شركة النور للاستشارات والتجارة العامة'],
  ])('and all places of an invoice show a name %s', async (_, name) => {
    const { id: clientId } = await records.client({ name });
    const draft = await records.draft({ clientId });
    const { id } = await records.draft({ clientId });
    const sent = await records.act(`/v1/invoices/${id}/send`, { channel: 'Link' });
    const fits = async (shown: Locator) => {
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        await shown.filter({ visible: true }).first().waitFor();
        expect([width, await excessWidth(page)]).toEqual([width, 0]);
      }
    };
    await settings.goto('/invoices');
    await fits(page.getByText(name));
    await settings.goto(`/invoices/${draft.id}/edit`);
    await hasValue(page.getByRole('textbox', { name: 'Client' }), name);
    await fits(page.getByRole('textbox', { name: 'Client' }));
    await page.goto(`${api.url}/d/${tokenOf(sent)}`);
    await fits(page.getByText(name));
    const pdf = await pdfFile(`/v1/invoices/${sent.id}`, { of: api, by: key });
    expect(pdf).toMatchObject({ status: 200 });
    await page.setViewportSize({ width: 1280, height: 900 });
    await settings.goto('/invoices');
  });

  it('contacted no other host', () => {
    expect(settings.foreign).toEqual([]);
  });
});
