import { compare, isZero, MAX_INTEGER_DIGITS, parseDecimal, ZERO } from '../../shared/decimal.js';
import {
  QUANTITY_SCALE,
  RATE_SCALE,
  taxGroupKey,
  UNIT_PRICE_SCALE,
  type AdjustmentInput,
  type DocumentAdjustmentInput,
  type LineInput,
  type TaxCategory,
  type TotalsInput,
} from '../totals/totals-input.js';
import { computeTotals } from '../totals/totals.js';
import { LONGEST_NUMBER, TaxErrors, type TaxError } from './tax-errors.js';
import { checkParties, type TaxParties } from './tax-parties.js';

export type { TaxError, TaxErrorCode } from './tax-errors.js';
export type { TaxParties } from './tax-parties.js';

const NEEDS_REASON: ReadonlySet<TaxCategory> = new Set(['E', 'AE', 'K', 'G', 'O']);

/** A line, or a document allowance or charge that names its category. */
interface TaxedItem {
  readonly pointer: string;
  readonly kind: 'line' | 'adjustment';
  readonly category: TaxCategory;
  readonly key: string;
  readonly reason: string | undefined;
}

class TaxRulesCheck {
  readonly errors: TaxErrors;
  private readonly items: TaxedItem[] = [];

  constructor(private readonly document: TotalsInput) {
    this.errors = new TaxErrors(document.currency);
  }

  run(parties: TaxParties | undefined): void {
    const { document } = this;
    for (const [index, line] of document.lines.entries()) this.checkLine(line, `/lines/${index}`);
    const adjustments = [
      ...(document.allowances ?? []).map((value, index) => ({ value, pointer: `/allowances/${index}` })),
      ...(document.charges ?? []).map((value, index) => ({ value, pointer: `/charges/${index}` })),
    ];
    const lineKeys = new Set(this.items.map((item) => item.key));
    for (const { value, pointer } of adjustments) this.checkDocumentAdjustment(value, pointer, lineKeys);
    this.checkReasons();
    this.checkOutsideScope();
    if (parties) checkParties(this.items, parties, this.errors);
    this.errors.amount('/prepaid', document.prepaid);
    const increment = this.errors.amount('/roundingIncrement', document.roundingIncrement);
    if (increment && compare(increment, ZERO) < 0) {
      this.errors.add(
        '/roundingIncrement',
        'rounding_increment_negative',
        'Use a positive increment, or leave out roundingIncrement.',
      );
    }
    if (this.errors.list.length === 0) this.checkMagnitude();
  }

  private checkAdjustment(adjustment: AdjustmentInput, pointer: string): void {
    if ((adjustment.amount === undefined) === (adjustment.percent === undefined)) {
      this.errors.add(pointer, 'amount_or_percent', 'Set exactly one of amount and percent.');
    }
    this.errors.amount(`${pointer}/amount`, adjustment.amount);
    this.errors.decimal(`${pointer}/percent`, adjustment.percent, RATE_SCALE);
  }

  private checkLine(line: LineInput, pointer: string): void {
    this.errors.decimal(`${pointer}/quantity`, line.quantity, QUANTITY_SCALE);
    const price = this.errors.decimal(`${pointer}/unitPrice`, line.unitPrice, UNIT_PRICE_SCALE);
    if (price && compare(price, ZERO) < 0) {
      const message = 'A unit price must not be negative (EN 16931 BR-27). Use a negative quantity instead.';
      this.errors.add(`${pointer}/unitPrice`, 'unit_price_negative', message);
    }
    const base = this.errors.decimal(`${pointer}/priceBaseQuantity`, line.priceBaseQuantity, QUANTITY_SCALE);
    if (base && compare(base, ZERO) <= 0) {
      const message = 'The base quantity of the price must be above 0. Leave out priceBaseQuantity for 1.';
      this.errors.add(`${pointer}/priceBaseQuantity`, 'base_quantity_not_positive', message);
    }
    if (line.discount) this.checkAdjustment(line.discount, `${pointer}/discount`);
    for (const [at, value] of (line.allowances ?? []).entries())
      this.checkAdjustment(value, `${pointer}/allowances/${at}`);
    for (const [at, value] of (line.charges ?? []).entries()) this.checkAdjustment(value, `${pointer}/charges/${at}`);
    if (line.exemptionReason && !NEEDS_REASON.has(line.taxCategory)) {
      const message = `Category ${line.taxCategory} has no exemption reason. Leave out exemptionReason, or use category E.`;
      this.errors.add(`${pointer}/exemptionReason`, 'exemption_reason_not_allowed', message);
    }
    this.checkRate(line.taxCategory, line.taxRate, pointer, 'line', line.exemptionReason);
  }

  private checkDocumentAdjustment(
    adjustment: DocumentAdjustmentInput,
    pointer: string,
    lineKeys: ReadonlySet<string>,
  ): void {
    this.checkAdjustment(adjustment, pointer);
    const { taxCategory, taxRate, percent } = adjustment;
    if (taxCategory === undefined) {
      // An amount may omit its rate if there is only one group. With several, the VAT would depend on a guess.
      if (taxRate !== undefined || (percent === undefined && (this.document.lines.length === 0 || lineKeys.size > 1))) {
        const message = 'Set taxCategory and taxRate, or use percent, which applies to all categories and rates.';
        this.errors.add(`${pointer}/taxCategory`, 'tax_category_required', message);
      }
      return;
    }
    const item = this.checkRate(taxCategory, taxRate, pointer, 'adjustment', adjustment.reason);
    if (item && percent !== undefined && !lineKeys.has(item.key)) {
      const message =
        'No line has this category and rate, so the percent applies to nothing. Use amount, or another category.';
      this.errors.add(`${pointer}/taxCategory`, 'tax_category_unused', message);
    }
  }

  private checkRate(
    category: TaxCategory,
    rate: string | undefined,
    pointer: string,
    kind: TaxedItem['kind'],
    reason: string | undefined,
  ): TaxedItem | undefined {
    const at = `${pointer}/taxRate`;
    const value = this.errors.decimal(at, rate, RATE_SCALE);
    if (category === 'O' && rate !== undefined) {
      this.errors.add(
        at,
        'tax_rate_not_allowed',
        'Category O is outside the scope of VAT and has no rate. Leave out taxRate.',
      );
    } else if (category !== 'O' && rate === undefined) {
      this.errors.add(
        at,
        'tax_rate_required',
        `Set taxRate in percent. For category ${category}, ${rateHint(category)}.`,
      );
    } else if (value && category === 'S' && compare(value, ZERO) <= 0) {
      this.errors.add(
        at,
        'tax_rate_not_positive',
        'Category S needs a rate above 0. For 0, use Z (zero rated) or E (exempt).',
      );
    } else if (value && category !== 'S' && category !== 'O' && !isZero(value)) {
      this.errors.add(
        at,
        'tax_rate_not_zero',
        `Category ${category} needs the rate "0". For another rate, use category S.`,
      );
    }
    if (category !== 'O' && !value) return undefined;
    const item = { pointer, kind, category, key: taxGroupKey(category, rate), reason };
    this.items.push(item);
    return item;
  }

  /** One reason per group is enough, as EN 16931 prints one per row of the breakdown (BR-E-10 and similar rules). */
  private checkReasons(): void {
    for (const key of new Set(this.items.map((item) => item.key))) {
      const items = this.items.filter((item) => item.key === key);
      const lines = items.filter((item) => item.kind === 'line');
      const [first] = items;
      if (!first || !NEEDS_REASON.has(first.category)) continue;
      if ((lines.length > 0 ? lines : items).some((item) => item.reason)) continue;
      const at = `${first.pointer}/${first.kind === 'line' ? 'exemptionReason' : 'reason'}`;
      const example = first.category === 'AE' ? 'Reverse charge' : 'the article of the law that grants the exemption';
      this.errors.add(
        at,
        'exemption_reason_required',
        `Category ${first.category} needs a reason, such as: ${example}.`,
      );
    }
  }

  private checkOutsideScope(): void {
    const outside = this.items.find((item) => item.category === 'O');
    if (!outside || this.items.every((item) => item.category === 'O')) return;
    const message =
      'Category O cannot be combined with other categories in one document. Issue two documents, or use E if the law grants an exemption.';
    this.errors.add(`${outside.pointer}/taxCategory`, 'tax_category_not_mixable', message);
  }

  private checkMagnitude(): void {
    const { lines, totals } = computeTotals(this.document);
    const fits = (amounts: object): boolean =>
      Object.values(amounts).every((text: string) => parseDecimal(text, LONGEST_NUMBER) !== undefined);
    const message = `An amount must not have more than ${MAX_INTEGER_DIGITS} digits before the decimal point. Check quantity and unitPrice.`;
    for (const [index, line] of lines.entries()) {
      if (!fits(line)) this.errors.add(`/lines/${index}`, 'number_too_large', message);
    }
    if (this.errors.list.length === 0 && !fits(totals)) this.errors.add('/lines', 'number_too_large', message);
  }
}

function rateHint(category: TaxCategory): string {
  return category === 'S' ? 'it must be above 0' : 'it must be "0"';
}

/**
 * Checks the rules of EN 16931 for categories, rates, prices and decimals. Without errors, `computeTotals` accepts the document and
 * returns a valid breakdown. Without `parties`, the rules for parties are skipped: a draft may not have them yet.
 */
export function checkTaxRules(document: TotalsInput, parties?: TaxParties): TaxError[] {
  const check = new TaxRulesCheck(document);
  check.run(parties);
  return check.errors.list;
}
