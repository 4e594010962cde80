import { currencyDigits, isCurrency } from './currency.js';
import { compare, formatDecimal, isZero, MAX_INTEGER_DIGITS, parseDecimal, ZERO, type Decimal } from './decimal.js';
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
} from './tax-groups.js';
import { computeTotals } from './totals.js';

/** What is wrong and how to mend it. `pointer` is a JSON pointer (RFC 6901) into the document. */
export interface TaxFault {
  readonly pointer: string;
  readonly code: TaxFaultCode;
  readonly message: string;
}

export type TaxFaultCode =
  | 'invalid_decimal'
  | 'wrong_decimals'
  | 'number_too_large'
  | 'unknown_currency'
  | 'unit_price_negative'
  | 'base_quantity_not_positive'
  | 'rounding_increment_negative'
  | 'amount_or_percent'
  | 'tax_category_required'
  | 'tax_category_not_mixable'
  | 'tax_category_unused'
  | 'tax_rate_required'
  | 'tax_rate_not_allowed'
  | 'tax_rate_not_positive'
  | 'tax_rate_not_zero'
  | 'exemption_reason_required'
  | 'exemption_reason_not_allowed'
  | 'seller_vat_number_required'
  | 'buyer_vat_number_required';

/** The VAT numbers that reverse charge (AE) and intra-community supplies (K) need. */
export interface TaxParties {
  readonly sellerVatNumber?: string | null;
  readonly buyerVatNumber?: string | null;
}

const NEEDS_REASON: ReadonlySet<TaxCategory> = new Set(['E', 'AE', 'K', 'G', 'O']);
const NEEDS_VAT_NUMBERS: ReadonlySet<TaxCategory> = new Set(['AE', 'K']);

/** Far beyond any number the fields take, and short enough to parse at no cost. */
const LONGEST_NUMBER = 64;

/** A line, or a document allowance or charge that names its category. */
interface TaxedItem {
  readonly pointer: string;
  readonly kind: 'line' | 'adjustment';
  readonly category: TaxCategory;
  readonly key: string;
  readonly reason: string | undefined;
}

class TaxRulesCheck {
  readonly faults: TaxFault[] = [];
  private readonly items: TaxedItem[] = [];
  private readonly digits: number | undefined;

  constructor(private readonly document: TotalsInput) {
    this.digits = isCurrency(document.currency) ? currencyDigits(document.currency) : undefined;
  }

  run(parties: TaxParties | undefined): void {
    const { document } = this;
    if (this.digits === undefined) {
      this.fault('/currency', 'unknown_currency', 'Use an active ISO 4217 code in capitals, such as EUR.');
    }
    for (const [index, line] of document.lines.entries()) this.checkLine(line, `/lines/${index}`);
    const adjustments = [
      ...(document.allowances ?? []).map((value, index) => ({ value, pointer: `/allowances/${index}` })),
      ...(document.charges ?? []).map((value, index) => ({ value, pointer: `/charges/${index}` })),
    ];
    const lineKeys = new Set(this.items.map((item) => item.key));
    for (const { value, pointer } of adjustments) this.checkDocumentAdjustment(value, pointer, lineKeys);
    this.checkReasons();
    this.checkOutsideScope();
    if (parties) this.checkVatNumbers(parties);
    this.checkAmount('/prepaid', document.prepaid);
    const increment = this.checkAmount('/roundingIncrement', document.roundingIncrement);
    if (increment && compare(increment, ZERO) < 0) {
      this.fault('/roundingIncrement', 'rounding_increment_negative', 'Use a positive increment, or leave it out.');
    }
    if (this.faults.length === 0) this.checkMagnitude();
  }

  private fault(pointer: string, code: TaxFaultCode, message: string): void {
    this.faults.push({ pointer, code, message });
  }

  private checkNumber(pointer: string, text: string): Decimal | undefined {
    const value = text.length > LONGEST_NUMBER ? undefined : parseDecimal(text, LONGEST_NUMBER, LONGEST_NUMBER);
    if (!value) {
      const form = 'digits with at most one point, an optional minus in front, no exponent and no separators';
      this.fault(pointer, 'invalid_decimal', `Write a decimal number as text, such as "12.5": ${form}.`);
    } else if (!parseDecimal(text, LONGEST_NUMBER)) {
      this.fault(pointer, 'number_too_large', `Use at most ${MAX_INTEGER_DIGITS} digits before the point.`);
      return undefined;
    }
    return value;
  }

  private checkDecimal(pointer: string, text: string | undefined, scale: number): Decimal | undefined {
    if (text === undefined) return undefined;
    const value = this.checkNumber(pointer, text);
    if (value && value.scale > scale) {
      this.fault(pointer, 'wrong_decimals', `Use at most ${scale} decimals.`);
      return undefined;
    }
    return value;
  }

  /** Exactly the currency's digits: `"1000"` for ten euros, sent in cents by mistake, must not pass as a thousand. */
  private checkAmount(pointer: string, text: string | undefined): Decimal | undefined {
    if (text === undefined) return undefined;
    const value = this.checkNumber(pointer, text);
    const { digits } = this;
    if (!value || digits === undefined) return undefined;
    if (value.scale === digits) return value;
    const example = formatDecimal(value, digits);
    const message = `An amount in ${this.document.currency} has exactly ${digits} decimals, such as "${example}".`;
    this.fault(pointer, 'wrong_decimals', message);
    return undefined;
  }

  private checkAdjustment(adjustment: AdjustmentInput, pointer: string): void {
    if ((adjustment.amount === undefined) === (adjustment.percent === undefined)) {
      this.fault(pointer, 'amount_or_percent', 'Give exactly one of amount and percent.');
    }
    this.checkAmount(`${pointer}/amount`, adjustment.amount);
    this.checkDecimal(`${pointer}/percent`, adjustment.percent, RATE_SCALE);
  }

  private checkLine(line: LineInput, pointer: string): void {
    this.checkDecimal(`${pointer}/quantity`, line.quantity, QUANTITY_SCALE);
    const price = this.checkDecimal(`${pointer}/unitPrice`, line.unitPrice, UNIT_PRICE_SCALE);
    if (price && compare(price, ZERO) < 0) {
      const message = 'A unit price is never negative (EN 16931 BR-27): make the quantity negative instead.';
      this.fault(`${pointer}/unitPrice`, 'unit_price_negative', message);
    }
    const base = this.checkDecimal(`${pointer}/priceBaseQuantity`, line.priceBaseQuantity, QUANTITY_SCALE);
    if (base && compare(base, ZERO) <= 0) {
      const message = 'The quantity that the price is for is above 0; leave it out for 1.';
      this.fault(`${pointer}/priceBaseQuantity`, 'base_quantity_not_positive', message);
    }
    if (line.discount) this.checkAdjustment(line.discount, `${pointer}/discount`);
    for (const [at, value] of (line.allowances ?? []).entries())
      this.checkAdjustment(value, `${pointer}/allowances/${at}`);
    for (const [at, value] of (line.charges ?? []).entries()) this.checkAdjustment(value, `${pointer}/charges/${at}`);
    if (line.exemptionReason && !NEEDS_REASON.has(line.taxCategory)) {
      const message = `Category ${line.taxCategory} takes no exemption reason: leave it out, or use category E.`;
      this.fault(`${pointer}/exemptionReason`, 'exemption_reason_not_allowed', message);
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
      // The amount of the only group there is needs no telling; with several, the VAT would depend on our guess.
      if (taxRate !== undefined || (percent === undefined && (this.document.lines.length === 0 || lineKeys.size > 1))) {
        const message =
          'Say which taxCategory and taxRate it belongs to, or give a percent, which is spread over all of them.';
        this.fault(`${pointer}/taxCategory`, 'tax_category_required', message);
      }
      return;
    }
    const item = this.checkRate(taxCategory, taxRate, pointer, 'adjustment', adjustment.reason);
    if (item && percent !== undefined && !lineKeys.has(item.key)) {
      const message =
        'No line has this category and rate, so a percent of them is nothing: give an amount, or another category.';
      this.fault(`${pointer}/taxCategory`, 'tax_category_unused', message);
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
    const value = this.checkDecimal(at, rate, RATE_SCALE);
    if (category === 'O' && rate !== undefined) {
      this.fault(at, 'tax_rate_not_allowed', 'Category O is outside the scope of VAT and has no rate: leave it out.');
    } else if (category !== 'O' && rate === undefined) {
      this.fault(at, 'tax_rate_required', `Give the rate in percent; for category ${category} ${rateHint(category)}.`);
    } else if (value && category === 'S' && compare(value, ZERO) <= 0) {
      this.fault(at, 'tax_rate_not_positive', 'Category S has a rate above 0: for 0 use Z (zero rated) or E (exempt).');
    } else if (value && category !== 'S' && category !== 'O' && !isZero(value)) {
      this.fault(at, 'tax_rate_not_zero', `Category ${category} has the rate "0": for another rate use category S.`);
    }
    if (category !== 'O' && !value) return undefined;
    const item = { pointer, kind, category, key: taxGroupKey(category, rate), reason };
    this.items.push(item);
    return item;
  }

  /** One reason per group suffices, as EN 16931 prints one per row of the breakdown (BR-E-10 and its siblings). */
  private checkReasons(): void {
    for (const key of new Set(this.items.map((item) => item.key))) {
      const items = this.items.filter((item) => item.key === key);
      const lines = items.filter((item) => item.kind === 'line');
      const [first] = items;
      if (!first || !NEEDS_REASON.has(first.category)) continue;
      if ((lines.length > 0 ? lines : items).some((item) => item.reason)) continue;
      const at = `${first.pointer}/${first.kind === 'line' ? 'exemptionReason' : 'reason'}`;
      const example = first.category === 'AE' ? 'Reverse charge' : 'the article of the law that exempts it';
      this.fault(at, 'exemption_reason_required', `Category ${first.category} needs a reason, such as: ${example}.`);
    }
  }

  private checkOutsideScope(): void {
    const outside = this.items.find((item) => item.category === 'O');
    if (!outside || this.items.every((item) => item.category === 'O')) return;
    const message =
      'Category O mixes with no other in one document: issue two documents, or use E where the law exempts.';
    this.fault(`${outside.pointer}/taxCategory`, 'tax_category_not_mixable', message);
  }

  private checkVatNumbers(parties: TaxParties): void {
    const item = this.items.find(({ category }) => NEEDS_VAT_NUMBERS.has(category));
    if (!item) return;
    const at = `${item.pointer}/taxCategory`;
    const need = `Category ${item.category} needs the VAT numbers of both parties`;
    if (!parties.sellerVatNumber) {
      this.fault(at, 'seller_vat_number_required', `${need}: add yours to the company's settings.`);
    }
    if (!parties.buyerVatNumber) {
      this.fault(at, 'buyer_vat_number_required', `${need}: set vatNumber on the client.`);
    }
  }

  private checkMagnitude(): void {
    const { lines, totals } = computeTotals(this.document);
    const fits = (amounts: object): boolean =>
      Object.values(amounts).every((text: string) => parseDecimal(text, LONGEST_NUMBER) !== undefined);
    const message = `No amount has more than ${MAX_INTEGER_DIGITS} digits before the point: check quantity and unitPrice.`;
    for (const [index, line] of lines.entries()) {
      if (!fits(line)) this.fault(`/lines/${index}`, 'number_too_large', message);
    }
    if (this.faults.length === 0 && !fits(totals)) this.fault('/lines', 'number_too_large', message);
  }
}

function rateHint(category: TaxCategory): string {
  return category === 'S' ? 'it is above 0' : 'it is "0"';
}

/**
 * EN 16931's rules for categories, rates, prices and decimals. An empty list means that `computeTotals` takes the document
 * and that its breakdown is valid. `parties` left out: the VAT numbers are not looked at (a draft may not know them yet).
 */
export function checkTaxRules(document: TotalsInput, parties?: TaxParties): TaxFault[] {
  const check = new TaxRulesCheck(document);
  check.run(parties);
  return check.faults;
}
