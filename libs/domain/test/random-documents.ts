import type {
  AdjustmentInput,
  DocumentAdjustmentInput,
  LineInput,
  TotalsInput,
} from '../src/invoicing/totals/totals-input.js';
import { formatDecimal } from '../src/shared/decimal.js';

/** Whole numbers from 0 to `below` − 1. */
export type Next = (below: number) => number;

/** A deterministic sequence (Park and Miller), so that a failure can be reproduced. */
export function generator(seed: number): Next {
  let state = seed;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

export const scaled = (units: number, scale: number): string => formatDecimal({ units: BigInt(units), scale }, scale);

export function pick<T>(next: Next, values: readonly T[]): T {
  const value = values[next(values.length)];
  if (value === undefined) throw new RangeError('there is nothing to pick from');
  return value;
}

const CURRENCIES = [
  ['EUR', 2],
  ['JPY', 0],
  ['KWD', 3],
] as const;

/** The rates of France, Germany, Québec and Denmark, and groups without a rate. */
export const GROUPS = [
  { taxCategory: 'S', taxRate: '20' },
  { taxCategory: 'S', taxRate: '5.5' },
  { taxCategory: 'S', taxRate: '2.1' },
  { taxCategory: 'S', taxRate: '9.975' },
  { taxCategory: 'S', taxRate: '19' },
  { taxCategory: 'S', taxRate: '25.00' },
  { taxCategory: 'Z', taxRate: '0' },
  { taxCategory: 'E', taxRate: '0', exemptionReason: 'Article 132' },
] as const;

/** Returns an item once in `odds` times, otherwise nothing. */
const sometimes = <T>(next: Next, odds: number, make: () => T): T[] => (next(odds) === 0 ? [make()] : []);

const adjustment = (next: Next, digits: number): AdjustmentInput =>
  next(2) === 0 ? { percent: scaled(next(500_000), 4) } : { amount: scaled(next(5_000), digits) };

function randomLine(next: Next, digits: number): LineInput {
  const [discount] = sometimes(next, 3, () => adjustment(next, digits));
  const [priceBaseQuantity] = sometimes(next, 4, () => scaled(1 + next(200), next(3)));
  return {
    quantity: scaled(next(40_000) - 8_000, 1 + next(4)),
    unitPrice: scaled(next(9_000_000), 2 + next(5)),
    ...pick(next, GROUPS),
    ...(discount ? { discount } : {}),
    ...(priceBaseQuantity ? { priceBaseQuantity } : {}),
    allowances: sometimes(next, 6, () => adjustment(next, digits)),
    charges: sometimes(next, 5, () => adjustment(next, digits)),
  };
}

/** Random lines, some negative, with adjustments of lines, groups and the document. */
export function randomDocument(next: Next, pricesIncludeTax: boolean): TotalsInput {
  const [currency, digits] = pick(next, CURRENCIES);
  const lines = Array.from({ length: 1 + next(8) }, () => randomLine(next, digits));
  const adjustments = (): DocumentAdjustmentInput[] => [
    ...sometimes(next, 4, () => adjustment(next, digits)),
    ...sometimes(next, 4, () => {
      const { taxCategory, taxRate } = pick(next, GROUPS);
      return { ...adjustment(next, digits), taxCategory, taxRate, reason: 'As agreed' };
    }),
  ];
  return {
    currency,
    pricesIncludeTax,
    lines,
    allowances: adjustments(),
    charges: adjustments(),
    roundingIncrement: scaled(pick(next, [0, 5, 100]), digits),
    prepaid: scaled(next(3) * 1_000, digits),
  };
}
