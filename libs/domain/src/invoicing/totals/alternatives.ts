import type { Decimal } from '../../shared/decimal.js';
import {
  addFractions,
  multiplyFractions,
  percentFraction,
  roundHalfAway,
  wholeUnits,
  type Fraction,
} from '../../shared/fraction.js';
import { netWithin, settleDocument, taxOn, type Settlement } from './settlement.js';
import { sumUnits, type TaxGroupPart } from './tax-groups.js';
import type { LineInput, TotalsInput } from './totals-input.js';

/** The common causes of a total that differs from EN 16931. */
export type AlternativeCause =
  | 'LineTaxRounded'
  | 'LineNetUnrounded'
  | 'TaxIncludedOrNot'
  | 'AllowanceIgnored'
  | 'Truncated';

/** One alternative, calculated completely. */
export interface Alternative {
  readonly cause: AlternativeCause;
  /** What the caller did differently, in words that follow "when". */
  readonly when: string;
  /** The resulting total, in minor units. */
  readonly gross: bigint;
  /** The first figure of a line that differs, with its value in minor units. */
  readonly figure: 'net' | 'tax' | 'gross' | null;
  readonly theirs: (line: TaxedPart) => Fraction;
}

/** A line, or a share of a document allowance or charge, with the values to recalculate it. */
export interface TaxedPart {
  readonly part: TaxGroupPart;
  readonly rate: Decimal;
  readonly net: bigint;
}

export function taxedParts(settled: Settlement): TaxedPart[] {
  return settled.groups.flatMap(({ group, parts }) =>
    parts.map(({ part, net }) => ({ part, rate: group.rate, net: net.units })),
  );
}

const round = (exact: Fraction): bigint => roundHalfAway(exact).units;
const truncate = ({ numerator, denominator }: Fraction): bigint => numerator / denominator;
const sumOf = (values: readonly Fraction[]): Fraction => values.reduce(addFractions, wholeUnits(0n));
const exactTax = (net: Fraction, rate: Decimal): Fraction => multiplyFractions(net, percentFraction(rate));
const withTax = (net: Fraction, rate: Decimal): Fraction => addFractions(net, exactTax(net, rate));
const entered = ({ part }: TaxedPart): Fraction => wholeUnits(part.amount.units);
const unrounded = ({ part }: TaxedPart): Fraction => part.amount.exact;
const noLine = { figure: null, theirs: entered } as const;

/** All alternatives, the most common first. Generated lazily: the caller stops at the first match. */
export function* alternatives(document: TotalsInput, settled: Settlement): Generator<Alternative> {
  const parts = taxedParts(settled);
  yield* settled.inclusive ? lineTaxWithin(parts) : lineTaxAdded(parts);
  yield* settled.inclusive ? unroundedWithin(parts) : unroundedBefore(settled, parts);
  yield* taxTakenOtherwise(document, settled);
  yield* adjustmentsLeftOut(document);
  yield* settled.inclusive ? truncatedWithin(parts) : truncated(settled, parts);
}

function* lineTaxAdded(parts: readonly TaxedPart[]): Generator<Alternative> {
  const way = (when: string, theirTax: (line: TaxedPart) => bigint): Alternative => ({
    cause: 'LineTaxRounded',
    when,
    gross: sumUnits(parts.map((line) => line.part.amount.units + theirTax(line))),
    figure: 'tax',
    theirs: (line) => wholeUnits(theirTax(line)),
  });
  yield way('VAT is rounded on each line', (line) => taxOn(entered(line), line.rate).units);
  yield way(
    'VAT is rounded on each line, based on its unrounded net',
    (line) => taxOn(unrounded(line), line.rate).units,
  );
}

function* lineTaxWithin(parts: readonly TaxedPart[]): Generator<Alternative> {
  const theirNet = (line: TaxedPart): bigint => round(netWithin(entered(line), line.rate));
  const theirTax = (line: TaxedPart): bigint => taxOn(wholeUnits(theirNet(line)), line.rate).units;
  yield {
    cause: 'LineTaxRounded',
    when: 'VAT is extracted from each line and recalculated from its rounded net',
    gross: sumUnits(parts.map((line) => theirNet(line) + theirTax(line))),
    figure: 'gross',
    theirs: (line) => wholeUnits(theirNet(line) + theirTax(line)),
  };
}

function* unroundedBefore(settled: Settlement, parts: readonly TaxedPart[]): Generator<Alternative> {
  const groups = settled.groups.map(({ group }) => ({
    rate: group.rate,
    net: sumOf(group.parts.map(({ amount }) => amount.exact)),
  }));
  const sum = (gross: (group: { rate: Decimal; net: Fraction }) => bigint): bigint => sumUnits(groups.map(gross));
  const totals = [
    sum(({ rate, net }) => round(net) + taxOn(net, rate).units),
    sum(({ rate, net }) => round(net) + taxOn(wholeUnits(round(net)), rate).units),
    sum(({ rate, net }) => round(withTax(net, rate))),
    round(sumOf(groups.map(({ rate, net }) => withTax(net, rate)))),
    sumUnits(parts.map((line) => round(withTax(unrounded(line), line.rate)))),
  ];
  for (const gross of totals) {
    const when = 'quantity × price is not rounded on each line';
    yield { cause: 'LineNetUnrounded', when, gross, figure: 'net', theirs: unrounded };
  }
}

function* unroundedWithin(parts: readonly TaxedPart[]): Generator<Alternative> {
  const gross = round(sumOf(parts.map(unrounded)));
  const when = 'quantity × price is not rounded on each line';
  yield { cause: 'LineNetUnrounded', when, gross, figure: 'gross', theirs: unrounded };
}

function* taxTakenOtherwise(document: TotalsInput, settled: Settlement): Generator<Alternative> {
  const cause = 'TaxIncludedOrNot';
  const taken = settled.inclusive ? 'excluding VAT' : 'including VAT';
  yield {
    ...recalculated({ ...document, pricesIncludeTax: !settled.inclusive }, 'net'),
    cause,
    when: `the prices are treated as ${taken}`,
  };
  if (settled.inclusive) {
    const theirs = (line: TaxedPart): Fraction => wholeUnits(line.net);
    yield { cause, when: 'the total leaves out VAT', gross: settled.net, figure: 'gross', theirs };
  }
}

function* adjustmentsLeftOut(document: TotalsInput): Generator<Alternative> {
  const bare = ({ discount: _discount, allowances: _allowances, charges: _charges, ...line }: LineInput): LineInput =>
    line;
  const lines = document.lines.map(bare);
  const without: [what: string, change: Partial<TotalsInput>][] = [
    ['the allowances and charges of the document', { allowances: [], charges: [] }],
    ['the allowances of the document', { allowances: [] }],
    ['the charges of the document', { charges: [] }],
    ['the discounts, allowances and charges of the lines', { lines }],
    ['all discounts, allowances and charges', { lines, allowances: [], charges: [] }],
  ];
  const figure = document.pricesIncludeTax ? 'gross' : 'net';
  for (const [what, change] of without) {
    yield {
      ...recalculated({ ...document, ...change }, figure),
      cause: 'AllowanceIgnored',
      when: `${what} are left out`,
    };
  }
}

/** Recalculates the document by our rules after a change that keeps the order of its lines. */
function recalculated(changed: TotalsInput, figure: 'net' | 'gross'): Pick<Alternative, 'gross' | 'figure' | 'theirs'> {
  const settled = settleDocument(changed);
  const lines = new Map<number, bigint>();
  for (const { part, net, tax } of settled.groups.flatMap(({ parts }) => parts)) {
    if (part.kind === 'line') lines.set(part.index, figure === 'net' ? net.units : net.units + tax.units);
  }
  return { gross: settled.gross, figure, theirs: ({ part }) => wholeUnits(lines.get(part.index) ?? 0n) };
}

function* truncated(settled: Settlement, parts: readonly TaxedPart[]): Generator<Alternative> {
  const cut = (line: TaxedPart): bigint => truncate(unrounded(line));
  const whole = (line: TaxedPart): bigint => line.part.amount.units;
  const ofGroups = (net: (line: TaxedPart) => bigint, tax: (exact: Fraction) => bigint): bigint =>
    sumUnits(
      settled.groups.map(({ group }) => {
        const nets = sumUnits(group.parts.map((part) => net({ part, rate: group.rate, net: part.amount.units })));
        return nets + tax(exactTax(wholeUnits(nets), group.rate));
      }),
    );
  const lineTax =
    (net: (line: TaxedPart) => bigint) =>
    (line: TaxedPart): bigint =>
      truncate(exactTax(wholeUnits(net(line)), line.rate));
  const ofLines = (net: (line: TaxedPart) => bigint): bigint =>
    sumUnits(parts.map((line) => net(line) + lineTax(net)(line)));
  const cutLines = { figure: 'net', theirs: (line: TaxedPart) => wholeUnits(cut(line)) } as const;
  const cutLineTax = { figure: 'tax', theirs: (line: TaxedPart) => wholeUnits(lineTax(whole)(line)) } as const;
  const cause = 'Truncated';
  yield { cause, when: 'lines are truncated instead of rounded', gross: ofGroups(cut, round), ...cutLines };
  yield { cause, when: 'VAT is truncated instead of rounded', gross: ofGroups(whole, truncate), ...noLine };
  yield { cause, when: 'lines and VAT are truncated instead of rounded', gross: ofGroups(cut, truncate), ...cutLines };
  yield { cause, when: 'VAT is truncated on each line', gross: ofLines(whole), ...cutLineTax };
  yield { cause, when: 'lines and their VAT are truncated', gross: ofLines(cut), ...cutLines };
}

function* truncatedWithin(parts: readonly TaxedPart[]): Generator<Alternative> {
  const cut = (line: TaxedPart): bigint => truncate(unrounded(line));
  yield {
    cause: 'Truncated',
    when: 'lines are truncated instead of rounded',
    gross: sumUnits(parts.map(cut)),
    figure: 'gross',
    theirs: (line) => wholeUnits(cut(line)),
  };
}
