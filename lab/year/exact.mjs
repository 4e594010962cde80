/* Separate arithmetic on whole minor units: it must not use the code that it checks. */

export const CURRENCIES = { EUR: 2, JPY: 0, KWD: 3 };

/** `"1080.00"` -> 108000n */
export function units(text, currency) {
  const [whole, fraction = ''] = text.replace('-', '').split('.');
  const digits = CURRENCIES[currency];
  if (fraction.length !== digits) throw new Error(`${text} does not carry the ${digits} digits of ${currency}`);
  const value = BigInt(whole + fraction);
  return text.startsWith('-') ? -value : value;
}

/** 108000n -> `"1080.00"` */
export function amount(value, currency) {
  const digits = CURRENCIES[currency];
  const text = String(value < 0n ? -value : value).padStart(digits + 1, '0');
  const at = text.length - digits;
  return `${value < 0n ? '-' : ''}${text.slice(0, at)}${digits > 0 ? `.${text.slice(at)}` : ''}`;
}

/** value × numerator / denominator, half away from zero. */
export function share(value, numerator, denominator) {
  const product = value * numerator;
  const half = product < 0n ? -denominator / 2n : denominator / 2n;
  return (product + half) / denominator;
}

/** Pseudorandom numbers, the same for the same seed (mulberry32). */
export function dice(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    chance: (probability) => next() < probability,
    /** A whole number from 0 (included) to `limit` (excluded). */
    below: (limit) => Math.floor(next() * limit),
    of: (list) => list[Math.floor(next() * list.length)],
  };
}
