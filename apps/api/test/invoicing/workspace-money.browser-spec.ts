import type { ClientView } from '@billhook/contract/invoicing/client';
import type { ClientPageLinkView } from '@billhook/contract/invoicing/client-page';
import type { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { PaymentView } from '@billhook/contract/invoicing/payment';
import { hasValue } from '@billhook/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Workspace } from '../support/workspace.js';

let workspace: Workspace;
let page: Page;

beforeAll(async () => {
  workspace = await Workspace.start();
  page = workspace.page;
});
afterAll(() => workspace.stop());

describe('a client, step by step', () => {
  it('is created in the form, after the errors of the page and the server', async () => {
    await workspace.open('/clients');
    await page.getByText('No clients yet').waitFor();
    await workspace.expectAccessible();
    await page.getByRole('link', { name: 'New client' }).first().click();
    await page.getByLabel('VAT number').fill('40303265045');
    await workspace.button('Create client').click();
    await page.getByText('1 field needs a correction').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-path'))).toBe('name');
    await workspace.expectAccessible();

    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Atelier Lumen SARL');
    await page.getByLabel('VAT number').fill('fr 40 303 265 045');
    await page.getByLabel('Email').fill('nobody');
    await workspace.button('More fields').click();
    await workspace.button('Add contact').click();
    await page.getByRole('group', { name: 'Contact 1' }).getByLabel('Name').fill('Ana');
    await page.getByRole('group', { name: 'Contact 1' }).getByLabel('Quotes').check();
    await page.getByRole('combobox', { name: 'Country' }).click();
    await page.getByRole('combobox', { name: 'Country' }).fill('belg');
    await page.getByRole('option', { name: 'Belgium (BE)' }).click();
    await workspace.button('Create client').click();
    await page.getByRole('alert').getByText('Correct these errors').waitFor();
    expect(await page.getByLabel('Email').first().getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Email').first().fill('compta@lumen.example');
    await workspace.button('Create client').click();
    await workspace.heading('Atelier Lumen SARL').waitFor();
    await page.getByRole('heading', { name: 'No documents yet' }).waitFor();
    const href = await page.getByRole('main').getByRole('link', { name: 'New invoice' }).getAttribute('href');
    expect(href).toContain('clientId=');
    await workspace.expectAccessible();
    expect((await workspace.listOf<ClientView>('clients'))[0]).toMatchObject({
      name: 'Atelier Lumen SARL',
      vatNumber: 'FR40303265045',
      email: 'compta@lumen.example',
      billingAddress: { country: 'BE' },
      contacts: [{ name: 'Ana', receives: ['Quote'] }],
    });
  });

  it('is edited; a change of another member in the meantime is not overwritten', async () => {
    const { id } = await workspace.newClient('Nordhafen GmbH');
    await workspace.open(`/clients/${id}/edit`);
    await page.getByLabel('Phone').fill('+49 40 1234');
    await workspace.session.call('PATCH', `/app/clients/${id}`, { body: { notes: 'Calls back' } });
    // The open form shows it, and keeps the input.
    await page.getByText('Changed by someone else').waitFor();
    await workspace.button('Save').click();
    await page.locator('.st-save-error:focus').waitFor();
    const row = (label: string) =>
      page.getByRole('region', { name: 'Fields that differ' }).getByRole('row', { name: label });
    await row('Phone').waitFor();
    expect(await row('Phone').getByRole('cell').allTextContents()).toEqual(['+49 40 1234', 'None']);
    expect(await row('Private notes').getByRole('cell').allTextContents()).toEqual([
      'Not changed by you',
      'Calls back',
    ]);
    await workspace.expectAccessible();
    await workspace.button('Discard my changes and load theirs').click();
    // Their version replaces the input when it has arrived.
    await page.getByText('Changed by someone else').waitFor({ state: 'detached' });
    await page.getByText('Calls back').waitFor();
    await page.getByLabel('Phone').fill('+49 40 1234');
    await workspace.button('Save').click();
    await workspace.heading('Nordhafen GmbH').waitFor();
    expect(await workspace.get<ClientView>(`clients/${id}`)).toMatchObject({
      phone: '+49 40 1234',
      notes: 'Calls back',
    });
  });

  it('is deleted, or archived if it has documents, as the page states before and after', async () => {
    const [free, used] = [await workspace.newClient('Free Ltd'), await workspace.newClient('Used Ltd')];
    await workspace.sentInvoice(used.id);
    await workspace.open(`/clients/${used.id}`);
    await workspace.button('More').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('so it is archived instead of deleted').waitFor();
    await workspace.expectAccessible();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await page.getByText('Used Ltd archived because it has documents').waitFor();
    await workspace.button('More').click();
    await page.getByRole('menuitem', { name: 'Restore', exact: true }).click();
    await page.getByText('Used Ltd restored').waitFor();

    await workspace.open(`/clients/${free.id}`);
    await workspace.button('More').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Free Ltd deleted').waitFor();
    await workspace.heading('Clients').waitFor();
    expect((await workspace.session.call('GET', `/app/clients/${free.id}`)).status).toBe(404);
  });

  it('is found by a search that is part of the address', async () => {
    await workspace.open('/clients');
    await page.getByLabel('Search').fill('lumen');
    await page.getByText('1 of 1').waitFor();
    expect(page.url()).toContain('q=lumen');
    await page.reload();
    await page.getByRole('link', { name: 'Atelier Lumen SARL' }).waitFor();
    await workspace.button('Clear filters').click();
    await page.getByText('3 of 3').waitFor();
  });

  it('has a link to all documents; showing one that was revoked in the meantime creates no other', async () => {
    const [{ id } = { id: 0 }] = await workspace.listOf<ClientView>('clients');
    const path = `/app/clients/${id}/page-link`;
    await workspace.session.call('POST', path, { body: {} });
    await workspace.open(`/clients/${id}`);
    await workspace.button('Show link').click();
    await page
      .getByRole('dialog')
      .getByText(/\/d\/[0-9A-Za-z]{32,33}$/)
      .waitFor();
    await workspace.expectAccessible();
    await page.keyboard.press('Escape');
    await workspace.session.call('DELETE', path);
    await workspace.button('Show link').click();
    await page.getByText('The link was revoked.').waitFor();
    expect((await workspace.session.call<ClientPageLinkView>('GET', path)).body.status).toBe('Revoked');
  });
});

describe('money, step by step', () => {
  let client: ClientView;
  let invoices: InvoiceView[];

  it('pays two invoices together, and the rest becomes credit', async () => {
    client = await workspace.newClient('Harbour & Finch');
    invoices = [await workspace.sentInvoice(client.id), await workspace.sentInvoice(client.id)];
    await workspace.open('/payments/new');
    await workspace.button('Record payment').click();
    await page.getByText('Choose a client', { exact: true }).waitFor();
    await page.getByPlaceholder('Search by name').fill('Harbour');
    await page.locator('[role=option][data-combobox-selected]', { hasText: 'Harbour & Finch' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByLabel('Amount', { exact: true }).fill('2200,5');
    await page.getByLabel(`Amount for ${invoices[0]?.number}`).fill('2000');
    await page.getByText('At most €1,080.00').waitFor();
    await workspace.expectAccessible();
    await workspace.button('Fill amounts, oldest first').click();
    await page.getByText('€40.50').waitFor();
    await page.getByLabel('Reference', { exact: true }).fill('Bank 4711');
    await workspace.button('Record payment').click();
    await workspace.heading('Payment of €2,200.50').waitFor();
    await page.getByText('Bank 4711').waitFor();
    await workspace.expectAccessible();
    const [payment] = await workspace.listOf<PaymentView>('payments');
    expect(payment).toMatchObject({ amount: '2200.50', unallocated: '40.50' });
    expect(payment?.allocations).toEqual(invoices.map(({ id }) => ({ invoiceId: id, amount: '1080.00' })));
    expect(await workspace.get<InvoiceView>(`invoices/${invoices[0]?.id}`)).toMatchObject({ status: 'Paid' });
  });

  it('is refunded up to the credit, which is filled in', async () => {
    await workspace.button('Refund').click();
    await workspace.heading('Record refund').waitFor();
    await hasValue(page.getByLabel('Amount', { exact: true }), '40.50');
    await page.getByText('The client’s credit is €40.50.').waitFor();
    await workspace.expectAccessible();
    await workspace.button('Cancel').click();
    await workspace.heading('Payment of €2,200.50').waitFor();
  });

  it('is allocated later from the credit', async () => {
    const { id, number } = await workspace.sentInvoice(client.id);
    const [payment] = await workspace.listOf<PaymentView>('payments');
    await workspace.open(`/payments/${payment?.id}`);
    await workspace.button('Allocate credit').click();
    await workspace.button(`Fill ${number}`).click();
    await workspace.expectAccessible();
    await page.getByRole('dialog').getByRole('button', { name: 'Allocate', exact: true }).click();
    await page.getByText('€40.50 allocated').waitFor();
    await page.getByRole('link', { name: number ?? '' }).waitFor();
    expect(await workspace.get<InvoiceView>(`invoices/${id}`)).toMatchObject({ status: 'Partial', balance: '1039.50' });
  });

  it('is refunded for an invoice', async () => {
    const [invoice] = invoices;
    await workspace.open(`/payments/new?clientId=${client.id}&kind=Refund`);
    await page.getByLabel('Amount', { exact: true }).fill('100');
    await page.getByText('The client’s credit is only €0.00').waitFor();
    await workspace.button(`Fill ${invoice?.number}`).click();
    await page.getByText('The client’s credit is €0.00.').waitFor();
    await workspace.expectAccessible();
    await workspace.button('Record refund').click();
    await workspace.heading('Refund of €100.00').waitFor();
    expect(await workspace.button('Refund').count()).toBe(0);
    expect(await workspace.get<InvoiceView>(`invoices/${invoice?.id}`)).toMatchObject({ amountPaid: '980.00' });
  });

  it('is deleted with a reason, which is kept', async () => {
    await workspace.button('Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Enter an explanation').waitFor();
    await workspace.expectAccessible();
    await page.getByLabel('Explanation').fill('Entered twice');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alert').getByText('Entered twice').waitFor();
    expect(await workspace.get<InvoiceView>(`invoices/${invoices[0]?.id}`)).toMatchObject({ amountPaid: '1080.00' });
  });

  it('is listed, and filtered by its rest', async () => {
    await workspace.open('/payments?kind=%22Refund%22');
    await page.getByText('1 of 1').waitFor();
    await workspace.button('Clear filters').click();
    await page.getByText('2 of 2').waitFor();
    await workspace.expectAccessible();
    await page.getByLabel('With credit left').check();
    await page.getByText('No results for these filters').waitFor();
    await workspace.expectAccessible();
  });
});

describe('the form of a payment', () => {
  it('is passed by Tab without opening the list of currencies', async () => {
    await workspace.open('/payments/new');
    await page.getByLabel('Amount', { exact: true }).focus();
    await page.keyboard.press('Tab');
    const currency = page.getByRole('combobox', { name: 'Currency' });
    await currency.and(page.locator(':focus')).waitFor();
    expect(await currency.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: /^EUR/ }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('reads a date as people type it, keeps invalid input, and has a calendar for the keyboard', async () => {
    await workspace.open('/payments/new');
    const field = page.getByLabel('Date', { exact: true });
    const typed = async (text: string) => {
      await field.fill(text);
      await field.blur();
      return field.inputValue();
    };
    expect(await typed('30 Feb 2026')).toBe('30 Feb 2026');
    await page.getByText('Enter a date, such as 22 Nov 2026 or 2026-11-22').waitFor();
    await workspace.expectAccessible();
    expect(await typed('5/11/2026')).toBe('5 Nov 2026');
    expect(await typed('2026-11-06')).toBe('6 Nov 2026');
    const calendar = field.locator('..').getByRole('button', { name: 'Open calendar' });
    await calendar.press('Enter');
    await page.getByRole('button', { name: '6 November 2026' }).and(page.locator(':focus')).waitFor();
    await workspace.expectAccessible();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await hasValue(field, '7 Nov 2026');
    await calendar.and(page.locator(':focus')).waitFor();
  });
});

describe('a credit note', () => {
  it('credits a part of an invoice, for the amount on the screen', async () => {
    const { id, number } = await workspace.sentInvoice((await workspace.newClient('Roux')).id);
    await workspace.effort.begin();
    await workspace.open(`/invoices/${id}`);
    await workspace.button('More').click();
    await page.getByRole('menuitem', { name: 'Credit' }).click();
    await page.getByText('Reduces the outstanding amount by €1,080.00.').waitFor();
    const consulting = page.getByRole('checkbox', { name: 'Consulting' });
    await consulting.check();
    expect(await page.getByLabel('Selected line items').isChecked()).toBe(true);
    await consulting.press('Space');
    await page.getByText('Select at least one line item.').waitFor();
    await consulting.press('Space');
    await page.getByLabel('Quantity of Consulting to credit').fill('3');
    await page.getByText('At most 2').waitFor();
    await workspace.expectAccessible();
    await page.getByLabel('Quantity of Consulting to credit').fill('0.5');
    await page.getByText('Reduces the outstanding amount by €270.00.').waitFor();
    await page.getByLabel('Reason', { exact: true }).selectOption('Return');
    await page.getByLabel('Explanation').fill('Half a day was not worked');
    await workspace.button('Issue credit note').click();
    await page.getByRole('dialog', { name: 'Issue a credit note for €270.00?' }).waitFor();
    expect(await workspace.effort.spent()).toEqual({ clicks: 4, fields: 3 });
    await workspace.expectAccessible();
    await page.getByRole('dialog').getByRole('button', { name: 'Issue credit note' }).click();
    await workspace.heading(/^Credit note CN-/).waitFor();
    await page.getByText(`Reduced the outstanding amount of ${number} by €270.00.`).waitFor();
    await workspace.expectAccessible();
    const [note] = await workspace.listOf<CreditNoteView>('credit-notes');
    expect(note).toMatchObject({ totals: { gross: '270.00' }, reason: { code: 'Return' } });
    expect(await workspace.get<InvoiceView>(`invoices/${id}`)).toMatchObject({ balance: '810.00' });

    await page.getByRole('link', { name: 'All credit notes' }).click();
    await page.getByRole('link', { name: note?.number ?? '' }).waitFor();
    await workspace.expectAccessible();
  });
});

it('logged no errors', () => {
  expect(workspace.complaints).toEqual([]);
});
