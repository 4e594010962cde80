export const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/**
 * Rounds the exact shares `numerators[i] / denominator` to whole units that add up to `total`. The largest remainders get the leftover
 * units, the first of equal ones first. Shares can have both signs; negated input returns the negated result, as credit notes require.
 * @throws RangeError unless `denominator` > 0 and `total` is within one half of the sum of the shares
 */
export function apportion(total: bigint, numerators: readonly bigint[], denominator: bigint): bigint[] {
  if (denominator <= 0n) throw new RangeError('the denominator of shares is positive');
  const sum = numerators.reduce((acc, numerator) => acc + numerator, 0n);
  if (2n * magnitude(total * denominator - sum) > denominator) {
    throw new RangeError('the total is not the rounded sum of the shares');
  }
  const parts = numerators.map((numerator) => numerator / denominator);
  const left = total - parts.reduce((acc, part) => acc + part, 0n);
  const step = left < 0n ? -1n : 1n;
  const takers = numerators
    .map((numerator, index) => ({ index, remainder: (numerator % denominator) * step }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
    .slice(0, Number(magnitude(left)));
  for (const { index } of takers) parts[index] = (parts[index] ?? 0n) + step;
  return parts;
}

/** Exact shares `numerators[i] / denominator`, which add up to the total. */
export interface ExactShares {
  readonly numerators: readonly bigint[];
  readonly denominator: bigint;
}

/**
 * The exact shares of `total` in proportion to `weights`. If the weights add up to zero, the shares are equal.
 * @throws RangeError if `total` is not zero and there are no weights
 */
export function proportions(total: bigint, weights: readonly bigint[]): ExactShares {
  if (weights.length === 0) {
    if (total !== 0n) throw new RangeError('there is nothing to spread the total over');
    return { numerators: [], denominator: 1n };
  }
  const sum = weights.reduce((acc, weight) => acc + weight, 0n);
  if (sum === 0n) return { numerators: weights.map(() => total), denominator: BigInt(weights.length) };
  const sign = sum < 0n ? -1n : 1n;
  return { numerators: weights.map((weight) => total * weight * sign), denominator: sum * sign };
}

/**
 * Splits `total` (minor units) in proportion to `weights` by largest remainder; the parts add up to it exactly.
 * If the weights add up to zero, the parts are as equal as whole units allow.
 * @throws RangeError if `total` is not zero and there are no weights
 */
export function spread(total: bigint, weights: readonly bigint[]): bigint[] {
  const { numerators, denominator } = proportions(total, weights);
  return apportion(total, numerators, denominator);
}
