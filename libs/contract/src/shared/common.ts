import { CURRENCIES, isCurrency } from '@billhook/domain/invoicing/codes/currency';
import { QUANTITY_SCALE, RATE_SCALE, UNIT_PRICE_SCALE } from '@billhook/domain/invoicing/totals/totals-input';
import { unsignedZero } from '@billhook/domain/shared/decimal';
import { NOT_EXACT } from '@billhook/domain/shared/exact-numbers';
import {
  characterError,
  isVisible,
  normalLine,
  sentLinePattern,
  TEXT_PATTERNS,
  trimmedPattern,
  type TextKind,
} from '@billhook/domain/shared/text-characters';
import { DATE_PATTERN, decimalPattern, ID_TEXT, type Sign } from '@billhook/domain/shared/value-patterns';
import { z } from 'zod';
import { record } from './bounded.js';
import { OF_TYPES } from './described.js';

/** Common parts of all resources. Bodies are strict objects: an unknown property is rejected with its name. */

/**
 * Text with a pattern, which the check and the OpenAPI document share.
 * @param mismatch the message for a mismatch, and optionally its code
 */
export const formed = (pattern: RegExp, mismatch: { error: string; code?: string }, base = z.string()): z.ZodString =>
  base
    .refine((value) => pattern.test(value), {
      error: mismatch.error,
      ...(mismatch.code !== undefined && { params: { code: mismatch.code } }),
    })
    .meta({ pattern: pattern.source });

/** Text with a rule that says what is wrong with a value. The message is the rest of a sentence that starts with the member's name. */
export const ruled = (
  errorOf: (value: string) => string | undefined,
  code: string,
  base: z.ZodString = z.string(),
): z.ZodString =>
  base.refine((value) => errorOf(value) === undefined, {
    error: ({ input }) => errorOf(String(input)),
    params: { code },
  });

/** Ids are JSON numbers. */
export const Id = z.int().positive().max(Number.MAX_SAFE_INTEGER).meta({ description: OF_TYPES.id, example: 42 });

const NO_ID = `must be an id: a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`;

/** An id in a path or a query, which contain only text. */
export const IdText = z
  .string()
  .regex(new RegExp(`^${ID_TEXT}$`), NO_ID)
  .refine((text) => Number.isSafeInteger(Number(text)), NO_ID)
  .transform(Number);

export const Instant = z.iso.datetime().meta({ description: OF_TYPES.instant, example: '2026-11-21T09:30:00.000Z' });

/** Outside these years the calendars of PostgreSQL and JavaScript differ. */
export const FIRST_DATE = '1900-01-01';
export const LAST_DATE = '2999-12-31';

export const CalendarDate = z.iso
  .date('must be a date in the form YYYY-MM-DD')
  .refine((date) => DATE_PATTERN.test(date), `must be a date from ${FIRST_DATE} to ${LAST_DATE}`)
  .meta({
    description: `${OF_TYPES.date}, from ${FIRST_DATE} to ${LAST_DATE}`,
    example: '2026-11-21',
    pattern: DATE_PATTERN.source,
  });

/** A date in responses, which can be older than the limits. */
export const CalendarDateView = z.iso.date().meta({ description: OF_TYPES.date, example: '2026-11-21' });

/** An exact decimal as text. JSON numbers are rejected: binary fractions lose cents. */
const decimalText = (maxScale: number, sign: Sign) =>
  formed(
    decimalPattern(maxScale, sign),
    {
      error: `must be ${sign === 'any' ? 'a' : `a ${sign}`} decimal with at most ${maxScale} decimals, like "12.5"`,
      code: 'invalid_decimal',
    },
    z.string('must be a decimal as a string, like "1234.50", not a JSON number').overwrite(unsignedZero),
  );

export const Quantity = decimalText(QUANTITY_SCALE, 'any').meta({
  description: 'At most 4 decimals; may be negative',
  example: '2',
});
export const UnitPrice = decimalText(UNIT_PRICE_SCALE, 'any')
  .refine((price) => !price.startsWith('-') || !/[1-9]/.test(price), {
    error: 'must not be negative (EN 16931 BR-27): use a negative quantity instead',
    params: { code: 'unit_price_negative' },
  })
  .meta({
    pattern: decimalPattern(UNIT_PRICE_SCALE, 'nonnegative').source,
    description: 'At most 12 decimals; not negative (EN 16931 BR-27): use a negative quantity instead',
    example: '450.00',
  });
export const BaseQuantity = decimalText(QUANTITY_SCALE, 'positive').meta({
  description: 'The quantity that the unit price is for',
  example: '1',
});
export const Rate = decimalText(RATE_SCALE, 'nonnegative').meta({ description: 'A percentage', example: '20' });
export const PositiveRate = decimalText(RATE_SCALE, 'positive').meta({ description: 'A percentage', example: '20' });
/** The maximum number of digits of a currency. */
const AMOUNT_SCALE = 4;
const AMOUNT_TAKEN = 'At most as many decimals as the currency has: `5` and `5.0` in EUR are returned as `5.00`';
export const PositiveAmount = decimalText(AMOUNT_SCALE, 'positive').meta({
  description: AMOUNT_TAKEN,
  example: '1080.00',
});
export const NonNegativeAmount = decimalText(AMOUNT_SCALE, 'nonnegative').meta({
  description: AMOUNT_TAKEN,
  example: '100.00',
});
/** A bound of a range of amounts. */
export const AmountBound = decimalText(AMOUNT_SCALE, 'any').meta({ example: '100.00' });
export const ExpectedTotal = decimalText(AMOUNT_SCALE, 'any').meta({ example: '1080.00' });
/** Calculated amounts with exactly the digits of their currency. */
export const Amount = z.string().meta({ description: OF_TYPES.amount, example: '1080.00' });

export const Currency = z
  .string()
  .refine(isCurrency, { error: 'must be an ISO 4217 code, like EUR', params: { code: 'unknown_currency' } })
  .meta({
    id: 'Currency',
    description: 'An active ISO 4217 code',
    example: 'EUR',
    pattern: `^(?:${CURRENCIES.join('|')})$`,
  });

/**
 * Rejects characters that this kind of text does not allow. The message names the first one and its position; the OpenAPI document has the
 * pattern.
 */
export function characters(schema: z.ZodString, kind: TextKind, errorOf = characterError): z.ZodString {
  return schema
    .refine((value) => errorOf(value, kind) === undefined, {
      error: ({ input }) => errorOf(String(input), kind),
      params: { code: 'invalid_character' },
    })
    .meta({ pattern: TEXT_PATTERNS[kind].source });
}

/** Also rejects invisible text. */
const readableError: typeof characterError = (value, kind) =>
  characterError(value, kind) ?? (value === '' || isVisible(value) ? undefined : 'must contain a visible character');

const readable = (kind: TextKind, max: number, min: 1 | 2, text = z.string().trim()): z.ZodString =>
  characters(
    text.min(min, min === 1 ? 'must not be blank' : undefined).max(max, `must have at most ${max} characters`),
    kind,
    readableError,
  ).meta({ pattern: trimmedPattern(kind, min).source });

/**
 * One line of text for people: a name, a reference, a label. White space and composed letters are normalised (`normalLine`).
 * No control characters, no direction changes, not only spaces.
 */
export const oneLine = (max: number, min: 1 | 2 = 1) =>
  readable('oneLine', max, min, z.string().overwrite(normalLine)).meta({
    pattern: sentLinePattern(min).source,
  });

/** One line of text for programs: an ID or an address of another system, stored unchanged except for spaces at its ends. */
export const opaqueLine = (max: number) => readable('oneLine', max, 1);

/** Text of several lines for people: no control characters except line breaks and tabs, not only spaces. */
export const text = (max: number, min: 1 | 2 = 1) => readable('lines', max, min);

/** Text for comparisons: stored unchanged, including spaces. */
export const exactText = (max: number) =>
  characters(z.string().max(max, `must have at most ${max} characters`), 'lines');

/** Text with a limited number of lines, as each line takes space on paper. */
export function paragraphs(max: number, lines: number) {
  return text(max).refine((value) => value.split('\n').length <= lines, `must have at most ${lines} lines`);
}

export const ExternalId = opaqueLine(120).meta({
  description: 'Your external ID of the record, unique per company and resource',
  example: 'crm-1029',
});

const MOST_CUSTOM_FIELDS = 50;

/** Doubles beyond it have gaps between whole numbers, and a program that reads one may receive another. */
const ExactNumber = z.number().min(Number.MIN_SAFE_INTEGER, NOT_EXACT).max(Number.MAX_SAFE_INTEGER, NOT_EXACT);

export const CustomFields = record(
  characters(z.string().min(1).max(60), 'oneLine'),
  z.union([characters(z.string().max(500), 'lines'), ExactNumber, z.boolean(), z.null()]),
  MOST_CUSTOM_FIELDS,
).meta({
  description: 'Custom fields, stored and returned unchanged. Send a number of more than 15 digits as a string',
  example: { costCentre: 'A7' },
});

export const CustomFieldsView = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .meta({ description: 'The custom fields, as you sent them; empty without any' });
