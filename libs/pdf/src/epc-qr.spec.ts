import { describe, expect, it } from '@jest/globals';
import { epcPayload, qrModules, type CreditTransfer } from './epc-qr.js';

/** The sample of the guideline. */
const transfer: CreditTransfer = {
  name: 'Red Cross of Belgium',
  iban: 'BE72 0000 0000 1616',
  bic: 'BPOTBEB1',
  amount: '1.00',
  remittance: 'Urgency fund',
};

describe('epcPayload', () => {
  it('has the lines of the guideline in their order', () => {
    expect(epcPayload(transfer)).toBe(
      'BCD\n002\n1\nSCT\nBPOTBEB1\nRed Cross of Belgium\nBE72000000001616\nEUR1.00\n\n\nUrgency fund',
    );
  });

  it('works without a BIC and a reference, and ends with the last value', () => {
    expect(epcPayload({ ...transfer, bic: null, remittance: '' })).toBe(
      'BCD\n002\n1\nSCT\n\nRed Cross of Belgium\nBE72000000001616\nEUR1.00',
    );
  });

  it('has a separate line for a valid creditor reference (ISO 11649)', () => {
    expect(
      epcPayload({ ...transfer, remittance: 'RF18 5390 0754 7034' })
        ?.split('\n')
        .slice(8),
    ).toEqual([...['', 'RF18539007547034']]);
    expect(
      epcPayload({ ...transfer, remittance: 'RF19 5390 0754 7034' })
        ?.split('\n')
        .slice(8),
    ).toEqual([...['', '', 'RF19 5390 0754 7034']]);
  });

  it('joins the lines of a name, and shortens it to the limit', () => {
    const lines = epcPayload({ ...transfer, name: `A\nB ${'c'.repeat(90)}`, remittance: 'd'.repeat(200) })?.split('\n');
    expect(lines).toHaveLength(11);
    expect(lines?.[5]).toBe(`A B ${'c'.repeat(66)}`);
    expect(lines?.[10]).toBe('d'.repeat(140));
  });

  it.each<[string, Partial<CreditTransfer>]>([
    ['an IBAN with wrong check digits', { iban: 'BE73000000001616' }],
    ['an IBAN of the wrong length', { iban: 'DE6537040044053201300012' }],
    ['an account outside of SEPA', { iban: 'TR330006100519786457841326', bic: 'TCZBTR2A' }],
    ['an account outside of the EEA without a BIC', { iban: 'CH9300762011623852957', bic: null }],
    ['no IBAN', { iban: '' }],
    ['an amount of zero', { amount: '0.00' }],
    ['a negative amount', { amount: '-1.00' }],
    ['an amount above the maximum', { amount: '1000000000.00' }],
    ['a payload that is too long', { name: '株'.repeat(70), remittance: '式'.repeat(140) }],
  ])('is not created for %s', (_, change) => {
    expect(epcPayload({ ...transfer, ...change })).toBeUndefined();
  });

  it('has the BIC of an account outside of the European Economic Area', () => {
    const swiss = { ...transfer, iban: 'CH9300762011623852957', bic: 'POFICHBEXXX' };
    expect(epcPayload(swiss)?.split('\n').slice(4, 7)).toEqual(['POFICHBEXXX', transfer.name, swiss.iban]);
  });

  it('accepts the largest amount', () => {
    expect(epcPayload({ ...transfer, amount: '999999999.99' })).toContain('EUR999999999.99');
  });
});

describe('qrModules', () => {
  it('is a square with three finder patterns in its corners', () => {
    const modules = qrModules(epcPayload(transfer) ?? '');
    const size = modules.length;
    expect(modules.every((row) => row.length === size)).toBe(true);
    for (const [y, x] of [
      [0, 0],
      [0, size - 7],
      [size - 7, 0],
    ] as const) {
      expect(modules[y]?.slice(x, x + 7)).toEqual(Array.from({ length: 7 }, () => true));
    }
  });
});
