import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
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

it('logged no errors', () => {
  expect(workspace.complaints).toEqual([]);
});
