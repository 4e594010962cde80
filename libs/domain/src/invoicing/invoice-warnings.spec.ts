import { describe, expect, it } from '@jest/globals';
import { invoiceWarnings, type WarnedInvoice } from './invoice-warnings.js';
import { legalTexts, requiredTerms } from './legal-texts.js';
import type { TotalsInput } from './totals/totals-input.js';

const input: TotalsInput = {
  currency: 'EUR',
  lines: [{ quantity: '1', unitPrice: '10', taxCategory: 'S', taxRate: '20' }],
};
const exempt: TotalsInput = {
  currency: 'EUR',
  lines: [{ quantity: '1', unitPrice: '10', taxCategory: 'E', taxRate: '0', exemptionReason: 'Article 293 B' }],
};
const invoice: WarnedInvoice = {
  ...{ issueDate: '2026-11-21', dueDate: '2026-12-21', supplyDate: null, servicePeriod: null },
  ...{ paymentMeans: null, payable: '12.00', lines: [{ servicePeriod: null }] },
  ...{ notes: [], terms: requiredTerms('FR')?.en ?? null },
};
const seller = {
  address: { line1: '21 rue de la Fonderie', city: 'Lille', country: 'FR' },
  ...{ vatNumber: 'FR83404833048', taxNumber: null, legalId: null },
  ...{ iban: 'FR7630006000011234567890189', bic: null, legalNotice: null },
};
const texts = legalTexts('FR');
const german = { ...seller, address: { ...seller.address, country: 'DE' } };
const buyer = {
  kind: 'Business',
  billingAddress: { line1: 'Quai 1', city: 'Lyon', country: 'FR' },
  deliveryAddress: null,
  vatNumber: null,
} as const;
const period = { start: '2026-11-01', end: '2026-11-30' };

interface Case {
  readonly input?: TotalsInput;
  readonly invoice?: Partial<WarnedInvoice>;
  readonly seller?: Partial<typeof seller> | object;
  readonly buyer?: object;
}

it.each<[string, Case, string[]]>([
  ['complete', {}, []],
  ['without a bank account', { seller: { iban: null } }, ['/paymentMeans payment_account_missing']],
  [
    'by transfer, without a bank account',
    { invoice: { paymentMeans: { code: '30' } }, seller: { iban: null } },
    ['/paymentMeans payment_account_missing'],
  ],
  [
    'with an account for this invoice',
    { invoice: { paymentMeans: { code: '58', iban: seller.iban } }, seller: { iban: null } },
    [],
  ],
  ['by card', { invoice: { paymentMeans: { code: '48' } }, seller: { iban: null } }, []],
  ['with nothing to pay', { invoice: { payable: '0.00' }, seller: { iban: null } }, []],
  ['due in 120 days', { invoice: { dueDate: '2027-03-21' } }, ['/dueDate payment_term_too_long']],
  ['due in 120 days, of a consumer', { invoice: { dueDate: '2027-03-21' }, buyer: { kind: 'Individual' } }, []],
  [
    'due in 45 days, of an authority',
    { invoice: { dueDate: '2027-01-05' }, buyer: { kind: 'Public' } },
    ['/dueDate payment_term_too_long'],
  ],
  [
    'without terms',
    { invoice: { terms: null } },
    ['/terms late_payment_penalty_missing', '/terms recovery_costs_missing', '/terms early_payment_discount_missing'],
  ],
  ['of a consumer, without terms', { invoice: { terms: null }, buyer: { kind: 'Individual' } }, []],
  [
    'of an authority, without terms',
    { invoice: { terms: null, dueDate: '2026-12-01' }, buyer: { kind: 'Public' } },
    [],
  ],
  [
    'with the sentences in a note, the terms and the legal notice',
    {
      invoice: { notes: [texts[0]?.text.fr ?? ''], terms: texts[1]?.text.fr ?? null },
      seller: { legalNotice: texts[2]?.text.fr ?? null },
    },
    [],
  ],
  ['Belgian, without terms', { invoice: { terms: null }, seller: { address: { country: 'BE' } } }, []],
  ['German, with a sentence about it', { seller: german, invoice: { terms: requiredTerms('DE')?.en ?? null } }, []],
  ['German, without a date of supply', { seller: german }, ['/supplyDate supply_date_missing']],
  ['German, with a date of supply', { seller: german, invoice: { supplyDate: '2026-11-21' } }, []],
  ['German, with a service period', { seller: german, invoice: { servicePeriod: period } }, []],
  [
    'German, with a service period of each line',
    { seller: german, invoice: { lines: [{ servicePeriod: period }] } },
    [],
  ],
  [
    'German, with a service period of one line',
    { seller: german, invoice: { lines: [{ servicePeriod: period }, { servicePeriod: null }] } },
    ['/supplyDate supply_date_missing'],
  ],
  [
    'exempt, with a legal id alone',
    { input: exempt, seller: { vatNumber: null, legalId: { value: '404833048' } } },
    ['/seller/taxNumber seller_tax_number_missing'],
  ],
  ['exempt, with a tax number', { input: exempt, seller: { vatNumber: null, taxNumber: '133/8150/8159' } }, []],
  [
    'of a business without a street',
    { buyer: { billingAddress: { postalCode: '60311', city: 'Lyon', country: 'FR' } } },
    ['/client/billingAddress buyer_street_missing'],
  ],
])('the warnings of an invoice: %s', (_name, of, expected) => {
  const parties = { seller: { ...seller, ...of.seller }, buyer: { ...buyer, ...of.buyer } };
  const found = invoiceWarnings(of.input ?? input, { ...invoice, ...of.invoice }, parties, []);
  expect(found.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(expected);
});

describe('a missing sentence', () => {
  it('names the law and the words', () => {
    const [warning] = invoiceWarnings(input, { ...invoice, terms: 'Interest at 12 %. €40.' }, { seller, buyer }, []);
    expect(warning?.message).toBe(
      'The law of the country of the company requires a sentence that the invoice does not contain (Code de commerce, article L441-9). Add it to terms, such as: No discount for early payment.',
    );
  });
});

describe('a term beyond the limit', () => {
  it('names both days and the law', () => {
    const [warning] = invoiceWarnings(input, { ...invoice, dueDate: '2027-03-21' }, { seller, buyer }, []);
    expect(warning?.message).toBe(
      'The due date 2027-03-21 is later than the law usually allows: 2027-01-31 (Code de commerce, article L441-10). Choose an earlier dueDate, unless you have agreed on a term that the law permits.',
    );
  });
});
