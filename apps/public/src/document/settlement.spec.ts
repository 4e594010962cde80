import { describe, expect, it } from '@jest/globals';
import { isSettledByCredit, noLongerDue } from './settlement.js';

const zeros = { lineNet: '0', allowances: '0', charges: '0', net: '0', tax: '0', gross: '1080.00', rounding: '0' };
const amounts = (
  amountPaid: string | null,
  amountCredited: string | null,
  balance: string | null,
  due = '1080.00',
) => ({
  totals: { ...zeros, due },
  amountPaid,
  amountCredited,
  balance,
});

describe('what explains that nothing is left to pay', () => {
  it.each<[string, ReturnType<typeof amounts>, string, boolean]>([
    ['an open invoice', amounts('0.00', '0.00', '1080.00'), '0.00', false],
    ['a credited invoice', amounts('0.00', '1080.00', '0.00'), '0.00', true],
    ['a part paid, the rest credited', amounts('80.00', '1000.00', '0.00'), '0.00', true],
    ['a written-off invoice', amounts('0.00', '0.00', '0.00'), '1080.00', false],
    ['a part paid, the rest written off', amounts('1079.99', '0.00', '0.00'), '0.01', false],
    ['a part credited, the rest written off', amounts('0.00', '80.00', '0.00'), '1000.00', false],
    ['yen, written off', amounts('0', '0', '0', '1080'), '1080', false],
    ['a quote or a credit note', amounts(null, null, null), '0.00', false],
  ])('%s', (_, document, rest, byCredit) => {
    expect([noLongerDue(document), isSettledByCredit(document)]).toEqual([rest, byCredit]);
  });
});
