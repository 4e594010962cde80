import {
  compare,
  divideRounded,
  formatShortest,
  HUNDRED,
  multiply,
  parseDecimal,
  type Decimal,
} from '../../shared/decimal.js';
import { RATE_SCALE, type TotalsInput } from '../totals/totals-input.js';
import { hasStreet, isFullAddress, type TaxParties } from './tax-parties.js';
import { holdsCheckDigit, isVatNumberOf } from './vat-number.js';

/** A likely mistake that does not keep a document from being sent. */
export interface TaxWarning {
  readonly pointer: string;
  readonly code:
    | 'unknown_tax_rate'
    | 'buyer_address_missing'
    | 'buyer_street_missing'
    | 'vat_number_country_differs'
    | 'vat_number_check_digit';
  readonly message: string;
}

/**
 * The warnings to check before a document is sent.
 * @param rates the tax rates of the company, in percent; an empty list turns the comparison off
 */
export function taxWarnings(
  document: TotalsInput,
  buyer: NonNullable<TaxParties['buyer']>,
  rates: readonly string[],
): TaxWarning[] {
  return [...unknownRates(document, rates), ...buyerWarnings(buyer)];
}

function unknownRates({ lines, allowances = [], charges = [] }: TotalsInput, rates: readonly string[]): TaxWarning[] {
  if (rates.length === 0) return [];
  const known = rates.flatMap((rate) => parseDecimal(rate, RATE_SCALE) ?? []);
  const items = [
    ...lines.map((item, at) => ({ ...item, pointer: `/lines/${at}/taxRate` })),
    ...allowances.map((item, at) => ({ ...item, pointer: `/allowances/${at}/taxRate` })),
    ...charges.map((item, at) => ({ ...item, pointer: `/charges/${at}/taxRate` })),
  ];
  const seen = new Map<string, TaxWarning>();
  for (const { pointer, taxCategory, taxRate } of items) {
    const rate = taxCategory === 'S' && taxRate !== undefined ? parseDecimal(taxRate, RATE_SCALE) : undefined;
    if (!rate || known.some((each) => compare(each, rate) === 0)) continue;
    const text = formatShortest(rate);
    const message = `${text} % is not a tax rate of the company; ${suggestion(rate, known)}`;
    if (!seen.has(text)) seen.set(text, { pointer, code: 'unknown_tax_rate', message });
  }
  return [...seen.values()];
}

/** The usual mistakes are a fraction instead of a percentage, and the reverse. */
function suggestion(rate: Decimal, known: readonly Decimal[]): string {
  const meant = [multiply(rate, HUNDRED), divideRounded(rate, HUNDRED, RATE_SCALE)];
  const match = known.find((each) => meant.some((other) => compare(each, other) === 0));
  if (match) return `did you mean ${formatShortest(match)} %?`;
  return `its tax rates are ${known.map(formatShortest).join(', ')} %. If the rate is correct, add it under Settings > Tax rates.`;
}

function buyerWarnings({ kind, billingAddress, vatNumber }: NonNullable<TaxParties['buyer']>): TaxWarning[] {
  const warnings: TaxWarning[] = [];
  if (kind === 'Individual' && !isFullAddress(billingAddress)) {
    const message =
      'Most invoices show the address of the buyer. Set line1 and city of the billingAddress of the client.';
    warnings.push({ pointer: '/client/billingAddress', code: 'buyer_address_missing', message });
  } else if (kind !== 'Individual' && billingAddress.city && billingAddress.postalCode && !hasStreet(billingAddress)) {
    const message =
      'The address of the buyer has no street. Set line1 of the billingAddress of the client, unless the postal code belongs to this client alone.';
    warnings.push({ pointer: '/client/billingAddress', code: 'buyer_street_missing', message });
  }
  if (vatNumber && !isVatNumberOf(vatNumber, billingAddress.country)) {
    const message = `The VAT number ${vatNumber} belongs to a country other than that of the billing address (${billingAddress.country}). Correct one of them, unless the client is registered for VAT there.`;
    warnings.push({ pointer: '/client/vatNumber', code: 'vat_number_country_differs', message });
  }
  if (vatNumber && !holdsCheckDigit(vatNumber)) {
    const message = `The check digit of the VAT number ${vatNumber} is wrong. Compare it with the original.`;
    warnings.push({ pointer: '/client/vatNumber', code: 'vat_number_check_digit', message });
  }
  return warnings;
}
