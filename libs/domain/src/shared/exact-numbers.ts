/** The message for a number that parsing would change, or that others may read as another one. */
export const NOT_EXACT = 'is a number that JSON does not represent exactly: send it as a string';

/**
 * 16 digits, or a digit and an exponent, inside of strings as well. Ordinary bodies have neither, and up to 15 digits each decimal has a
 * distinct double (IEEE 754).
 */
const SUSPECT = /[0-9][0-9.]{15}|[0-9][eE][-+]?[0-9]/;

/** Longer than the text of any double, and short enough to compare without cost. */
const LONGEST = 400;

const EXACT_DIGITS = 15;

const [QUOTE, PLUS, COMMA, MINUS, POINT, COLON, BACKSLASH] = [34, 43, 44, 45, 46, 58, 92];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];
const SPACE = 32;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isExponent = (code: number): boolean => code === 69 || code === 101;

/**
 * The JSON pointer (RFC 6901) of the first number of a JSON text that a double does not represent exactly: a whole number beyond
 * 2^53 - 1, or a decimal that would be returned with other digits. Undefined if there is none.
 * @param json valid JSON
 */
export function inexactNumber(json: string): string | undefined {
  return SUSPECT.test(json) ? firstInexact(json) : undefined;
}

/** One pass without recursion. Each level of nesting has the name or the index of its current member. */
function firstInexact(json: string): string | undefined {
  const path: (string | number)[] = [];
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(json, at);
      if (isName(json, end)) path[path.length - 1] = json.slice(at, end);
      at = end - 1;
    } else if (code === MINUS || isDigit(code)) {
      const end = endOfNumber(json, at);
      if (!isExact(json.slice(at, end))) return pointerTo(path);
      at = end - 1;
    } else if (code === OPEN_OBJECT) path.push('""');
    else if (code === OPEN_ARRAY) path.push(0);
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) path.pop();
    else if (code === COMMA) {
      const index = path.at(-1);
      if (typeof index === 'number') path[path.length - 1] = index + 1;
    }
  }
  return undefined;
}

function endOfString(json: string, start: number): number {
  let at = start + 1;
  for (let code = json.charCodeAt(at); code !== QUOTE && at < json.length; code = json.charCodeAt(at)) {
    at += code === BACKSLASH ? 2 : 1;
  }
  return at + 1;
}

/** Whether a string that ends here is the name of a member: a colon follows. */
function isName(json: string, end: number): boolean {
  let at = end;
  while (json.charCodeAt(at) <= SPACE) at++;
  return json.charCodeAt(at) === COLON;
}

function endOfNumber(json: string, start: number): number {
  let at = start + 1;
  for (let code = json.charCodeAt(at); isInNumber(code); code = json.charCodeAt(at)) at++;
  return at;
}

const isInNumber = (code: number): boolean =>
  isDigit(code) || code === POINT || code === MINUS || code === PLUS || isExponent(code);

const pointerTo = (path: readonly (string | number)[]): string =>
  path
    .map((step) => (typeof step === 'number' ? String(step) : String(JSON.parse(step))))
    .map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');

/** Whether the double nearest to a JSON number has the same value, and is not a whole number beyond 2^53 - 1. */
export function isExact(literal: string): boolean {
  if (literal.length <= EXACT_DIGITS && !/e/i.test(literal)) return true;
  if (literal.length > LONGEST) return false;
  const value = Number(literal);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return false;
  return digitsOf(literal) === digitsOf(String(value));
}

/** The significant digits of a number and the power of ten of the last one: the same for 1.50, 15e-1 and 1.5. */
function digitsOf(literal: string): string {
  const [mantissa = '', exponent = '0'] = literal.toLowerCase().replace(/^-/, '').split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${significant}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length)}`;
}
