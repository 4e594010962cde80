import type { VerificationMistakeCode } from '@billhook/domain/webhooks/verification-mistakes';

/** A body that a receiver verifies by mistake in place of the one that was sent. */
export interface BodyVariant {
  readonly mistake: VerificationMistakeCode;
  readonly bytes: Buffer;
}

interface JsonStyle {
  readonly comma?: string;
  readonly colon?: string;
  readonly indent?: string;
  readonly sorted?: boolean;
  readonly escape?: RegExp;
  readonly escapeSlash?: boolean;
}

// Code units, not code points: JSON escapes a character beyond U+FFFF as two.
const NON_ASCII = /[\u0080-\uffff]/g;
const HTML = /[<>&\u2028\u2029]/g;

/** How the JSON libraries of other languages write by default. */
const STYLES: readonly JsonStyle[] = [
  {},
  { indent: '  ' },
  { indent: '    ' },
  { indent: '\t' },
  { sorted: true },
  { comma: ', ', colon: ': ', escape: NON_ASCII },
  { comma: ', ', colon: ': ' },
  { escape: NON_ASCII },
  { comma: ', ', colon: ': ', escape: NON_ASCII, sorted: true },
  { escape: NON_ASCII, sorted: true },
  { escape: NON_ASCII, escapeSlash: true },
  { indent: '    ', escape: NON_ASCII, escapeSlash: true },
  { escape: HTML },
  { escape: HTML, sorted: true },
  { indent: '  ', escape: NON_ASCII },
  { indent: '    ', escape: NON_ASCII },
];

/** Each body differs from the given one. Without an entry for a variant that is the same text. */
export function bodyVariants(body: string): BodyVariant[] {
  const variants: BodyVariant[] = [
    variant('body_parsed', '[object Object]'),
    variant('body_empty', ''),
    variant('body_bom', `\uFEFF${body}`),
    variant('body_bom', body.replace(/^\uFEFF/, '')),
    ...[`${body}\n`, `${body}\r\n`, body.trim(), body.replaceAll('\n', '\r\n'), body.replaceAll('\r\n', '\n')].map(
      (text) => variant('body_whitespace', text),
    ),
    ...serializations(body).map((text) => variant('body_reserialized', text)),
    ...otherCharsets(body).map((bytes): BodyVariant => ({ mistake: 'body_charset', bytes })),
  ];
  const known = new Set([Buffer.from(body).toString('latin1')]);
  return variants.filter(({ bytes }) => {
    const key = bytes.toString('latin1');
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}

/** The mistake that turns the sent body into the given one. */
export function bodyChange(sent: string, given: string): VerificationMistakeCode {
  const bytes = Buffer.from(given);
  const found = bodyVariants(sent).find((each) => each.bytes.equals(bytes));
  if (found) return found.mistake;
  const [before, after] = [parsed(sent), parsed(given)];
  const isSameJson = before !== undefined && after !== undefined && written(before) === written(after);
  return isSameJson ? 'body_reserialized' : 'body_changed';
}

const variant = (mistake: VerificationMistakeCode, text: string): BodyVariant => ({
  mistake,
  bytes: Buffer.from(text),
});

function serializations(body: string): string[] {
  const value = parsed(body);
  return value === undefined || value === null || typeof value !== 'object'
    ? []
    : STYLES.map((style) => serialize(value, style, ''));
}

/** A byte read as a character of ISO 8859-1, characters written in it, and those outside ASCII replaced. */
function otherCharsets(body: string): Buffer[] {
  if (!/[^\0-\x7f]/.test(body)) return [];
  return [
    Buffer.from(Buffer.from(body).toString('latin1')),
    Buffer.from(body, 'latin1'),
    Buffer.from(body.replace(/[^\0-\x7f]/gu, '?')),
    Buffer.from(Buffer.from(body, 'latin1').toString('utf8')),
    Buffer.from(
      Buffer.from(body)
        .toString('latin1')
        .replace(/[^\0-\x7f]/g, '\uFFFD'),
    ),
  ];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

const written = (value: unknown): string => serialize(value, { sorted: true }, '');

function serialize(value: unknown, style: JsonStyle, before: string): string {
  if (value === null || typeof value !== 'object') return scalar(value, style);
  const { comma = ',', colon = ':', indent, sorted } = style;
  const inner = before + (indent ?? '');
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((each) => serialize(each, style, inner))
    : entries(value, sorted).map(
        ([name, each]) => scalar(name, style) + (indent ? ': ' : colon) + serialize(each, style, inner),
      );
  const [open, close] = isList ? '[]' : '{}';
  if (members.length === 0) return `${open}${close}`;
  return indent
    ? `${open}\n${inner}${members.join(`,\n${inner}`)}\n${before}${close}`
    : `${open}${members.join(comma)}${close}`;
}

function entries(value: object, sorted = false): [string, unknown][] {
  const all = Object.entries(value) as [string, unknown][];
  return sorted ? all.toSorted(([a], [b]) => (a < b ? -1 : 1)) : all;
}

function scalar(value: unknown, { escape, escapeSlash }: JsonStyle): string {
  const text = JSON.stringify(value);
  const escaped = escape
    ? text.replace(escape, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    : text;
  return escapeSlash ? escaped.replaceAll('/', '\\/') : escaped;
}
