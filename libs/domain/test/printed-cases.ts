import type { LineInput, TaxCategory, TotalsInput } from '../src/invoicing/totals/totals-input.js';
import type { Totals } from '../src/invoicing/totals/totals.js';

/**
 * Printed totals of ConnectingEurope/eInvoicing-EN16931, OpenPEPPOL/peppol-bis-invoice-3, itplr-kosit/xrechnung-testsuite,
 * akretion/factur-x and an issue of frappe/books. Never change one to make an implementation pass.
 */
export const line = (
  quantity: string,
  unitPrice: string,
  taxRate: string,
  more: Partial<LineInput> = {},
): LineInput => ({
  quantity,
  unitPrice,
  taxCategory: 'S',
  taxRate,
  ...more,
});
const exempt = { taxCategory: 'E', exemptionReason: 'Exempt' } as const;
const on = (taxRate: string, amount: string, taxCategory: TaxCategory = 'S') => ({ amount, taxRate, taxCategory });

export interface PrintedCase {
  readonly source: string;
  readonly document: TotalsInput;
  readonly totals: Partial<Totals>;
  /** The VAT of each (category, rate), in order of first appearance. */
  readonly vat: readonly string[];
}

const example4: LineInput[] = [line('1000', '1.00', '25'), line('100', '5.00', '25'), line('500', '5.00', '12')];

export const printed: PrintedCase[] = [
  {
    source: 'EN 16931 tc434 example 4',
    document: { currency: 'DKK', lines: example4 },
    totals: { net: '4000.00', tax: '675.00', gross: '4675.00', due: '4675.00' },
    vat: ['375.00', '300.00'],
  },
  {
    source: 'EN 16931 tc434 example 5',
    document: {
      currency: 'DKK',
      lines: example4,
      allowances: [on('25', '150.00')],
      charges: [on('25', '150.00')],
      prepaid: '2337.50',
    },
    totals: {
      allowances: '150.00',
      charges: '150.00',
      net: '4000.00',
      tax: '675.00',
      gross: '4675.00',
      due: '2337.50',
    },
    vat: ['375.00', '300.00'],
  },
  {
    source: 'EN 16931 tc434 example 5, its allowance as the 10 % of the 25 % group that it is',
    document: {
      currency: 'DKK',
      lines: example4,
      allowances: [{ percent: '10', taxCategory: 'S', taxRate: '25.00' }],
      charges: [on('25', '150.00')],
    },
    totals: { allowances: '150.00', net: '4000.00', tax: '675.00', gross: '4675.00' },
    vat: ['375.00', '300.00'],
  },
  {
    source: 'EN 16931 tc434 example 8',
    document: {
      currency: 'EUR',
      lines: [
        line('16000', '0.00880', '21'),
        line('16000', '0.00101', '21'),
        line('132', '15.24', '21', { priceBaseQuantity: '12' }),
        line('58', '1.53', '21'),
        line('1', '441.00', '21', { priceBaseQuantity: '12' }),
        line('1', '678.00', '21', { priceBaseQuantity: '12' }),
        ...['83.34', '190.31', '64.21', '64.46'].map((price) => line('1', price, '21')),
      ],
    },
    totals: { lineNet: '908.91', net: '908.91', tax: '190.87', gross: '1099.78' },
    vat: ['190.87'],
  },
  {
    source: 'EN 16931 tc434 example 9',
    document: { currency: 'EUR', lines: [line('3', '49.00', '21')] },
    totals: { net: '147.00', tax: '30.87', gross: '177.87' },
    vat: ['30.87'],
  },
  {
    source: 'EN 16931 BIS3_Invoice_negativ',
    document: { currency: 'DKK', lines: [line('-1', '625743.54', '25')] },
    totals: { net: '-625743.54', tax: '-156435.89', gross: '-782179.43', due: '-782179.43' },
    vat: ['-156435.89'],
  },
  {
    source: 'EN 16931 BIS3_Invoice_positive',
    document: { currency: 'DKK', lines: [line('1', '625743.54', '25')] },
    totals: { net: '625743.54', tax: '156435.89', gross: '782179.43', due: '782179.43' },
    vat: ['156435.89'],
  },
  {
    source: 'Peppol base-example',
    document: {
      currency: 'EUR',
      lines: [line('7', '400', '25'), line('-3', '500', '25')],
      charges: [on('25', '25.00')],
    },
    totals: { lineNet: '1300.00', charges: '25.00', net: '1325.00', tax: '331.25', gross: '1656.25' },
    vat: ['331.25'],
  },
  {
    source: 'Peppol Vat-category-S',
    document: {
      currency: 'EUR',
      lines: [line('10', '400', '25'), line('10', '200', '15'), line('10', '90', '25')],
      allowances: [on('25', '100.00')],
      charges: [on('25', '200.00')],
    },
    totals: { lineNet: '6900.00', net: '7000.00', tax: '1550.00', gross: '8550.00' },
    vat: ['1250.00', '300.00'],
  },
  {
    source: 'Peppol Allowance-example',
    document: {
      currency: 'EUR',
      lines: [
        line('10', '410', '25', { charges: [{ amount: '1.00' }], allowances: [{ amount: '101.00' }] }),
        line('10', '200', '0', { priceBaseQuantity: '2', ...exempt }),
        line('10', '100', '25', { charges: [{ amount: '1.00' }], allowances: [{ amount: '101.00' }] }),
      ],
      allowances: [on('25', '200.00')],
      charges: [on('25', '200.00')],
      prepaid: '1000.00',
    },
    totals: { lineNet: '5900.00', net: '5900.00', tax: '1225.00', gross: '7125.00', due: '6125.00' },
    vat: ['1225.00', '0.00'],
  },
  {
    source: 'XRechnung 01.01a and 01.17a',
    document: { currency: 'EUR', lines: [line('1', '288.79', '7'), line('1', '26.07', '7')] },
    totals: { net: '314.86', tax: '22.04', gross: '336.90', due: '336.90' },
    vat: ['22.04'],
  },
  {
    source: 'XRechnung 02.06a',
    document: { currency: 'EUR', lines: [line('1', '29.95', '19'), line('-19', '1', '19')] },
    totals: { net: '10.95', tax: '2.08', gross: '13.03' },
    vat: ['2.08'],
  },
  {
    source: 'XRechnung 03.06a',
    document: {
      currency: 'EUR',
      lines: [
        ...['1000', '100', '500'].map((price) => line('1', price, '19')),
        line('-1', '100', '0', { taxCategory: 'Z' }),
      ],
    },
    totals: { net: '1500.00', tax: '304.00', gross: '1804.00' },
    vat: ['304.00', '0.00'],
  },
  {
    source: 'XRechnung 04.03a',
    document: {
      currency: 'EUR',
      lines: [line('1', '21165166.39', '19')],
      allowances: [on('19', '41483.73'), on('19', '423303.33'), on('0', '255384.19', 'E'), on('0', '269644.22', 'E')],
      prepaid: '1064317.34',
    },
    totals: { net: '20175350.92', tax: '3933072.07', gross: '24108422.99', due: '23044105.65' },
    vat: ['3933072.07', '0.00'],
  },
  {
    source: 'Factur-X ubl-21-en16931',
    document: {
      currency: 'EUR',
      lines: [
        line('10', '13.50', '5.5', { discount: { amount: '1.50' }, charges: [{ amount: '1.50' }] }),
        line('20', '6.90', '20'),
      ],
      allowances: [on('20', '3.00'), on('20', '2.50')],
      charges: [on('20', '5.50')],
      prepaid: '100.00',
    },
    totals: { net: '273.00', tax: '35.03', gross: '308.03', due: '208.03' },
    vat: ['7.43', '27.60'],
  },
  {
    source: 'frappe/books#1449, yen have no decimals',
    document: { currency: 'JPY', lines: [line('1', '1127', '10')] },
    totals: { net: '1127', tax: '113', gross: '1240', due: '1240' },
    vat: ['113'],
  },
  {
    source: 'EN 16931 huf_example_cii, in a currency of whole units as it is printed',
    document: { currency: 'JPY', lines: ['23440', '21389', '24351'].map((price) => line('1', price, '27')) },
    totals: { net: '69180', tax: '18679', gross: '87859', due: '87859' },
    vat: ['18679'],
  },
  {
    source:
      'EN 16931 huf_example_cii, in the two digits that ISO 4217 gives the forint: whole forints by cash rounding',
    document: {
      currency: 'HUF',
      lines: ['23440', '21389', '24351'].map((price) => line('1', price, '27')),
      roundingIncrement: '1.00',
    },
    totals: { net: '69180.00', tax: '18678.60', gross: '87858.60', rounding: '0.40', due: '87859.00' },
    vat: ['18678.60'],
  },
];
