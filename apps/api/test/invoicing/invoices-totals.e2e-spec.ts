import type { CalculationView } from '@billhook/contract/invoicing/calculation';
import { describe, expect, it } from '@jest/globals';
import { line } from '../support/bodies.js';
import { startWithKey } from '../support/start.js';

const NOW = '2026-11-21T10:30:00.000Z';

const { key, records } = await startWithKey(NOW);

const exempt = { taxCategory: 'E', taxRate: '0', exemptionReason: 'Exempt' };
const vat = (taxRate: string) => ({ taxCategory: 'S', taxRate });
const item = (quantity: string, unitPrice: string, more: object) => ({ name: 'Item', quantity, unitPrice, ...more });

describe('the totals of POST /v1/invoices', () => {
  // Printed totals of public documents; the specs of the domain have many more.
  it.each([
    {
      source: 'EN 16931 example 8',
      lines: [
        ...[
          ['16000', '0.00880'],
          ['16000', '0.00101'],
          ['58', '1.53'],
          ['1', '83.34'],
          ['1', '190.31'],
          ['1', '64.21'],
          ['1', '64.46'],
        ].map(([quantity = '', price = '']) => item(quantity, price, vat('21'))),
        item('132', '15.24', { ...vat('21'), priceBaseQuantity: '12' }),
        ...['441.00', '678.00'].map((price) => item('1', price, { ...vat('21'), priceBaseQuantity: '12' })),
      ],
      totals: { lineNet: '908.91', net: '908.91', tax: '190.87', gross: '1099.78', due: '1099.78' },
      vat: ['190.87'],
    },
    {
      source: 'Peppol Vat-category-S',
      lines: [item('10', '400', vat('25')), item('10', '200', vat('15')), item('10', '90', vat('25'))],
      allowances: [{ amount: '100.00', ...vat('25') }],
      charges: [{ amount: '200.00', ...vat('25') }],
      totals: {
        lineNet: '6900.00',
        allowances: '100.00',
        charges: '200.00',
        net: '7000.00',
        tax: '1550.00',
        gross: '8550.00',
      },
      vat: ['1250.00', '300.00'],
    },
    {
      source: 'Peppol Allowance-example',
      lines: [
        item('10', '410', { ...vat('25'), charges: [{ amount: '1.00' }], allowances: [{ amount: '101.00' }] }),
        item('10', '200', { ...exempt, priceBaseQuantity: '2' }),
        item('10', '100', { ...vat('25'), charges: [{ amount: '1.00' }], allowances: [{ amount: '101.00' }] }),
      ],
      allowances: [{ amount: '200.00', ...vat('25') }],
      charges: [{ amount: '200.00', ...vat('25') }],
      totals: { lineNet: '5900.00', net: '5900.00', tax: '1225.00', gross: '7125.00' },
      vat: ['1225.00', '0.00'],
    },
    {
      source: 'XRechnung 02.06a',
      lines: [item('1', '29.95', vat('19')), item('-19', '1', vat('19'))],
      totals: { net: '10.95', tax: '2.08', gross: '13.03' },
      vat: ['2.08'],
    },
  ])('201 with the printed totals of $source', async ({ source: _, totals, vat: printed, ...body }) => {
    const { id } = await records.draft({ ...body, expectedTotal: totals.gross });
    const invoice = await records.invoice(id);
    expect(invoice.totals).toMatchObject(totals);
    expect(invoice.taxBreakdown.map((row) => row.tax)).toEqual(printed);
    expect(invoice.balance).toBe(totals.gross);
  });

  it.each([
    ['JPY', { ...line, unitPrice: '517' }, '1241', '0'],
    ['KWD', { ...line, unitPrice: '0.515' }, '1.236', '0.000'],
    ['EUR', { ...line, quantity: '1', unitPrice: '0.99' }, '1.19', '0.00'],
  ])("201 in %s with the currency's digits everywhere", async (currency, only, due, none) => {
    const invoice = await records.draft({ currency, lines: [only] });
    expect(invoice).toMatchObject({ totals: { due }, balance: due, amountPaid: none, amountCredited: none });
  });

  it('201 with amounts of fewer digits than the currency, returned in full', async () => {
    const invoice = await records.draft({
      lines: [{ ...line, discount: { amount: '5' }, allowances: [{ amount: '0.5' }], charges: [{ amount: '1.0' }] }],
      allowances: [{ amount: '10' }],
      charges: [{ amount: '2.5' }, { percent: '5' }],
      roundingIncrement: '0.1',
    });
    expect(invoice).toMatchObject({
      lines: [{ discount: { amount: '5.00' }, allowances: [{ amount: '0.50' }], charges: [{ amount: '1.00' }] }],
      allowances: [{ amount: '10.00' }],
      charges: [{ amount: '2.50' }, { percent: '5' }],
      roundingIncrement: '0.10',
    });
    expect(await records.invoice(invoice.id)).toEqual(invoice);
    const dinars = await records.draft({ currency: 'KWD', allowances: [{ amount: '10' }], expectedTotal: '1068' });
    expect(dinars).toMatchObject({ allowances: [{ amount: '10.000' }], totals: { gross: '1068.000' } });
  });

  it.each([
    ['XRechnung 03.05a, electricity of which a kWh has nine decimals', '616290', '0.061232374', '37736.90'],
    ['twelve decimals, as Stripe takes them', '1000000', '0.000000123456', '0.12'],
    ['twelve decimals of the largest price', '1', '99999999999999.999999999999', '100000000000000.00'],
  ])('201 with the price of %s', async (_, quantity, unitPrice, net) => {
    const invoice = await records.draft({ lines: [{ ...line, quantity, unitPrice }] });
    expect(invoice).toMatchObject({ lines: [{ unitPrice, net }], totals: { net } });
    expect((await records.invoice(invoice.id)).lines[0]?.unitPrice).toBe(unitPrice);
    const { steps } = (await key.call<CalculationView>('GET', `/v1/invoices/${invoice.id}/calculation`)).body;
    expect(steps[0]).toMatchObject({ step: 'LineNet', formula: `${quantity} × ${unitPrice}`, rounded: net });
    expect(steps[0]?.exact).toMatch(/^[0-9]+[.][0-9]+$/);
  });

  it('201 with cash rounding shown separately, never within VAT', async () => {
    const { totals, balance } = await records.draft({
      lines: [{ ...line, quantity: '1', unitPrice: '0.99' }],
      roundingIncrement: '0.05',
    });
    expect(totals).toMatchObject({ net: '0.99', tax: '0.20', gross: '1.19', rounding: '0.01', due: '1.20' });
    expect(balance).toBe('1.20');
  });

  it('201 with a zero without a minus, in the response and in the GET', async () => {
    const invoice = await records.draft({
      lines: [{ ...line, ...exempt, quantity: '-0.0', unitPrice: '-0', taxRate: '-0.00' }],
    });
    expect(invoice.lines).toMatchObject([{ quantity: '0.0', unitPrice: '0', taxRate: '0.00' }]);
    expect(await records.invoice(invoice.id)).toEqual(invoice);
  });
});
