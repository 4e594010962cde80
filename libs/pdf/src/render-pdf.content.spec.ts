import { byName, REFERENCE_NAMES } from '@billhook/contract/invoicing/document-fields';
import { DOCUMENT_TEXTS } from '@billhook/contract/invoicing/document-texts';
import { describe, expect, it } from '@jest/globals';
import { plain, readPdf, readSample } from '../test/read-pdf.js';
import { exampleSources } from '../test/samples.js';
import { renderPdf } from './render-pdf.js';

describe('the content', () => {
  it('a French invoice', async () => {
    const { text } = await readSample({ purchaseOrder: 'BC-7781', notes: ['Merci.'], terms: 'À 30 jours.' });
    for (const words of [
      ...['Facture', 'INV-2026-00042', 'Atelier Lumen SARL', 'Menuiserie Roux & Fils', '33000 Bordeaux', 'BC-7781'],
      ...['21 novembre 2026', '21 décembre 2026', 'FR44732829320', 'SIREN 303 265 045', 'Conseil', '2 jours', '450,00'],
      ...['Total HT', '900,00 €', 'TVA 20 %', '180,00 €', '1 080,00 €', 'Net à payer', 'Merci.', 'À 30 jours.'],
      ...['FR14 2004 1010 0505 0001 3M02 606', 'PSSTFRPPLYO', 'Page 1 sur 1'],
    ]) {
      expect(plain(text)).toContain(words);
    }
    expect(text).not.toMatch(/undefined|null|NaN|\[object/);
  });

  it('an English invoice with discounts and three rates: every total, rate and reference', async () => {
    const source = exampleSources()['english'];
    if (!source) throw new Error('no example');
    const { text } = await readPdf(await renderPdf(source));
    const { totals } = source;
    for (const words of [
      ...['Purchase order PO-7781', 'Contract FW-2025-18', 'Project Relaunch', '1 – 31 October 2026', 'Discount −10%'],
      ...['3 days', '12.5 hours', '600 pieces', 'per 12 pieces', '−2 units', '19.995', 'Item DEV', 'Charge +4.50'],
      ...['Framework agreement', 'Late start', '−50.00', 'Courier', '23%', '13.5%', '9%', 'Page 1 of'],
      ...[totals.lineNet, totals.charges, totals.net, totals.tax, totals.gross, totals.due].map(euro),
      `−${euro(totals.allowances)}`,
      ...source.taxBreakdown.flatMap(({ taxable, tax }) => [grouped(taxable), grouped(tax)]),
      ...source.lines.map(({ net }) => grouped(net)),
    ]) {
      expect(plain(text)).toContain(words);
    }
  });

  it.each([
    ['en', 'Tax no. 133/8150/8159'],
    ['fr', 'N° fiscal 133/8150/8159'],
  ] as const)('the tax number of the seller, in %s', async (locale, words) => {
    const source = exampleSources()['english'];
    if (!source) throw new Error('no example');
    const seller = { ...source.seller, vatNumber: null, taxNumber: '133/8150/8159' };
    const { text } = await readSample({ locale, seller });
    expect(plain(text)).toContain(words);
    expect((await readSample({ locale })).text).not.toContain(words.slice(0, 6));
  });

  it.each(['en', 'fr'] as const)('every reference next to its label, in %s', async (locale) => {
    const { text } = await readSample({ locale, ...byName(REFERENCE_NAMES, (name) => `R-${name}`) });
    const labels = DOCUMENT_TEXTS[locale].clientReferences;
    for (const name of REFERENCE_NAMES) expect(plain(text)).toContain(`${labels[name]} R-${name}`);
  });

  it('a quote: its title, revision and expiry date, and no payment details', async () => {
    const { text } = await readSample({
      kind: 'Quote',
      locale: 'en',
      number: 'QUO-1',
      revision: 2,
      title: 'Spring',
      dueDate: null,
      expiryDate: '2027-01-31',
    });
    for (const words of ['Quote', 'QUO-1 · Revision 2', 'Spring', 'Valid until 31 January 2027', 'Prepared for']) {
      expect(plain(text)).toContain(words);
    }
    expect(text).not.toMatch(/IBAN|Please pay|Amount due/);
    expect((await readSample({ kind: 'Quote', locale: 'en', revision: 1 })).text).not.toContain('Revision');
  });

  it('a credit note: the invoice, its date, the reason', async () => {
    const { text } = await readSample({
      kind: 'CreditNote',
      number: 'CN-7',
      precedingInvoice: { number: 'INV-2026-00042', issueDate: '2026-11-01' },
      reason: { code: 'Return', text: 'Une journée de trop.' },
    });
    expect(plain(text)).toContain('Cet avoir rectifie la facture INV-2026-00042 du 1er novembre 2026.');
    expect(plain(text)).toContain('Motif : retour de biens ou de services – Une journée de trop.');
    expect(plain(text)).toContain('Total de l’avoir TTC 1 080,00 €');
    expect(text).not.toMatch(/IBAN|Net à payer/);
  });

  it('reverse charge: the reason why no VAT is due', async () => {
    const reason = 'Article 196 of Directive 2006/112/EC';
    const { text } = await readSample({ locale: 'en' }, [
      { name: 'A', taxCategory: 'AE', taxRate: '0', exemptionReason: reason },
    ]);
    expect(text).toContain('Reverse charge');
    expect(text).toContain('2006/112/EC');
  });

  it('prices with VAT: a note, and the line items as they were entered', async () => {
    const { text } = await readSample(
      { locale: 'en', pricesIncludeTax: true, roundingIncrement: '0.05', currency: 'CHF' },
      [{ name: 'Book', quantity: '3', unitPrice: '19.93', taxRate: '2.6' }],
    );
    for (const words of [
      'Unit price incl. VAT',
      'Amount incl. VAT (CHF)',
      '59.79',
      'CHF 58.27',
      'Rounding CHF 0.01',
      'CHF 59.80',
    ]) {
      expect(plain(text)).toContain(words);
    }
  });

  it.each([
    ['en', 'Item S-1 Your item B-1'],
    ['fr', 'Réf. S-1 Votre réf. B-1'],
  ] as const)('%s: the item numbers of both parties', async (locale, numbers) => {
    const { text } = await readSample({ locale }, [{ name: 'Paper', sellerItemId: 'S-1', buyerItemId: 'B-1' }]);
    expect(plain(text)).toContain(numbers);
  });

  it('the paid and credited amounts, if given', async () => {
    const { text } = await readSample({
      locale: 'en',
      amountPaid: '80.00',
      amountCredited: '100.00',
      balance: '900.00',
    });
    expect(plain(text)).toContain('Already paid −€80.00 Already credited −€100.00 Amount due €900.00');
    expect(plain(text)).toContain('Please pay €900.00 by 21 December 2026.');
  });

  it.each(['en', 'fr'] as const)('%s: a watermark on each page of a draft only', async (locale) => {
    const word = locale === 'en' ? 'DRAFT' : 'BROUILLON';
    const lines = Array.from({ length: 60 }, (_, at) => ({ name: `Line ${at}` }));
    const draft = await readSample({ locale, draft: true, number: null }, lines);
    expect(draft.pages.length).toBeGreaterThan(1);
    for (const page of draft.pages) expect(page).toContain(word);
    expect(draft.text).toContain('Line 59');
    // A draft must not be paid, so it has no code.
    expect(draft.roles).not.toContain('Figure');
    expect((await readSample({ locale }, lines)).text).not.toContain(word);
  });

  it.each(['en', 'fr'] as const)('%s: a watermark on each page of a sandbox, issued or not', async (locale) => {
    const word = locale === 'en' ? 'SANDBOX' : 'BAC À SABLE';
    const lines = Array.from({ length: 60 }, (_, at) => ({ name: `Line ${at}` }));
    for (const more of [{}, { draft: true, number: null }]) {
      const { pages, roles } = await readSample({ locale, sandbox: true, ...more }, lines);
      expect(pages.length).toBeGreaterThan(1);
      for (const page of pages) expect(page).toContain(word);
      expect(roles).not.toContain('Figure');
    }
    expect((await readSample({ locale }, lines)).text).not.toContain(word);
  });
});

function grouped(amount: string): string {
  return amount.replace('-', '−').replace(/\B(?=(\d{3})+\.)/g, ',');
}

function euro(amount: string): string {
  return `€${grouped(amount)}`;
}

describe('the reader of these specs', () => {
  it('replaces no function that later specs of the same process call', () => {
    const functions = [
      Reflect.get(Array.prototype, 'push'),
      Reflect.get(Function.prototype, 'toString'),
      JSON.parse,
      JSON.stringify,
    ];
    // Functions in JavaScript have a prototype, built-in ones do not.
    expect(functions.filter((each: object) => Object.hasOwn(each, 'prototype'))).toEqual([]);
  });
});
