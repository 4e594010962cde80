import { PutCompanyLogo } from '@billhook/contract/identity/company';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { MailView } from '@billhook/contract/invoicing/mail';
import { requiredTerms } from '@billhook/domain/invoicing/legal-texts';
import { addDays } from '@billhook/domain/shared/calendar';
import { eventually } from '@billhook/testing/patience';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { invoiceBody } from '../support/bodies.js';
import { confirmPassword, followNavigation, passwordDialog } from '../support/settings-page.js';
import { Workspace } from '../support/workspace.js';
import { PASSWORD } from '../support/world.js';

/** One black pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
);

let workspace: Workspace;
let page: Page;

beforeAll(async () => {
  workspace = await Workspace.start();
  page = workspace.page;
});
afterAll(() => workspace.stop());

describe('the company, step by step', () => {
  it('verifies that its numbers have no gap, and gets another series', async () => {
    const { id } = await workspace.newClient('Roux');
    await workspace.sentInvoice(id);
    await workspace.sentInvoice(id);
    await workspace.open('/numbering');
    await page.getByText('All 2 assigned numbers belong to a document').waitFor();
    await workspace.expectAccessible();
    await workspace.button('New series').click();
    await page.getByLabel('Code').fill('shop');
    await page.getByLabel('Pattern').fill('SHOP-{###}');
    await page.getByText('Include the year, {YYYY} or {YY}').waitFor();
    await workspace.expectAccessible();
    await page.getByLabel('Pattern').fill('SHOP-{YYYY}-{###}');
    await page.getByLabel('First number').fill('7');
    const year = workspace.api.clock.now().getUTCFullYear();
    await page.getByText(`SHOP-${year}-009`).waitFor();
    await workspace.button('Create series').click();
    await page.getByText('Series shop created').waitFor();
    await workspace.button('Edit series shop of Invoices').click();
    await page.getByLabel('Pattern').fill('INV-{YYYY}-{#####}');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('has the same pattern').first().waitFor();
  });

  it('closes a period, which blocks changes in it, and requires the password to open it', async () => {
    const { id: clientId } = await workspace.newClient('Closed Ltd');
    const invoice = await workspace.sentInvoice(clientId);
    const today = invoice.issueDate;
    await workspace.open('/company');
    await page.getByLabel('Lock date').fill(today);
    await workspace.expectAccessible();
    await workspace.button('Save').click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await workspace.get('company')).toMatchObject({ lockedUntil: today });
    await workspace.open(`/payments/new?invoiceId=${invoice.id}`);
    await workspace.button('Record payment').click();
    await page
      .getByText(/The books are closed until/)
      .first()
      .waitFor();

    workspace.api.clock.advance(11 * 60_000);
    await workspace.open('/company');
    await page.getByLabel('Lock date').fill('');
    await workspace.button('Save').click();
    await passwordDialog(page).waitFor();
    await workspace.expectAccessible();
    await confirmPassword(page, PASSWORD);
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await workspace.get('company')).toMatchObject({ lockedUntil: null });
  });

  it('edits the texts of its documents, and its time zone by typing', async () => {
    await workspace.open('/company');
    await page.getByLabel('Legal name').fill('');
    await workspace.button('Save').click();
    await page.getByText('Fill in this field').waitFor();
    await page.getByLabel('Legal name').fill('Studio Boréal');
    await page.getByLabel('IBAN').fill('fr14 2004 1010 0505 0001 3m02 606');
    // East of the earlier zone: its day never goes back, at any time of the run, as numbers require.
    await page.getByRole('combobox', { name: 'Time zone' }).click();
    await page.getByRole('combobox', { name: 'Time zone' }).fill('dhak');
    await page.getByRole('option', { name: 'Asia/Dhaka' }).click();
    await workspace.expectAccessible();
    await workspace.button('Save').click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await workspace.get('company')).toMatchObject({
      name: 'Studio Boréal',
      iban: 'FR1420041010050500013M02606',
      timeZone: 'Asia/Dhaka',
    });
    await page.getByLabel('BIC').fill('PSSTFRPPLIL');
    await followNavigation(page, 'Numbering');
    await page.getByText('Leave without saving?').waitFor();
    await workspace.button('Cancel').click();
    await workspace.button('Discard changes').click();
  });

  it('shows its logo, and accepts a file again after it was rejected or removed', async () => {
    await workspace.open('/company');
    const choose = async (button: string, content: Buffer) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), workspace.button(button).click()]);
      // With the same file in the field, a browser reports no change.
      expect(await chooser.element().inputValue()).toBe('');
      await chooser.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: content });
    };
    await choose('Choose file', Buffer.from('<svg><script>alert(1)</script></svg>'));
    await page.getByRole('alert').getByText('An SVG can contain scripts').waitFor();
    await workspace.expectAccessible();
    await choose('Choose file', PNG);
    const logo = page.locator('img[src^="/logos/"]');
    await logo.waitFor();
    await workspace.button('Remove logo').click();
    await logo.waitFor({ state: 'detached' });
    await choose('Choose file', PNG);
    await logo.waitFor();
    await workspace.expectAccessible();
  });

  it('gives new documents defaults, which the client form and the editor name', async () => {
    await workspace.open('/company');
    const [days, validity] = [page.getByLabel('Payment period in days'), page.getByLabel(/^Quotes are valid/)];
    await days.fill('400');
    await workspace.button('Save').click();
    await page.getByText('Enter a whole number from 0 to 365').first().waitFor();
    await days.fill('30');
    await validity.fill('30');
    await page.getByLabel('VAT rate in %').fill('5.5');
    await page.getByLabel('Reply address').fill('answers@boreal.example');
    await page.getByLabel('Note in English').fill('Thank you');
    const offers = page.getByRole('group', { name: 'Terms in English' });
    while ((await offers.getByRole('button').count()) > 0) await offers.getByRole('button').first().click();
    await workspace.expectAccessible();
    await workspace.button('Save').click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const terms = requiredTerms('FR')?.en;
    expect(await workspace.get('company')).toMatchObject({
      ...{ paymentTerms: { days: 30, endOfMonth: false }, quoteValidityDays: 30, defaultTaxRate: '5.5' },
      ...{ replyTo: 'answers@boreal.example', terms: { en: terms }, notes: { en: 'Thank you' }, locale: null },
    });

    await workspace.open('/clients/new');
    await workspace.button('More fields').click();
    await page.getByText('Empty = 30 days, from the company').waitFor();
    const { id } = await workspace.newClient('Défauts SARL');
    await workspace.open(`/quotes/new?clientId=${id}`);
    await page.getByText('30 days, from the company', { exact: true }).waitFor();
    await workspace.open(`/invoices/new?clientId=${id}`);
    await page.getByText(/^Empty = 30 days, from the company: /).waitFor();
    expect(await page.getByRole('textbox', { name: 'Terms' }).inputValue()).toBe(terms);
    expect(await page.getByText('From the company', { exact: true }).count()).toBe(2);
    expect(await page.getByLabel('VAT rate in %').first().inputValue()).toBe('5.5');
    await page.getByLabel('Document language').selectOption('fr');
    await page.getByText('From the company', { exact: true }).first().waitFor({ state: 'detached' });
    expect(await page.getByRole('textbox', { name: 'Terms' }).inputValue()).toBe('');
    await page.getByLabel('Document language').selectOption('');
    await page.getByText('From the company', { exact: true }).nth(1).waitFor();
    await workspace.expectAccessible();
    await page.getByLabel('Item', { exact: true }).fill('Paper');
    await page.getByRole('textbox', { name: 'Price', exact: true }).fill('10');
    await workspace.button('Save draft').click();
    await page.getByRole('heading', { name: 'Draft invoice', exact: true }).waitFor();
    const [invoice] = await workspace.listOf<InvoiceView>('invoices');
    expect(invoice).toMatchObject({
      ...{ clientId: id, dueDateByTerms: true, terms, notes: ['Thank you'] },
      dueDate: addDays(invoice?.issueDate ?? '', 30),
    });
  });

  it('is read, not changed, without the permission', async () => {
    const reader = await workspace.world.member(await workspace.world.company(), { role: 'Read-only' });
    const theirs = await workspace.openAs(reader, 'fr-FR');
    await theirs.goto('/company');
    await theirs.page.getByText('Il vous manque le droit company.manage').waitFor();
    expect(await theirs.page.getByRole('textbox').count()).toBe(0);
    await workspace.expectAccessible(theirs);
    await theirs.goto('/numbering');
    await theirs.page.getByText('Aucun numéro attribué').first().waitFor();
    expect(await theirs.page.getByRole('button', { name: 'Nouvelle série' }).count()).toBe(0);
    await workspace.expectAccessible(theirs);
    await theirs.close();
  });
});

describe('emails', () => {
  it('that were kept can be read without their scripts; the page explains why none is sent', async () => {
    const { id: clientId } = await workspace.newClient('Minot');
    await workspace.sentInvoice(clientId, { channel: 'Email', to: ['bonjour@minot.example'] });
    const [mail] = await workspace.listOf<MailView>('mails');
    await workspace.open('/mails?status=Kept');
    await page.getByText('Email is not set up').waitFor();
    await workspace.expectAccessible();
    await page.getByRole('link', { name: mail?.subject ?? '' }).click();
    const frame = page.getByTitle(/as the client sees it/);
    expect(await frame.getAttribute('sandbox')).toBe('');
    await page.frameLocator('iframe').getByText('Minot').first().waitFor();
    expect(await workspace.button('Send again').getAttribute('aria-disabled')).toBe('true');
    // axe injects its scripts into every frame, which this one blocks, so the frame is removed for the check.
    await page.getByText('Plain text').click();
    await page.getByRole('region', { name: 'Plain text' }).waitFor();
    await workspace.expectAccessible();
  });

  it('are shown with the logo before they are sent, with the keyboard', async () => {
    const logo = PutCompanyLogo.meta()?.['example'] as object;
    await workspace.session.call('PUT', '/app/company/logo', { body: logo });
    const { id: clientId } = await workspace.newClient('Aperçu');
    const { body: draft } = await workspace.session.call<InvoiceView>('POST', '/app/invoices', {
      body: invoiceBody(clientId),
    });
    await workspace.open(`/invoices/${draft.id}`);
    await workspace.button('Send').click();
    const dialog = page.getByRole('dialog', { name: 'Send invoice' });
    await dialog.getByRole('radio', { name: 'Email' }).check();
    await dialog.getByLabel('Recipients').fill('nobody');
    const open = dialog.getByRole('button', { name: 'Preview email' });
    await open.press('Enter');
    const preview = page.getByRole('dialog', { name: 'Preview of the email' });
    await preview.getByRole('alert').getByText(/^To: /).waitFor();
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'detached' });
    await dialog.getByLabel('Recipients').press('Backspace');
    await dialog.getByLabel('Recipients').fill('bonjour@minot.example');
    await dialog.getByLabel('Personal message (optional)').fill('Thank you for the two days.');
    await open.press('Enter');
    expect(await preview.getByTitle(/as the client sees it/).getAttribute('sandbox')).toBe('');
    const shown = page.frameLocator('iframe');
    await shown.getByText('Thank you for the two days.').waitFor();
    // An image that the page or the sandbox blocks has no width.
    await eventually('the logo', async () =>
      (await shown.getByRole('img').evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)) > 0
        ? true
        : undefined,
    );
    // axe cannot look into the frame, which allows no scripts.
    await preview.getByText('Plain text').click();
    await preview.getByRole('region', { name: 'Plain text' }).waitFor();
    await workspace.expectAccessible();
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'detached' });
    expect(await open.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await workspace.get(`invoices/${draft.id}`)).toMatchObject({ status: 'Draft', number: null, version: 1 });
  });

  it('that wait say why in words, with what the mail server said', async () => {
    await workspace.api.database.query({
      name: 'test_waiting_mail',
      text: `UPDATE mails SET status = 'Pending', next_attempt_at = now() + interval '1 minute', last_error = 'connect ECONNREFUSED 127.0.0.1:25', attempts = 1`,
    });
    const [mail] = await workspace.listOf<MailView>('mails');
    await workspace.open('/mails');
    const row = page.getByRole('row', { name: mail?.subject ?? '' });
    await row.getByText('Waiting', { exact: true }).waitFor();
    await row.getByText('The mail server did not accept the connection.').waitFor();
    await row.getByRole('link').first().click();
    await page.getByText('The mail server did not accept the connection.').waitFor();
    await page.getByText('connect ECONNREFUSED 127.0.0.1:25').waitFor();
    await page.getByText('The email is waiting for its next attempt.').waitFor();
  });
});

it('logged no errors', () => {
  expect(workspace.complaints).toEqual([]);
});
