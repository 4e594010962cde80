export const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/**
 * Rounds exact shares `numerators[i] / denominator` to whole units that add up to `total` exactly. Each share moves to one
 * of its two neighbouring whole numbers: the cut-off remainders decide who gets the units left over, the first of equals
 * first. Shares may be of both signs; the negated input gives the negated answer, so that a credit mirrors its invoice.
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

/** Exact shares `numerators[i] / denominator`, which add up to what is split. */
export interface ExactShares {
  readonly numerators: readonly bigint[];
  readonly denominator: bigint;
}

/**
 * The exact shares of `total` in proportion to `weights`. Weights that add up to zero say nothing about proportions: then
 * the shares are even.
 * @throws RangeError when there is something to split and nothing to split it over
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
 * Splits `total` (minor units) in proportion to `weights` by largest remainder; the parts add up to it exactly. Weights
 * that add up to zero give parts that are as even as whole units allow.
 * @throws RangeError when there is something to split and nothing to split it over
 */
export function spread(total: bigint, weights: readonly bigint[]): bigint[] {
  const { numerators, denominator } = proportions(total, weights);
  return apportion(total, numerators, denominator);
}
