import type { ClientView } from '@billhook/contract/invoicing/client';
import { requiredTerms } from '@billhook/domain/invoicing/legal-texts';
import { connectBrowser, hasValue } from '@billhook/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { TestApi } from '../support/api.js';
import { Records } from '../support/records.js';
import { passwordDialog, SettingsPage, TWO_LOOKS } from '../support/settings-page.js';
import { PASSWORD, World, type SeededMember, type SessionCaller } from '../support/world.js';

let api: TestApi;
let browser: Browser;
let settings: SettingsPage;
let page: Page;
let records: Records;
let client: ClientView;
let session: SessionCaller;
let world: World;
let owner: SeededMember;

beforeAll(async () => {
  api = await TestApi.start({ PUBLIC_URL: 'http://127.0.0.1' });
  world = new World(api);
  owner = await world.member(await world.company());
  records = new Records(await world.key({ member: owner }));
  session = await world.session(owner);
  client = await records.client();
  browser = await connectBrowser();
  settings = await SettingsPage.open(browser, api);
  ({ page } = settings);
  await settings.enter(session);
  await settings.goto('/');
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
});
afterAll(async () => {
  await browser.close();
  await api.stop();
});

const line = (n: number) => page.getByRole('group', { name: new RegExp(`^Line item ${n}(:|$)`) });
/** A number field replaces its text when it gets the focus, after `fill` has selected what was there. */
async function replace(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.fill(text);
}
const focusedId = () => page.evaluate(() => document.activeElement?.id ?? '');
/** Continues on the page after its session has ended. */
async function signInAgain(): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'detached' });
}
const idInAddress = () => Number(/\/invoices\/(\d+)/.exec(settings.address)?.[1]);

describe('the editor, in the language of the screen', () => {
  const price = () => line(1).getByLabel('Price');
  const due = () => page.getByLabel('Due date');

  it('reads numbers as it prints them, and shows how it read them', async () => {
    await settings.goto(`/invoices/new?clientId=${client.id}`);
    await line(1).getByLabel('Item', { exact: true }).fill('Paper');
    await line(1).getByLabel('VAT rate in %').fill('0,5');
    await replace(line(1).getByLabel('Quantity'), '1,000');
    for (const [typed, shown] of [
      ['1,234', '1,234.00'],
      ['€ 12.5', '12.50'],
      ['１，２３４．５', '1,234.50'],
    ] as const) {
      await replace(price(), typed);
      await price().blur();
      await hasValue(price(), shown);
    }
    await hasValue(line(1).getByLabel('Quantity'), '1,000');
    await hasValue(line(1).getByLabel('VAT rate in %'), '0.5');
    await page.getByText('€1,234,500.00').first().waitFor();
    // In the field there are no group signs, which a further digit would move.
    await line(1).getByLabel('Quantity').focus();
    await hasValue(line(1).getByLabel('Quantity'), '1000');
    await page.keyboard.press('End');
    await page.keyboard.type('0');
    await line(1).getByLabel('Quantity').blur();
    await hasValue(line(1).getByLabel('Quantity'), '10,000');
    // Who arrives by Tab types over the number.
    await line(1).getByLabel('Item', { exact: true }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.type('2,000');
    await line(1).getByLabel('Quantity').blur();
    await hasValue(line(1).getByLabel('Quantity'), '2,000');
  });

  it('shows an error at a number that it cannot read, and no amount of it', async () => {
    await replace(price(), '1234,567');
    await price().blur();
    await line(1).getByText('Enter a number, such as 12.5').waitFor();
    await line(1).getByText('€').waitFor({ state: 'detached' });
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
  });

  it('takes the terms of the client, and sends a due date only if it was entered', async () => {
    const lumen = await records.client({
      name: 'Lumen Terms',
      paymentTerms: { days: 30, text: '2 % within 10 days' },
    });
    await settings.goto('/invoices/new');
    await page.getByRole('textbox', { name: 'Client' }).fill('lumen terms');
    await page.getByRole('option', { name: /Lumen Terms/ }).click();
    await hasValue(page.getByRole('textbox', { name: 'Terms' }), '2 % within 10 days');
    await line(1).getByLabel('Item', { exact: true }).fill('Paper');
    await replace(price(), '10');
    await line(1).getByLabel('VAT rate in %').fill('20');
    await page.getByLabel('Issue date').fill('2026-11-01');
    await page.getByText(/: 1 Dec 2026/).waitFor();
    await page.keyboard.press('Control+s');
    await page.getByRole('heading', { name: 'Draft invoice', exact: true }).waitFor();
    const id = idInAddress();
    expect(await records.invoice(id)).toMatchObject({
      clientId: lumen.id,
      dueDate: '2026-12-01',
      dueDateByTerms: true,
      terms: '2 % within 10 days',
    });
    await settings.goto(`/invoices/${id}/edit`);
    await hasValue(due(), '');
    await page.getByLabel('Issue date').fill('2026-11-10');
    await page.getByText(/: 10 Dec 2026/).waitFor();
    await page.getByRole('textbox', { name: 'Terms' }).fill('');
    await page.keyboard.press('Control+s');
    await page.getByRole('heading', { name: 'Draft invoice', exact: true }).waitFor();
    expect(await records.invoice(id)).toMatchObject({ dueDate: '2026-12-10', dueDateByTerms: true, terms: null });
  });
});

describe('a first invoice of a company whose details are missing', () => {
  const panel = () => page.getByRole('region', { name: 'Before you send' });
  const company = () => page.getByRole('dialog', { name: 'Company details' });
  const newClient = () => page.getByRole('dialog', { name: 'New client' });
  const longName = 'Grundstücksverkehrsgenehmigung'.repeat(6).slice(0, 180);

  it('lists what is missing before it can be sent or paid, from the start', async () => {
    const legalNotice = requiredTerms('FR')?.en;
    await session.call('PATCH', '/app/company', { body: { address: null, vatNumber: null, legalNotice } });
    await settings.goto('/invoices/new');
    await panel().getByText('Your address is missing').waitFor();
    await panel().getByText('Your VAT number or tax number is missing').waitFor();
    await panel().getByText('Clients cannot see where to pay').waitFor();
    await line(1).getByLabel('Item', { exact: true }).fill('Paper');
    await replace(line(1).getByLabel('Price'), '10');
    await replace(line(1).getByLabel('VAT rate in %'), '');
    await panel().getByRole('button', { name: 'Go to field: Line item 1, VAT: Enter a VAT rate' }).click();
    expect(await focusedId()).toMatch(/^ed-line-.*-taxRate$/);
    await page.keyboard.type('20');
    await panel().getByText('Enter a VAT rate').waitFor({ state: 'detached' });
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
  });

  it('completes the company in one dialog, with the password, also after the session has ended', async () => {
    // A change of the bank account requires a recently confirmed password.
    api.clock.advance(11 * 60_000);
    await panel().getByRole('button', { name: 'Add your IBAN' }).click();
    await company().getByLabel('IBAN').fill('FR14 2004 1010 0505 0001 3M02 607');
    expect(await focusedId()).toBe(await company().getByLabel('IBAN').getAttribute('id'));
    await company().getByLabel('Street and number').fill('21 rue de la Fonderie');
    await company().getByLabel('City').fill('Lille');
    await company().getByLabel('VAT number').fill('FR83404833048');
    await company().getByRole('button', { name: 'Save' }).click();
    await company().getByText('Fill in this field').waitFor();
    await company().getByRole('combobox', { name: 'Country' }).fill('france');
    await company().getByRole('combobox', { name: 'Country' }).press('Enter');
    await company().getByRole('button', { name: 'Save' }).click();
    await company().getByText('Not a valid IBAN').waitFor();
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
    await company().getByLabel('IBAN').fill('FR14 2004 1010 0505 0001 3M02 606');
    await company().getByRole('button', { name: 'Save' }).click();
    await passwordDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await passwordDialog(page).waitFor({ state: 'detached' });
    await page.context().clearCookies();
    await company().getByRole('button', { name: 'Save' }).click();
    await signInAgain();
    await company().waitFor({ state: 'detached' });
    await panel().waitFor({ state: 'detached' });
    await hasValue(line(1).getByLabel('Item', { exact: true }), 'Paper');
  });

  it('creates its client without leaving it, with the address that an invoice needs', async () => {
    await page.getByRole('textbox', { name: 'Client' }).fill(longName);
    await page.getByRole('option', { name: `Create client “${longName}”` }).click();
    await hasValue(newClient().getByLabel(/^Name/), longName);
    await newClient().getByLabel('Email').fill('compta@lumen.example');
    await newClient().getByRole('button', { name: 'Create client' }).click();
    await newClient().getByText('Fill in this field').first().waitFor();
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
    await newClient().getByLabel('Private individual').check();
    await newClient().getByLabel('VAT number').waitFor({ state: 'detached' });
    await newClient().getByLabel('Private individual').uncheck();
    await newClient().getByLabel('Postal code').fill('59000');
    await newClient().getByLabel('City').fill('Lille');
    await page.context().setOffline(true);
    await newClient().getByRole('button', { name: 'Create client' }).click();
    await newClient().getByText('Your input is kept').waitFor();
    await page.context().setOffline(false);
    await newClient().getByRole('button', { name: 'Create client' }).click();
    await newClient().waitFor({ state: 'detached' });
    await hasValue(page.getByRole('textbox', { name: 'Client' }), longName);
    // Its address has no street, which only some clients do without.
    await panel().getByRole('button', { name: 'Add the client’s address' }).click();
    const dialog = page.getByRole('dialog', { name: longName });
    await dialog.getByLabel('Street and number').fill('8 rue des Tilleuls');
    await page.context().clearCookies();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await signInAgain();
    await page.getByText('Ready to send', { exact: true }).waitFor();
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
  });

  it('is sent by link, which is then copied', async () => {
    await page.getByRole('button', { name: 'Save and send' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send invoice' });
    await dialog.getByRole('radio', { name: 'Link' }).check();
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Client link copied').waitFor();
    await page.getByRole('heading', { name: /^Invoice INV-/ }).waitFor();
    expect(await records.invoice(idInAddress())).toMatchObject({ status: 'Sent', client: { name: longName } });
    await page.getByRole('button', { name: 'Copy client link' }).first().waitFor();
  });
});

it('names the members who can change the company to those who cannot', async () => {
  await session.call('PATCH', '/app/company', { body: { address: null } });
  const member = await world.member(owner.companyId, { permissions: ['invoice.read', 'invoice.write'] });
  const theirs = await SettingsPage.open(browser, api);
  await theirs.enter(await world.session(member));
  await theirs.goto('/');
  await theirs.page.getByRole('link', { name: 'New invoice' }).first().click();
  await theirs.page.getByRole('button', { name: 'Add your address' }).click();
  await theirs.page.getByRole('dialog').getByRole('link', { name: owner.email }).waitFor();
  expect(await theirs.violations(TWO_LOOKS)).toEqual([]);
  await theirs.close();
});

describe('every entry of the summary of errors', () => {
  const alert = () => page.getByRole('alert').filter({ hasText: /need(s)? a correction/ });

  /** Clicks each entry: it opens a dialog, or moves the focus to a field with an error. Returns what each leads to. */
  async function placesOf(): Promise<Record<string, string>> {
    const places: Record<string, string> = {};
    await alert().waitFor();
    for (const entry of await alert().getByRole('button').all()) {
      const text = await entry.innerText();
      await entry.click();
      const dialog = page.getByRole('dialog');
      const id = await focusedId();
      if (/is missing$/.test(text)) {
        await dialog.waitFor();
        places[text] = (await dialog.getAttribute('aria-labelledby'))
          ? await dialog.getByRole('heading').innerText()
          : '';
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
      } else places[text] = id.replace(/-k\d+-/, '-*-');
    }
    expect(Object.values(places)).not.toContain('');
    return places;
  }

  it('leads to its field, or to the dialog that corrects it', async () => {
    const bare = await records.client({ name: 'Bare GmbH', vatNumber: undefined, billingAddress: { country: 'DE' } });
    const legalNotice = requiredTerms('FR')?.en;
    await session.call('PATCH', '/app/company', { body: { address: null, vatNumber: null, legalNotice } });
    await settings.goto(`/invoices/new?clientId=${bare.id}`);
    await line(1).getByLabel('VAT category').selectOption('AE');
    await line(1).getByLabel('Description').fill('Two days');
    await replace(line(1).getByLabel('Quantity', { exact: true }), '');
    await replace(line(1).getByLabel('Discount', { exact: true }), '1,2,3x');
    // Its error moves the button below it.
    await line(1).getByLabel('Discount', { exact: true }).blur();
    await page.getByRole('button', { name: 'Add line item' }).click();
    await line(2).getByLabel('Item', { exact: true }).fill('Travel');
    await line(2).getByLabel('VAT category').selectOption('S');
    await page.getByRole('button', { name: 'Add charge' }).click();
    await page.getByLabel('Issue date').fill('2031-01-05');
    await page.getByLabel('Due date').fill('2030-12-01');
    await page.getByLabel('Date of supply').fill('30 Fev');
    await page.getByLabel('Service period, from').fill('2026-11-01');
    await page.getByLabel('Round total to').fill('-1');
    await page.getByRole('button', { name: 'Save and send' }).click();
    expect(await placesOf()).toMatchObject({
      'Your address is missing': 'Company details',
      'The address of the client is missing': 'Bare GmbH',
      'Due date: Must be on or after the issue date': 'ed-dueDate',
      'Line item 1, Item: Enter an item name': 'ed-line-*-name',
      'Line item 1, Exemption reason: Enter the exemption reason for this VAT category': 'ed-line-*-exemptionReason',
      'Line item 2, VAT: Enter a VAT rate': 'ed-line-*-taxRate',
      'Charge 1: Enter an amount or a percentage': 'ed-adjustment-*-worth',
    });
  });

  it('of the API leads to its field as well', async () => {
    await settings.goto(`/invoices/new?clientId=${client.id}`);
    await line(1).getByLabel('Item', { exact: true }).fill('Paper');
    await replace(line(1).getByLabel('Price'), '10');
    await replace(line(1).getByLabel('VAT rate in %'), '20');
    await line(1)
      .getByRole('button', { name: /More fields/ })
      .click();
    await line(1).getByLabel('Unit code (UN/ECE)').fill('X');
    await page.getByLabel('IBAN for payment').fill('FR00');
    await page.getByLabel('BIC').fill('1');
    await page.getByRole('button', { name: 'Save draft' }).click();
    expect(Object.values(await placesOf()).toSorted()).toEqual(['ed-bic', 'ed-iban', 'ed-line-*-unit']);
  });
});
