import { currencyDigits } from './codes/currency.js';
import {
  fitGross,
  fitNet,
  grossUnits,
  isNothing,
  keyOf,
  moneyByGroup,
  NOTHING,
  readMoney,
  readUnits,
  writeMoney,
  writeUnits,
  type GroupRow,
  type Money,
} from './totals/group-amounts.js';
import { magnitude } from './totals/largest-remainder.js';
import { sumUnits } from './totals/tax-groups.js';
import { taxGroupKey, type LineInput, type TaxCategory, type TotalsInput } from './totals/totals-input.js';
import type { TaxBreakdownRow, TotalsResult } from './totals/totals.js';

/** The credited amounts of one (category, rate), positive where the invoice's are. */
export type CreditedGroup = TaxBreakdownRow;

export interface CreditError {
  code: 'tax_group_not_invoiced' | 'over_credited';
  message: string;
  group: { category: TaxCategory; rate: string | null };
}

export interface CreditContext {
  /**
   * The input of `result`. The cents that the adjustment moves are added to its lines. If prices include VAT, the gross stays and net and
   * VAT are fitted to the rest of the invoice.
   */
  readonly document?: TotalsInput;
  /** The whole breakdown of the invoice. It distinguishes a fully credited group from one that was never invoiced. */
  readonly invoiced?: readonly TaxBreakdownRow[];
}

/**
 * The rest of an invoice to credit: its breakdown less the breakdowns of its credit notes, exact for each group and in the order of the invoice.
 * Omits groups without a rest, so an empty list means fully credited.
 */
export function remainingCredit(
  invoice: readonly TaxBreakdownRow[],
  credited: readonly (readonly CreditedGroup[])[],
  currency: string,
): TaxBreakdownRow[] {
  const digits = currencyDigits(currency);
  const taken = moneyByGroup(credited.flat(), digits);
  return invoice.flatMap((row) => {
    const [whole, less] = [readMoney(row, digits), taken.get(keyOf(row)) ?? NOTHING];
    const left = { taxable: whole.taxable - less.taxable, tax: whole.tax - less.tax };
    return isNothing(left) ? [] : [{ ...row, ...writeMoney(left, digits) }];
  });
}

/**
 * Fits a credit note to the rest of its invoice, so all credit notes of an invoice add up to its net and VAT.
 * Cash rounding of a credit note is always zero.
 * @param result the calculated totals of its lines, positive where the invoice's are
 * @param remaining of `remainingCredit`
 * @returns the result to store, or an error for each group that exceeds the rest
 */
export function settleCredit(
  result: TotalsResult,
  remaining: readonly TaxBreakdownRow[],
  currency: string,
  { document, invoiced = remaining }: CreditContext = {},
): { result: TotalsResult } | { errors: CreditError[] } {
  const digits = currencyDigits(currency);
  const left = moneyByGroup(remaining, digits);
  const known = new Set(invoiced.map(keyOf));
  const lines = linesByGroup(document);
  const errors: CreditError[] = [];
  const settled = result.taxBreakdown.map((row) => {
    const credit = readMoney(row, digits);
    const rest = left.get(keyOf(row)) ?? NOTHING;
    // Without a line that can absorb the cent, only the VAT can be adjusted.
    const fit = document?.pricesIncludeTax && lines.has(keyOf(row)) ? fitGross : fitNet;
    const fitted = fit(credit, rest);
    if (!fitted) errors.push(errorOf(row, credit, rest, known.has(keyOf(row)), digits));
    const money = fitted ?? credit;
    return { row, money, moved: { taxable: money.taxable - credit.taxable, tax: money.tax - credit.tax } };
  });
  if (errors.length > 0) return { errors };

  const adjusted = result.lines.map((line) => ({ ...line }));
  for (const { row, moved } of settled) {
    if (!isNothing(moved)) moveCents(adjusted, lines.get(keyOf(row)) ?? [], moved, digits);
  }
  const movedNet = sumUnits(settled.map(({ moved }) => moved.taxable));
  const lineNet = readUnits(result.totals.lineNet, digits, 'lineNet') + movedNet;
  const breakdown = settled.map(({ row, money }) => ({ ...row, ...writeMoney(money, digits) }));
  const totals = {
    ...result.totals,
    ...sumsOf(
      settled.map(({ money }) => money),
      digits,
    ),
  };
  return {
    result: { lines: adjusted, totals: { ...totals, lineNet: writeUnits(lineNet, digits) }, taxBreakdown: breakdown },
  };
}

/** The indexes of the lines of each group. */
function linesByGroup(document: TotalsInput | undefined): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>();
  for (const [index, { taxCategory, taxRate }] of (document?.lines ?? []).entries()) {
    const key = taxGroupKey(taxCategory, taxRate);
    const indexes = groups.get(key);
    if (indexes) indexes.push(index);
    else groups.set(key, [index]);
  }
  return groups;
}

/** Adds the cents that fitting moved to the largest line of the group. */
function moveCents(lines: TotalsResult['lines'], indexes: readonly number[], moved: Money, digits: number): void {
  const size = (index: number): bigint => magnitude(readUnits(lines[index]?.net ?? '0', digits, 'net'));
  const [first, ...others] = indexes;
  if (first === undefined) return;
  const line = lines[others.reduce((best, index) => (size(index) > size(best) ? index : best), first)];
  if (!line) return;
  const net = readUnits(line.net, digits, 'net') + moved.taxable;
  const tax = readUnits(line.tax, digits, 'tax') + moved.tax;
  Object.assign(line, {
    net: writeUnits(net, digits),
    tax: writeUnits(tax, digits),
    gross: writeUnits(net + tax, digits),
  });
}

function sumsOf(groups: readonly Money[], digits: number) {
  const net = sumUnits(groups.map(({ taxable }) => taxable));
  const tax = sumUnits(groups.map((group) => group.tax));
  const gross = writeUnits(net + tax, digits);
  return {
    net: writeUnits(net, digits),
    tax: writeUnits(tax, digits),
    gross,
    rounding: writeUnits(0n, digits),
    due: gross,
  };
}

function errorOf(
  { category, rate }: GroupRow,
  credit: Money,
  left: Money,
  known: boolean,
  digits: number,
): CreditError {
  const group = { category, rate };
  const name = rate === null ? `category ${category}` : `category ${category} at ${rate} %`;
  if (!known) {
    const message = `Nothing is left to credit in ${name}: the invoice has no such lines, or they are fully credited.`;
    return { code: 'tax_group_not_invoiced', message, group };
  }
  const [credited, rest] = [writeMoney(credit, digits), writeMoney(left, digits)];
  const message = `In ${name}, ${rest.taxable} and ${rest.tax} VAT are left to credit, not ${credited.taxable} and ${credited.tax}.`;
  return { code: 'over_credited', message, group };
}

/**
 * The rest of an invoice as lines of a credit note: one per group with the taxable amount as its net price, quantity 1, or -1 if negative.
 * Their own VAT may differ from the rest by cents: store `remainderResult`.
 * @param label the name of the line
 */
export function remainderAsLines(
  remaining: readonly TaxBreakdownRow[],
  currency: string,
  label: (row: TaxBreakdownRow) => string,
): (LineInput & { name: string })[] {
  const digits = currencyDigits(currency);
  return remaining.map((row) => {
    const { taxable } = readMoney(row, digits);
    return {
      name: label(row),
      quantity: taxable < 0n ? '-1' : '1',
      unitPrice: writeUnits(taxable < 0n ? -taxable : taxable, digits),
      taxCategory: row.category,
      ...(row.rate === null ? {} : { taxRate: row.rate }),
      ...(row.exemptionReason === null ? {} : { exemptionReason: row.exemptionReason }),
    };
  });
}

/** The totals of the lines of `remainderAsLines`, equal to the rest. */
export function remainderResult(remaining: readonly TaxBreakdownRow[], currency: string): TotalsResult {
  const digits = currencyDigits(currency);
  const groups = remaining.map((row) => readMoney(row, digits));
  const sums = sumsOf(groups, digits);
  const zero = writeUnits(0n, digits);
  return {
    lines: groups.map((money) => {
      const { taxable, tax } = writeMoney(money, digits);
      return { net: taxable, tax, gross: writeUnits(grossUnits(money), digits) };
    }),
    totals: { lineNet: sums.net, allowances: zero, charges: zero, ...sums },
    taxBreakdown: remaining.map((row) => ({ ...row, ...writeMoney(readMoney(row, digits), digits) })),
  };
}
