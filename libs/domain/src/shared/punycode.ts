/* Parameters of RFC 3492, section 5. */
const BASE = 36;
const MIN_THRESHOLD = 1;
const MAX_THRESHOLD = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE_POINT = 128;

/**
 * The text of a punycode label, without its prefix `xn--`. Browsers have no function for it, and Node's is not in the language.
 * @returns undefined for a label that is not punycode
 */
export function decodePunycode(label: string): string | undefined {
  const end = label.lastIndexOf('-');
  const output = Array.from(label.slice(0, Math.max(end, 0)), (character) => character.codePointAt(0) ?? 0);
  let [codePoint, index, bias] = [FIRST_CODE_POINT, 0, FIRST_BIAS];
  for (let at = end + 1; at < label.length; index++) {
    const before = index;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = parseInt(label[at++] ?? '', BASE);
      // The digits of punycode are the letters from 0, then the numerals from 26.
      const value = Number.isNaN(digit) ? BASE : digit < 10 ? digit + 26 : digit - 10;
      if (value >= BASE) return undefined;
      index += value * weight;
      const threshold = Math.min(Math.max(k - bias, MIN_THRESHOLD), MAX_THRESHOLD);
      if (value < threshold) break;
      weight *= BASE - threshold;
    }
    bias = adapted(index - before, output.length + 1, before === 0);
    codePoint += Math.floor(index / (output.length + 1));
    index %= output.length + 1;
    if (codePoint > 0x10ffff) return undefined;
    output.splice(index, 0, codePoint);
  }
  return String.fromCodePoint(...output);
}

function adapted(delta: number, points: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / DAMP) : delta >> 1;
  rest += Math.floor(rest / points);
  let k = 0;
  for (; rest > ((BASE - MIN_THRESHOLD) * MAX_THRESHOLD) >> 1; k += BASE)
    rest = Math.floor(rest / (BASE - MIN_THRESHOLD));
  return k + Math.floor(((BASE - MIN_THRESHOLD + 1) * rest) / (rest + SKEW));
}
