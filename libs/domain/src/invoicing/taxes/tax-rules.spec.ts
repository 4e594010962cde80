import { describe, expect, it } from '@jest/globals';
import { computeTotals, type DocumentAdjustmentInput, type LineInput, type TotalsInput } from '../totals/totals.js';
import { checkTaxRules } from './tax-rules.js';

const line = (change: Partial<LineInput> = {}): LineInput => ({
  quantity: '1',
  unitPrice: '10',
  taxCategory: 'S',
  taxRate: '20',
  ...change,
});
const outside: LineInput = { quantity: '1', unitPrice: '1', taxCategory: 'O', exemptionReason: 'Not subject to VAT' };
const document = (change: Partial<TotalsInput> = {}): TotalsInput => ({ currency: 'EUR', lines: [line()], ...change });
const errors = (input: TotalsInput): string[] => checkTaxRules(input).map(({ pointer, code }) => `${pointer} ${code}`);

describe('documents without errors', () => {
  it.each<[string, Partial<TotalsInput>]>([
    ['one line', {}],
    ['no line', { lines: [] }],
    ['a negative quantity', { lines: [line({ quantity: '-2.5000' })] }],
    ['a price of zero with twelve decimals', { lines: [line({ unitPrice: '0.000000000000' })] }],
    [
      'an amount with fewer digits than the currency has',
      { charges: [{ amount: '5', taxCategory: 'S', taxRate: '20' }] },
    ],
    ['an increment with fewer digits than the currency has', { roundingIncrement: '0.5' }],
    ['a price for a dozen', { lines: [line({ priceBaseQuantity: '12' })] }],
    ['zero rated', { lines: [line({ taxCategory: 'Z', taxRate: '0' })] }],
    ['exempt', { lines: [line({ taxCategory: 'E', taxRate: '0.00', exemptionReason: 'Article 132' })] }],
    ['reverse charge', { lines: [line({ taxCategory: 'AE', taxRate: '0', exemptionReason: 'Reverse charge' })] }],
    ['intra-community', { lines: [line({ taxCategory: 'K', taxRate: '0', exemptionReason: 'Article 138' })] }],
    ['export', { lines: [line({ taxCategory: 'G', taxRate: '0', exemptionReason: 'Article 146' })] }],
    ['outside scope', { lines: [outside, outside] }],
    [
      'one reason for two lines of one group',
      {
        lines: [
          line({ taxCategory: 'E', taxRate: '0' }),
          line({ taxCategory: 'E', taxRate: '0.0', exemptionReason: 'Article 132' }),
        ],
      },
    ],
    [
      'an exempt allowance beside taxed lines',
      { allowances: [{ amount: '1.00', taxCategory: 'E', taxRate: '0', reason: 'Deposit' }] },
    ],
    ['a percent of the whole', { lines: [line(), line({ taxRate: '5.5' })], allowances: [{ percent: '3.5' }] }],
    ['an amount off the only group', { lines: [line(), line({ taxRate: '20.0' })], allowances: [{ amount: '1.00' }] }],
    ['a percent of one group', { charges: [{ percent: '3', taxCategory: 'S', taxRate: '20.00' }] }],
    ['yen', { currency: 'JPY', prepaid: '100', lines: [line({ discount: { amount: '5' } })] }],
    ['dinars', { currency: 'KWD', prepaid: '0.500', roundingIncrement: '0.005' }],
  ])('%s', (_name, change) => {
    const input = document(change);
    expect(checkTaxRules(input)).toEqual([]);
    expect(() => computeTotals(input)).not.toThrow();
  });
});

describe('errors of a line', () => {
  it.each<[string, Partial<LineInput>, string[]]>([
    ['S at 0', { taxRate: '0.00' }, ['/lines/0/taxRate tax_rate_not_positive']],
    ['S below 0', { taxRate: '-20' }, ['/lines/0/taxRate tax_rate_not_positive']],
    ['S without a rate', { taxRate: undefined }, ['/lines/0/taxRate tax_rate_required']],
    ['Z without a rate', { taxCategory: 'Z', taxRate: undefined }, ['/lines/0/taxRate tax_rate_required']],
    ['Z with a rate', { taxCategory: 'Z', taxRate: '0.0001' }, ['/lines/0/taxRate tax_rate_not_zero']],
    ['G with a rate', { taxCategory: 'G', exemptionReason: 'Export' }, ['/lines/0/taxRate tax_rate_not_zero']],
    [
      'E with a rate and no reason',
      { taxCategory: 'E' },
      ['/lines/0/taxRate tax_rate_not_zero', '/lines/0/exemptionReason exemption_reason_required'],
    ],
    [
      'AE without a reason',
      { taxCategory: 'AE', taxRate: '0' },
      ['/lines/0/exemptionReason exemption_reason_required'],
    ],
    ['K without a reason', { taxCategory: 'K', taxRate: '0' }, ['/lines/0/exemptionReason exemption_reason_required']],
    ['G without a reason', { taxCategory: 'G', taxRate: '0' }, ['/lines/0/exemptionReason exemption_reason_required']],
    [
      'O with a rate and an empty reason',
      { taxCategory: 'O', taxRate: '0', exemptionReason: '' },
      ['/lines/0/taxRate tax_rate_not_allowed', '/lines/0/exemptionReason exemption_reason_required'],
    ],
    ['S with a reason', { exemptionReason: 'Article 132' }, ['/lines/0/exemptionReason exemption_reason_not_allowed']],
    ['a negative price', { unitPrice: '-0.01' }, ['/lines/0/unitPrice unit_price_negative']],
    ['a base quantity of 0', { priceBaseQuantity: '0.0' }, ['/lines/0/priceBaseQuantity base_quantity_not_positive']],
    [
      'a negative base quantity',
      { priceBaseQuantity: '-1' },
      ['/lines/0/priceBaseQuantity base_quantity_not_positive'],
    ],
    ['an exponent', { quantity: '1e3' }, ['/lines/0/quantity invalid_decimal']],
    ['a decimal comma', { unitPrice: '1,50' }, ['/lines/0/unitPrice invalid_decimal']],
    ['an endless number', { quantity: '9'.repeat(100_000) }, ['/lines/0/quantity invalid_decimal']],
    ['five decimals of quantity', { quantity: '1.00000' }, ['/lines/0/quantity wrong_decimals']],
    ['thirteen decimals of price', { unitPrice: '1.0000000000001' }, ['/lines/0/unitPrice wrong_decimals']],
    ['five decimals of rate', { taxRate: '9.97512' }, ['/lines/0/taxRate wrong_decimals']],
    ['sixteen digits', { quantity: '1000000000000000' }, ['/lines/0/quantity number_too_large']],
    [
      'a product that is too large',
      { quantity: '999999999999999', unitPrice: '999999999999999' },
      ['/lines/0 number_too_large'],
    ],
    ['amount and percent', { discount: { amount: '1.00', percent: '1' } }, ['/lines/0/discount amount_or_percent']],
    ['neither of them', { charges: [{ percent: '1' }, {}] }, ['/lines/0/charges/1 amount_or_percent']],
    [
      'an amount with more digits than the currency has',
      { allowances: [{ amount: '1.001' }, { amount: '1.000' }] },
      ['/lines/0/allowances/0/amount wrong_decimals', '/lines/0/allowances/1/amount wrong_decimals'],
    ],
    ['five decimals of percent', { discount: { percent: '1.00001' } }, ['/lines/0/discount/percent wrong_decimals']],
  ])('%s', (_name, change, expected) => {
    expect(errors(document({ lines: [line(change)] }))).toEqual(expected);
  });
});

describe('errors of a document', () => {
  const twoRates = [line(), line({ taxRate: '5.5' })];

  it.each<[string, Partial<TotalsInput>, string[]]>([
    ['an unknown currency', { currency: 'eur' }, ['/currency unknown_currency']],
    ['too many digits prepaid', { currency: 'JPY', prepaid: '1.00' }, ['/prepaid wrong_decimals']],
    ['an increment in words', { roundingIncrement: 'five' }, ['/roundingIncrement invalid_decimal']],
    ['an increment below 0', { roundingIncrement: '-0.05' }, ['/roundingIncrement rounding_increment_negative']],
    ['O beside S', { lines: [line(), outside] }, ['/lines/1/taxCategory tax_category_not_mixable']],
    [
      'an allowance of S on lines of O',
      { lines: [outside], allowances: [{ amount: '1.00', taxCategory: 'S', taxRate: '20' }] },
      ['/lines/0/taxCategory tax_category_not_mixable'],
    ],
    [
      'an amount with several groups',
      { lines: twoRates, charges: [{ amount: '1.00' }] },
      ['/charges/0/taxCategory tax_category_required'],
    ],
    [
      'an amount with no group',
      { lines: [], allowances: [{ amount: '1.00' }] },
      ['/allowances/0/taxCategory tax_category_required'],
    ],
    [
      'a rate without a category',
      { allowances: [{ percent: '1', taxRate: '20' }] },
      ['/allowances/0/taxCategory tax_category_required'],
    ],
    [
      'a category without a rate',
      { allowances: [{ amount: '1.00', taxCategory: 'S' }] },
      ['/allowances/0/taxRate tax_rate_required'],
    ],
    [
      'a percent of no line',
      { allowances: [{ percent: '1', taxCategory: 'S', taxRate: '19' }] },
      ['/allowances/0/taxCategory tax_category_unused'],
    ],
    [
      'an exempt allowance without a reason',
      { allowances: [{ amount: '1.00', taxCategory: 'E', taxRate: '0' }] },
      ['/allowances/0/reason exemption_reason_required'],
    ],
    [
      'amounts whose sum is too large',
      { lines: [line({ unitPrice: '600000000000000' }), line({ unitPrice: '600000000000000' })] },
      ['/lines number_too_large'],
    ],
  ])('%s', (_name, change, expected) => {
    expect(errors(document(change))).toEqual(expected);
  });

  it('are reported together', () => {
    const lines = [line({ unitPrice: '-1', quantity: 'x' }), line({ taxRate: '0' })];
    expect(errors(document({ lines, currency: 'EURO' }))).toEqual([
      '/currency unknown_currency',
      '/lines/0/quantity invalid_decimal',
      '/lines/0/unitPrice unit_price_negative',
      '/lines/1/taxRate tax_rate_not_positive',
    ]);
  });

  it('say how to correct them', () => {
    const allowances: DocumentAdjustmentInput[] = [{ amount: '1000.000', taxCategory: 'S', taxRate: '20' }];
    expect(checkTaxRules(document({ allowances }))).toEqual([
      {
        pointer: '/allowances/0/amount',
        code: 'wrong_decimals',
        message: 'An amount in EUR must have at most 2 decimals, such as "1000.00".',
      },
    ]);
  });
});
