import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ClientView } from '@billhook/contract/client';
import type { CreditNoteView } from '@billhook/contract/credit-note';
import type { InvoiceView } from '@billhook/contract/invoice';
import type { MailView } from '@billhook/contract/mail';
import type { PaymentView } from '@billhook/contract/payment';
import { accessibilityFaults, launchBrowser } from '@billhook/testing/browser';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { TestApi } from './support/api.js';
import { clientBody, invoiceBody } from './support/bodies.js';
import { World, type SessionCaller } from './support/world.js';

jest.setTimeout(60_000);

let api: TestApi;
let session: SessionCaller;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** What the page complained about: a screen that works has nothing to say. */
const complaints: string[] = [];

beforeAll(async () => {
  api = await TestApi.start({ PUBLIC_URL: 'http://127.0.0.1' });
  const world = new World(api);
  session = await world.session(await world.member(await world.company()));
  browser = await launchBrowser();
  context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } });
  const [name = '', value = ''] = session.cookie.split('=');
  await context.addCookies([{ name, value, url: api.url }]);
  page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
});
afterAll(async () => {
  await browser.close();
  await api.stop();
});

const open = (path: string) => page.goto(`${api.url}/settings${path}`);
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });

async function get<T>(path: string): Promise<T> {
  return (await session.call<T>('GET', `/app/${path}`)).body;
}

async function listOf<T>(path: string): Promise<T[]> {
  return (await get<{ data: T[] }>(path)).data;
}

async function sentInvoice(clientId: number, send: object = {}): Promise<InvoiceView> {
  const { body } = await session.call<InvoiceView>('POST', '/app/invoices', { body: invoiceBody(clientId) });
  return (await session.call<InvoiceView>('POST', `/app/invoices/${body.id}/send`, { body: send })).body;
}

async function newClient(name: string): Promise<ClientView> {
  return (await session.call<ClientView>('POST', '/app/clients', { body: { ...clientBody, name } })).body;
}

const LOOKS = [
  { colorScheme: 'dark', width: 390 },
  { colorScheme: 'light', width: 1280 },
] as const;

/** Nothing to find for axe, on a phone in the dark and on a desktop in the light; and nothing is wider than the screen. */
async function expectAccessible(): Promise<void> {
  for (const { colorScheme, width } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
}

describe('a client', () => {
  it('is created in the form, after the faults that the page and the server found', async () => {
    await open('/clients');
    await page.getByText('No client yet').waitFor();
    await expectAccessible();
    await page.getByRole('link', { name: 'New client' }).first().click();
    await page.getByLabel('VAT number').fill('40303265045');
    await button('Create client').click();
    await page.getByText('Begin with the country prefix, like FR40303265045').waitFor();
    await page.getByText('2 fields need a correction').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-path'))).toBe('name');
    await expectAccessible();

    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Atelier Lumen SARL');
    await page.getByLabel('VAT number').fill('fr 40 303 265 045');
    await page.getByLabel('E-mail').fill('nobody');
    await button('Add a contact').click();
    await page.getByRole('group', { name: 'Contact 1' }).getByLabel('Name').fill('Ana');
    await page.getByRole('group', { name: 'Contact 1' }).getByLabel('Quotes').check();
    await page.getByRole('combobox', { name: 'Country' }).click();
    await page.getByRole('combobox', { name: 'Country' }).fill('belg');
    await page.getByRole('option', { name: 'Belgium (BE)' }).click();
    await button('Create client').click();
    await page.getByRole('alert').getByText('Something needs your attention').waitFor();
    expect(await page.getByLabel('E-mail').first().getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('E-mail').first().fill('compta@lumen.example');
    await button('Create client').click();
    await heading('Atelier Lumen SARL').waitFor();
    await page.getByText('Nothing is open.').waitFor();
    await expectAccessible();
    expect((await listOf<ClientView>('clients'))[0]).toMatchObject({
      name: 'Atelier Lumen SARL',
      vatNumber: 'FR40303265045',
      email: 'compta@lumen.example',
      billingAddress: { country: 'BE' },
      contacts: [{ name: 'Ana', receives: ['Quote'] }],
    });
  });

  it('is edited; what somebody else changed meanwhile is not overwritten', async () => {
    const { id } = await newClient('Nordhafen GmbH');
    await open(`/clients/${id}/edit`);
    await page.getByLabel('Phone').fill('+49 40 1234');
    await session.call('PATCH', `/app/clients/${id}`, { body: { notes: 'Calls back' } });
    await button('Save').click();
    await page.getByText('Changed meanwhile').waitFor();
    await button('Reload').click();
    await page.getByText('Calls back').waitFor();
    await page.getByLabel('Phone').fill('+49 40 1234');
    await button('Save').click();
    await heading('Nordhafen GmbH').waitFor();
    expect(await get<ClientView>(`clients/${id}`)).toMatchObject({ phone: '+49 40 1234', notes: 'Calls back' });
  });

  it('is deleted, or archived where documents refer to it, as the page says before and after', async () => {
    const [free, used] = [await newClient('Free Ltd'), await newClient('Used Ltd')];
    await sentInvoice(used.id);
    await open(`/clients/${used.id}`);
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('so it is archived instead').waitFor();
    await expectAccessible();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await page.getByText('Used Ltd is archived: documents refer to it').waitFor();
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Take back from the archive' }).click();
    await page.getByText('Used Ltd is active again').waitFor();

    await open(`/clients/${free.id}`);
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Free Ltd is deleted').waitFor();
    await heading('Clients').waitFor();
    expect((await session.call('GET', `/app/clients/${free.id}`)).status).toBe(404);
  });

  it('is found by a search that lives in the address', async () => {
    await open('/clients');
    await page.getByLabel('Name, e-mail or your own id').fill('lumen');
    await page.getByText('1 of 1').waitFor();
    expect(page.url()).toContain('q=lumen');
    await page.reload();
    await page.getByRole('link', { name: 'Atelier Lumen SARL' }).waitFor();
    await button('Clear filters').click();
    await page.getByText('3 of 3').waitFor();
  });
});

describe('money', () => {
  let client: ClientView;
  let invoices: InvoiceView[];

  it('pays two invoices at once, and what is left becomes credit', async () => {
    client = await newClient('Harbour & Finch');
    invoices = [await sentInvoice(client.id), await sentInvoice(client.id)];
    await open('/payments/new');
    await button('Record payment').click();
    await page.getByText('Choose the client', { exact: true }).waitFor();
    await page.getByPlaceholder('Type a name').fill('Harbour');
    await page.getByRole('option', { name: /Harbour & Finch/ }).click();
    await page.getByLabel('Amount', { exact: true }).fill('2200,5');
    await page.getByLabel(`Amount for ${invoices[0]?.number}`).fill('2000');
    await page.getByText('At most €1,080.00').waitFor();
    await expectAccessible();
    await button('Fill, oldest first').click();
    await page.getByText('€40.50').waitFor();
    await page.getByLabel('Reference').fill('Bank 4711');
    await button('Record payment').click();
    await heading('Payment of €2,200.50').waitFor();
    await page.getByText('Bank 4711').waitFor();
    await expectAccessible();
    const [payment] = await listOf<PaymentView>('payments');
    expect(payment).toMatchObject({ amount: '2200.50', unallocated: '40.50' });
    expect(payment?.allocations).toEqual(invoices.map(({ id }) => ({ invoiceId: id, amount: '1080.00' })));
    expect(await get<InvoiceView>(`invoices/${invoices[0]?.id}`)).toMatchObject({ status: 'Paid' });
  });

  it('is allocated later from the credit', async () => {
    const { id, number } = await sentInvoice(client.id);
    const [payment] = await listOf<PaymentView>('payments');
    await open(`/payments/${payment?.id}`);
    await button('Allocate the credit').click();
    await button(`Fill ${number}`).click();
    await expectAccessible();
    await page.getByRole('dialog').getByRole('button', { name: 'Allocate', exact: true }).click();
    await page.getByText('€40.50 allocated').waitFor();
    await page.getByRole('link', { name: number ?? '' }).waitFor();
    expect(await get<InvoiceView>(`invoices/${id}`)).toMatchObject({ status: 'Partial', balance: '1039.50' });
  });

  it('is given back of an invoice', async () => {
    const [invoice] = invoices;
    await open(`/payments/new?clientId=${client.id}&kind=Refund`);
    await page.getByLabel('Amount', { exact: true }).fill('100');
    await page.getByText('The client’s credit is only €0.00').waitFor();
    await button(`Fill ${invoice?.number}`).click();
    await page.getByText('The client’s credit is €0.00.').waitFor();
    await expectAccessible();
    await button('Record refund').click();
    await heading('Refund of €100.00').waitFor();
    expect(await get<InvoiceView>(`invoices/${invoice?.id}`)).toMatchObject({ amountPaid: '980.00' });
  });

  it('is deleted with a reason, which stays', async () => {
    await button('Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Say why').waitFor();
    await expectAccessible();
    await page.getByLabel('In your own words').fill('Entered twice');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('alert')
      .getByText(/Entered twice/)
      .waitFor();
    expect(await get<InvoiceView>(`invoices/${invoices[0]?.id}`)).toMatchObject({ amountPaid: '1080.00' });
  });

  it('is listed, and filtered by what is left of it', async () => {
    await open('/payments?kind=%22Refund%22');
    await page.getByText('1 of 1').waitFor();
    await button('Clear filters').click();
    await page.getByText('2 of 2').waitFor();
    await expectAccessible();
    await page.getByLabel('With credit left').check();
    await page.getByText('Nothing fits these filters').waitFor();
    await expectAccessible();
  });
});

describe('a credit note', () => {
  it('takes a part of an invoice back, for the amount that stood on screen', async () => {
    const { id, number } = await sentInvoice((await newClient('Roux')).id);
    await open(`/credit-notes/new?invoiceId=${id}`);
    await page.getByText('€1,080.00 will be taken off the open balance.').waitFor();
    await page.getByLabel('Chosen lines').check();
    await page.getByText('Choose at least one line.').waitFor();
    await page.getByRole('checkbox', { name: 'Consulting' }).check();
    await page.getByLabel('Quantity of Consulting to credit').fill('3');
    await page.getByText('At most 2').waitFor();
    await expectAccessible();
    await page.getByLabel('Quantity of Consulting to credit').fill('0.5');
    await page.getByText('€270.00 will be taken off the open balance.').waitFor();
    await page.getByLabel('Reason').selectOption('Return');
    await page.getByLabel('In your own words').fill('Half a day was not worked');
    await button('Issue credit note').click();
    await heading(/^Credit note CN-/).waitFor();
    await page.getByText(`€270.00 were taken off the open balance of ${number}.`).waitFor();
    await expectAccessible();
    const [note] = await listOf<CreditNoteView>('credit-notes');
    expect(note).toMatchObject({ totals: { gross: '270.00' }, reason: { code: 'Return' } });
    expect(await get<InvoiceView>(`invoices/${id}`)).toMatchObject({ balance: '810.00' });

    await page.getByRole('link', { name: 'All credit notes' }).click();
    await page.getByRole('link', { name: note?.number ?? '' }).waitFor();
    await expectAccessible();
  });
});

describe('the company', () => {
  it('proves that its numbers have no gap, and gets another series', async () => {
    await open('/numbering');
    await page.getByText('All 5 numbers that were given are held by a document').waitFor();
    await expectAccessible();
    await button('New series').click();
    await page.getByLabel('Code').fill('shop');
    await page.getByLabel('Pattern').fill('SHOP-{###}');
    await page.getByText('Name the year, {YYYY} or {YY}').waitFor();
    await expectAccessible();
    await page.getByLabel('Pattern').fill('SHOP-{YYYY}-{###}');
    await page.getByLabel('First number').fill('7');
    const year = api.clock.now().getUTCFullYear();
    await page.getByText(`SHOP-${year}-009`).waitFor();
    await button('Create series').click();
    await page.getByText('The series shop is ready').waitFor();
    await button('Edit the series shop of Invoices').click();
    await page.getByLabel('Pattern').fill('INV-{YYYY}-{#####}');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('is that of another series of this kind').first().waitFor();
  });

  it('says what stands on its documents, in a time zone found by typing', async () => {
    await open('/company');
    await page.getByLabel('Legal name').fill('');
    await button('Save').click();
    await page.getByText('Fill in this field').waitFor();
    await page.getByLabel('Legal name').fill('Studio Boréal');
    await page.getByLabel('IBAN').fill('fr14 2004 1010 0505 0001 3m02 606');
    await page.getByRole('combobox', { name: 'Time zone' }).click();
    await page.getByRole('combobox', { name: 'Time zone' }).fill('montev');
    await page.getByRole('option', { name: 'America/Montevideo' }).click();
    await expectAccessible();
    await button('Save').click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await get('company')).toMatchObject({
      name: 'Studio Boréal',
      iban: 'FR1420041010050500013M02606',
      timeZone: 'America/Montevideo',
    });
    await page.getByLabel('BIC').fill('PSSTFRPPLIL');
    await page.getByRole('link', { name: 'Numbering' }).click();
    await page.getByText('Leave without saving?').waitFor();
    await button('Cancel').click();
    await button('Discard changes').click();
  });

  it('is read, not changed, without the permission', async () => {
    const world = new World(api);
    const reader = await world.session(await world.member(await world.company(), { role: 'Read-only' }));
    const other = await browser.newContext({ locale: 'fr-FR' });
    const [name = '', value = ''] = reader.cookie.split('=');
    await other.addCookies([{ name, value, url: api.url }]);
    const theirs = await other.newPage();
    await theirs.goto(`${api.url}/settings/company`);
    await theirs.getByText('il faut pour cela le droit company.manage').waitFor();
    expect(await theirs.getByRole('textbox').count()).toBe(0);
    expect(await accessibilityFaults(theirs)).toEqual([]);
    await theirs.goto(`${api.url}/settings/numbering`);
    await theirs.getByText('Aucun numéro attribué').first().waitFor();
    expect(await theirs.getByRole('button', { name: 'Nouvelle série' }).count()).toBe(0);
    expect(await accessibilityFaults(theirs)).toEqual([]);
    await other.close();
  });
});

describe('mails', () => {
  it('that were kept can be read, without any script of theirs; the page says why none is sent', async () => {
    const { id: clientId } = await newClient('Minot');
    await sentInvoice(clientId, { channel: 'Email', to: ['bonjour@minot.example'] });
    const [mail] = await listOf<MailView>('mails');
    await open('/mails?status=Kept');
    await page.getByText('This installation sends no mail').waitFor();
    await expectAccessible();
    await page.getByRole('link', { name: mail?.subject ?? '' }).click();
    const frame = page.getByTitle(/as the client sees it/);
    expect(await frame.getAttribute('sandbox')).toBe('');
    await page.frameLocator('iframe').getByText('Minot').first().waitFor();
    expect(await button('Send again').getAttribute('aria-disabled')).toBe('true');
    // axe brings its scripts into every frame, which this one refuses; so it looks at the page while the frame is away.
    await page.getByText('As text').click();
    await page.getByRole('region', { name: 'As text' }).waitFor();
    await expectAccessible();
  });
});

it('complained about nothing', () => {
  expect(complaints).toEqual([]);
});
