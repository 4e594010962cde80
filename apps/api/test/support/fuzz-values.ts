import fc from 'fast-check';
import { Entries, Many, Nested, Raw } from './fuzz-json.js';

/* Input that programs send by mistake and people send deliberately. fast-check adds random values to these lists. */

const PRIVATE_USE_ZWJ_FLAG = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u{1F1EB}\u{1F1F7}';

/** Unusual but valid texts, which a person could type or paste. */
export const ODD_TEXTS = [
  'Zoë & Söhne <b>GmbH</b>',
  "O'Brien; DROP TABLE clients; --",
  PRIVATE_USE_ZWJ_FLAG,
  '\u202Eevil\u202C', // right to left override
  '\u200Fשלום\u200E',
  'a\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301',
  'ﬁ Ω İ ı ẞ ǅ',
  '${7*7} {{7*7}} %s %n %d',
  '\uFEFFbom',
  'a\u00A0b\u2028c\u2029d',
  'line\nbreak\ttab\r\nreturn',
  '=HYPERLINK("http://x")',
  '../../etc/passwd',
  'null',
  'true',
  '0',
  '%',
  '_',
  '\\',
  '"',
  "'",
  'x'.repeat(100),
  '😀'.repeat(60),
  'Ａ１２３',
] as const;

/** Texts that no field should accept, or that break careless code. */
export const BAD_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00b',
  '\ud83d',
  '\u0001\u0002\u001b[31m',
  '\u007f',
  '\u200B',
  'x'.repeat(201),
  'x'.repeat(5001),
  '\n'.repeat(3000),
  'é'.repeat(70_000),
  '\u{10FFFF}',
  '\uFFFE\uFFFF',
] as const;

export const BAD_DATES = [
  '2027-02-29',
  '2026-02-30',
  '2026-13-01',
  '2026-00-10',
  '2026-04-31',
  '2028-02-29',
  '2000-02-29',
  '1900-02-29',
  '0000-00-00',
  '0001-01-01',
  '9999-12-31',
  '10000-01-01',
  '-2026-01-01',
  '2026-1-1',
  '20261121',
  '2026-11-21T00:00:00Z',
  '2026-11-21 ',
  '21.11.2026',
  '٢٠٢٦-١١-٢١',
  '２０２６-11-21',
  'infinity',
  'today',
] as const;

export const BAD_DECIMALS = [
  '123456789012345678901234567890',
  '123456789012345678901234567890.12',
  '0.000000000000000000000000000001',
  '99999999999999999999.9999',
  '9999999999999.99',
  '-0',
  '-0.00',
  '-1',
  '+1',
  '1.',
  '.5',
  '1,5',
  '1 000',
  '1e3',
  '1E400',
  '0x10',
  'NaN',
  'Infinity',
  '٣.٥',
  '１２',
  '−5',
  '00012.50',
  '12.50 ',
  '12.500000000',
  '',
] as const;

/** Numbers in JSON notation. */
export const BAD_NUMBERS = [
  '-0',
  '0',
  '-1',
  '0.1',
  '1e400',
  '-1e400',
  '1e-400',
  '1.0000000000000000000000001',
  '9007199254740991',
  '9007199254740992',
  '9223372036854775807',
  '9223372036854775808',
  '2147483648',
  '1e21',
  '123456789012345678901234567890',
  '1E+2',
] as const;

/** Values for an id in a path, already encoded. */
export const BAD_IDS = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '01',
  '+1',
  ' 1'.replace(' ', '%20'),
  '9007199254740991',
  '9007199254740992',
  '9223372036854775807',
  '9223372036854775808',
  '99999999999999999999999999',
  'abc',
  'null',
  'undefined',
  'NaN',
  '%00',
  '1%00',
  '%2F',
  '1%2F..%2F2',
  '..%2f..%2fetc',
  '%2e%2e',
  '%252F',
  '%F0%9F%98%80',
  '%ED%A0%80',
  '%C0%AF',
  '%zz',
  '%',
  '٣',
  '%D9%A3',
  '__proto__',
  'constructor',
  "1'--",
  '1;drop',
  '1,2',
  '*',
  '{id}',
  '7'.repeat(200),
  'x'.repeat(3000),
] as const;

const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'id',
  'status',
  'companyId',
  '',
];

/** An additional name of an object. */
export const oddName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...NAMES, 'version', '$ref', '\u0000', 'a.b', 'a/b', '~0', 'é', 'x'.repeat(300), '\ud800'),
  fc.string({ maxLength: 8 }),
);

export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
);

/** Any value, which most properties reject. */
export const rubbish: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, '') },
  { weight: 3, arbitrary: fc.constantFrom<string>(...BAD_TEXTS, ...ODD_TEXTS) },
  { weight: 3, arbitrary: fc.constantFrom(...BAD_NUMBERS).map((text) => new Raw(text)) },
  { weight: 2, arbitrary: fc.constantFrom<string>(...BAD_DECIMALS, ...BAD_DATES) },
  { weight: 1, arbitrary: fc.integer() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom<unknown>(null, 1, 'a', [], {}), { maxLength: 4 }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(100, 20_000, 100_000), fc.constantFrom('array', 'object'))
      .map(([depth, kind]) => new Nested(depth, kind)),
  },
  { weight: 1, arbitrary: fc.constantFrom(51, 1_001, 20_000, 400_000).map((times) => new Many(null, times)) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.tuple(oddName, fc.constantFrom<unknown>(null, 1, 'x', {})), { maxLength: 3 })
      .map((entries) => new Entries(entries)),
  },
);

/** Percent-encoding that also accepts invalid Unicode: half a character becomes invalid bytes. */
export function encode(text: string): string {
  return text.replace(/\p{Surrogate}|[^\p{Surrogate}]+/gu, (part) =>
    /^\p{Surrogate}$/u.test(part) ? '%ED%A0%80' : encodeURIComponent(part),
  );
}
