import { formatDecimal, MAX_INTEGER_DIGITS, parseDecimal, type Decimal } from '../../shared/decimal.js';
import { currencyDigits, isCurrency } from '../codes/currency.js';

/** An error and how to correct it. `pointer` is a JSON pointer (RFC 6901) into the document. */
export interface TaxError {
  readonly pointer: string;
  readonly code: TaxErrorCode;
  readonly message: string;
}

export type TaxErrorCode =
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
  | 'buyer_vat_number_required'
  | 'seller_address_required'
  | 'seller_identification_required'
  | 'buyer_address_required'
  | 'supply_date_required'
  | 'seller_not_in_eu'
  | 'buyer_not_in_eu'
  | 'same_member_state'
  | 'destination_not_in_eu'
  | 'destination_not_outside'
  | 'destination_unknown';

/** Longer than every number that fields accept, and short enough to parse without cost. */
export const LONGEST_NUMBER = 64;

/** Collects the errors of a document while it parses the numbers. */
export class TaxErrors {
  readonly list: TaxError[] = [];
  /** Undefined for an unknown currency, for which decimals cannot be checked. */
  private readonly digits: number | undefined;

  constructor(private readonly currency: string) {
    this.digits = isCurrency(currency) ? currencyDigits(currency) : undefined;
    if (this.digits === undefined) {
      this.add('/currency', 'unknown_currency', 'Use an active ISO 4217 code in upper case, such as EUR.');
    }
  }

  add(pointer: string, code: TaxErrorCode, message: string): void {
    this.list.push({ pointer, code, message });
  }

  /** The number, or undefined if it is absent or has an error. */
  decimal(pointer: string, text: string | undefined, scale: number): Decimal | undefined {
    if (text === undefined) return undefined;
    const value = this.number(pointer, text);
    if (value && value.scale > scale) {
      this.add(pointer, 'wrong_decimals', `Use at most ${scale} decimals.`);
      return undefined;
    }
    return value;
  }

  /** Rejects more decimals than the currency has, as they would have to be rounded. Fewer are allowed. */
  amount(pointer: string, text: string | undefined): Decimal | undefined {
    if (text === undefined) return undefined;
    const value = this.number(pointer, text);
    const { digits } = this;
    if (!value || digits === undefined) return undefined;
    if (value.scale <= digits) return value;
    const example = formatDecimal(value, digits);
    const message = `An amount in ${this.currency} must have at most ${digits} decimals, such as "${example}".`;
    this.add(pointer, 'wrong_decimals', message);
    return undefined;
  }

  private number(pointer: string, text: string): Decimal | undefined {
    const value = text.length > LONGEST_NUMBER ? undefined : parseDecimal(text, LONGEST_NUMBER, LONGEST_NUMBER);
    if (!value) {
      const form = 'digits with at most one decimal point and an optional minus sign, without exponent and separators';
      this.add(pointer, 'invalid_decimal', `Write a decimal number as a string, such as "12.5": ${form}.`);
    } else if (!parseDecimal(text, LONGEST_NUMBER)) {
      this.add(pointer, 'number_too_large', `Use at most ${MAX_INTEGER_DIGITS} digits before the decimal point.`);
      return undefined;
    }
    return value;
  }
}
