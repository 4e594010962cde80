import { add, HUNDRED, multiply, negate, ZERO, type Decimal } from '../../shared/decimal.js';
import { quotient, roundHalfAway, type Rounded } from '../../shared/fraction.js';
import {
  QUANTITY_SCALE,
  readAdjustment,
  readDecimal,
  UNIT_PRICE_SCALE,
  type AdjustmentInput,
  type LineInput,
} from './totals-input.js';

/**
 * The amount of a line in minor units, with VAT if prices include it. Rounded once, at the end.
 * Percentages apply to quantity × price and do not compound.
 * @throws RangeError for a text that is not a decimal, and for a base quantity of zero
 */
export function lineAmount(line: LineInput, digits: number): Rounded {
  const price = multiply(
    readDecimal(line.quantity, QUANTITY_SCALE, 'quantity'),
    readDecimal(line.unitPrice, UNIT_PRICE_SCALE, 'unitPrice'),
  );
  const base = readDecimal(line.priceBaseQuantity ?? '1', QUANTITY_SCALE, 'priceBaseQuantity');
  let percent = HUNDRED;
  let fixed = ZERO;
  const apply = (adjustment: AdjustmentInput, sign: (value: Decimal) => Decimal): void => {
    const parsed = readAdjustment(adjustment, digits);
    if ('amount' in parsed) fixed = add(fixed, sign(parsed.amount));
    else percent = add(percent, sign(parsed.percent));
  };
  if (line.discount) apply(line.discount, negate);
  for (const allowance of line.allowances ?? []) apply(allowance, negate);
  for (const charge of line.charges ?? []) apply(charge, (value) => value);
  const denominator = multiply(base, HUNDRED);
  return roundHalfAway(quotient(add(multiply(price, percent), multiply(fixed, denominator)), denominator, digits));
}
