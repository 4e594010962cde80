import { formatShortest } from '../../shared/decimal.js';
import { formatDifference, formatExact, negateRounded, wholeUnits, type Rounded } from '../../shared/fraction.js';
import { lineFormula, showUnits, sumFormula, sumOfSome, type ShowUnits } from './calculation-formulas.js';
import { settleDocument, type SettledGroup, type Settlement } from './settlement.js';
import type { PlacedAdjustment, TaxGroup, TaxGroupPart } from './tax-groups.js';
import type { TaxCategory, TotalsInput } from './totals-input.js';
import { groupName } from './totals.js';

/** Marks an amount that is not simply rounded: the last share of a quote takes the remaining cents. */
const FITTED = ', adjusted to the rest of the quote';

/**
 * - `LineNet` (`LineGross` when prices include VAT): quantity × price with the allowances and charges of the line
 * - `DocumentAllowance`, `DocumentCharge`: the whole amount; `Share`: the part of it in one group
 * - `InclusiveNet`: the net of a group with VAT included; `Spread`: the part of it in a line, allowance or charge
 * - `Tax` of a group; `LineTax`: the share of a line in it, by largest remainder
 * - `Sum`, which does not round; `CashRounding` of the payable amount
 */
export const CALCULATION_STEPS = [
  'LineNet',
  'LineGross',
  'DocumentAllowance',
  'DocumentCharge',
  'Share',
  'Sum',
  'InclusiveNet',
  'Spread',
  'Tax',
  'LineTax',
  'CashRounding',
] as const;
export type CalculationStepName = (typeof CALCULATION_STEPS)[number];

export interface CalculationStep {
  step: CalculationStepName;
  /** A JSON pointer (RFC 6901) into the document: `/lines/0`, `/allowances/0`, `/charges/0`, `/taxBreakdown/0`, `/totals/net`. */
  pointer: string;
  /** The (category, rate) group of the step; null if it concerns the whole document. */
  group: { category: TaxCategory; rate: string | null } | null;
  /** The formula with its numbers: `3 × 19.995 − 10 %`. */
  formula: string;
  /** Before rounding: the shortest decimal, or `n/d` if it has more than 24 decimals. */
  exact: string;
  /** With the currency's digits. */
  rounded: string;
  /** rounded − exact, in the form of `exact`. */
  difference: string;
}

const exactly = (units: bigint): Rounded => ({ exact: wholeUnits(units), units });
const POINTERS = { line: '/lines', allowance: '/allowances', charge: '/charges' } as const;
const pointerTo = ({ kind, index }: Pick<TaxGroupPart, 'kind' | 'index'>): string => `${POINTERS[kind]}/${index}`;
/** An allowance is positive when it is shown and negative when it is added up. */
const asExplained = (kind: TaxGroupPart['kind'], value: Rounded): Rounded =>
  kind === 'allowance' ? negateRounded(value) : value;

class Explanation {
  readonly steps: CalculationStep[] = [];
  private readonly show: ShowUnits;

  constructor(
    private readonly document: TotalsInput,
    private readonly settled: Settlement,
  ) {
    this.show = showUnits(settled.digits);
  }

  write(): void {
    const { groups, adjustments } = this.settled;
    this.inOrderOfLines((group, { part }, index) => {
      const line = this.document.lines[index];
      if (!line) return;
      this.add(
        this.settled.inclusive ? 'LineGross' : 'LineNet',
        pointerTo(part),
        group,
        lineFormula(line),
        part.amount,
      );
    });
    for (const adjustment of adjustments) this.writeAdjustment(adjustment);
    for (const [index, group] of groups.entries()) this.writeGroup(group, `/taxBreakdown/${index}`);
    this.inOrderOfLines((group, { part, net, tax }) => {
      const formula = this.settled.inclusive
        ? sumFormula([part.amount.units, -net.units], this.show)
        : `${this.show(net.units)} × ${formatShortest(group.rate)} %`;
      this.add('LineTax', pointerTo(part), group, formula, tax);
    });
    this.writeTotals();
  }

  private add(step: CalculationStepName, pointer: string, group: TaxGroup | null, formula: string, value: Rounded) {
    const { digits } = this.settled;
    this.steps.push({
      step,
      pointer,
      group: group && groupName(group),
      formula,
      exact: formatExact(value.exact, digits),
      rounded: this.show(value.units),
      difference: formatDifference(value, digits),
    });
  }

  private inOrderOfLines(write: (group: TaxGroup, part: SettledGroup['parts'][number], index: number) => void): void {
    this.settled.groups
      .flatMap(({ group, parts }) => parts.map((settled) => ({ group, settled })))
      .filter(({ settled }) => settled.part.kind === 'line')
      .sort((a, b) => a.settled.part.index - b.settled.part.index)
      .forEach(({ group, settled }) => write(group, settled, settled.part.index));
  }

  private writeAdjustment(placed: PlacedAdjustment): void {
    const { kind, index, group, amount, base, shares } = placed;
    const input = (kind === 'allowance' ? this.document.allowances : this.document.charges)?.[index];
    const pointer = pointerTo(placed);
    const percentOf = (units: bigint): string => `${input?.percent} % × ${this.show(units)}`;
    const formula = base === null ? this.show(amount.units) : percentOf(base);
    this.add(kind === 'allowance' ? 'DocumentAllowance' : 'DocumentCharge', pointer, group, formula, amount);
    const total = shares.reduce((acc, { weight }) => acc + weight, 0n);
    for (const share of shares) {
      const proportion = total === 0n ? ` / ${shares.length}` : ` × ${this.show(share.weight)} / ${this.show(total)}`;
      const part = base === null ? this.show(amount.units) + proportion : percentOf(share.weight);
      this.add('Share', pointer, share.group, part, share.amount);
    }
  }

  private writeGroup({ group, entered, taxable, tax, fitted, parts }: SettledGroup, pointer: string): void {
    const { show } = this;
    const suffix = fitted ? FITTED : '';
    const rate = formatShortest(group.rate);
    const amounts = parts.map(({ part }) => part.amount.units);
    this.add('Sum', pointer, group, sumFormula(amounts, show), exactly(entered));
    if (!this.settled.inclusive) {
      this.add('Tax', pointer, group, `${show(entered)} × ${rate} %${suffix}`, tax);
      return;
    }
    this.add('InclusiveNet', pointer, group, `${show(entered)} / (1 + ${rate} %)${suffix}`, taxable);
    for (const { part, net } of parts) {
      const formula = `${show(asExplained(part.kind, part.amount).units)} / (1 + ${rate} %)`;
      this.add('Spread', pointerTo(part), group, formula, asExplained(part.kind, net));
    }
    this.add('Tax', pointer, group, sumFormula([entered, -taxable.units], show), tax);
  }

  private writeTotals(): void {
    const { document, settled, show } = this;
    const { lineNet, allowances, charges, net, tax, gross, prepaid, increment, rounding, due } = settled;
    const suffix = settled.cashFitted ? FITTED : '';
    const sum = (name: string, formula: string, units: bigint): void =>
      this.add('Sum', `/totals/${name}`, null, formula, exactly(units));
    const nets: Record<TaxGroupPart['kind'], bigint[]> = { line: [], allowance: [], charge: [] };
    for (const { part, net: value } of settled.groups.flatMap(({ parts }) => parts)) {
      nets[part.kind].push(asExplained(part.kind, value).units);
    }
    sum('lineNet', sumFormula(nets.line, show), lineNet);
    if (document.allowances?.length) sum('allowances', sumFormula(nets.allowance, show), allowances);
    if (document.charges?.length) sum('charges', sumFormula(nets.charge, show), charges);
    sum('net', sumOfSome(lineNet, [-allowances, charges], show), net);
    sum(
      'tax',
      sumFormula(
        settled.groups.map((group) => group.tax.units),
        show,
      ),
      tax,
    );
    sum('gross', sumFormula([net, tax], show), gross);
    if (increment !== 0n) {
      const payable = gross - prepaid;
      const formula = `${sumOfSome(gross, [-prepaid], show)} to the nearest ${show(increment)}${suffix}`;
      const value = { exact: wholeUnits(payable), units: payable + rounding };
      this.add('CashRounding', '/totals/rounding', null, formula, value);
    }
    sum('due', sumOfSome(gross, [-prepaid, rounding], show), due);
  }
}

/**
 * The steps of `computeTotals` in order, with each amount before and after rounding. Both functions read the same settlement.
 * For `CashRounding`, `rounded` is the payable amount and `difference` is `totals.rounding`.
 * @throws RangeError for errors of form that `checkTaxRules` reports
 */
export function explainCalculation(document: TotalsInput): CalculationStep[] {
  const explanation = new Explanation(document, settleDocument(document));
  explanation.write();
  return explanation.steps;
}
