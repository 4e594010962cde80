import { describe, expect, it } from '@jest/globals';
import type { LineInput, TotalsInput } from '../totals/totals-input.js';
import { taxWarnings } from './tax-warnings.js';
import { usualTaxRates } from './usual-tax-rates.js';

const line = (taxRate: string, change: Partial<LineInput> = {}): LineInput => ({
  ...{ quantity: '1', unitPrice: '10', taxCategory: 'S', taxRate },
  ...change,
});
const buyer = {
  kind: 'Business',
  billingAddress: { line1: 'Hafenstraße 5', city: 'Hamburg', country: 'DE' },
  deliveryAddress: null,
  vatNumber: 'DE136695976',
} as const;
const document = (...lines: LineInput[]): TotalsInput => ({ currency: 'EUR', lines });

describe('unknown tax rates', () => {
  const french = usualTaxRates('FR');

  it.each<[string, readonly string[], string | undefined]>([
    ['20', french, undefined],
    ['20.0000', french, undefined],
    ['5.5', french, undefined],
    ['0.2', french, '0.2 % is not a tax rate of the company; did you mean 20 %?'],
    ['0.055', french, '0.055 % is not a tax rate of the company; did you mean 5.5 %?'],
    ['2000', french, '2000 % is not a tax rate of the company; did you mean 20 %?'],
    [
      '19',
      french,
      '19 % is not a tax rate of the company; its tax rates are 20, 10, 5.5, 2.1 %. If the rate is correct, add it under Settings > Tax rates.',
    ],
    ['150', [], undefined],
  ])('%s among %p', (rate, rates, message) => {
    expect(taxWarnings(document(line(rate)), buyer, rates)).toEqual(
      message === undefined ? [] : [{ pointer: '/lines/0/taxRate', code: 'unknown_tax_rate', message }],
    );
  });

  it('are reported once each, also for allowances, and only for category S', () => {
    const input: TotalsInput = {
      ...document(line('20'), line('19'), line('19.0'), line('0', { taxCategory: 'Z' })),
      allowances: [{ amount: '1.00', taxCategory: 'S', taxRate: '7' }, { percent: '3' }],
    };
    expect(taxWarnings(input, buyer, french).map(({ pointer }) => pointer)).toEqual([
      '/lines/1/taxRate',
      '/allowances/0/taxRate',
    ]);
  });
});

describe('buyers', () => {
  const bare = { country: 'FR' };

  it.each<[string, object, string[]]>([
    ['complete', {}, []],
    [
      'a consumer without a street',
      { kind: 'Individual', billingAddress: bare, vatNumber: null },
      ['buyer_address_missing'],
    ],
    ['a business without a street, which is an error on send', { billingAddress: { country: 'DE' } }, []],
    ['a French number of a German client', { vatNumber: 'FR40303265045' }, ['vat_number_country_differs']],
    [
      'a Swiss specimen',
      { vatNumber: 'CHE123456789', billingAddress: { ...buyer.billingAddress, country: 'CH' } },
      ['vat_number_check_digit'],
    ],
  ])('%s', (_name, change, codes) => {
    const warnings = taxWarnings(document(line('20')), { ...buyer, ...change }, []);
    expect(warnings.map(({ code }) => code)).toEqual(codes);
  });
});
