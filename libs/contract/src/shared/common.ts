import { countryError, COUNTRY_PATTERN } from '@billhook/domain/invoicing/codes/countries';
import { CURRENCIES, isCurrency } from '@billhook/domain/invoicing/codes/currency';
import { BIC_PATTERN, bicError, IBAN_PATTERN, ibanError } from '@billhook/domain/invoicing/payment-details/iban';
import {
  identifierError,
  normalIdentifier,
  SCHEME_PATTERNS,
  type Identifier,
  type IdentifierList,
} from '@billhook/domain/invoicing/taxes/party-identifiers';
import { normalVatNumber, VAT_NUMBER_PATTERN, vatNumberError } from '@billhook/domain/invoicing/taxes/vat-number';
import { QUANTITY_SCALE, RATE_SCALE, UNIT_PRICE_SCALE } from '@billhook/domain/invoicing/totals/totals-input';
import { unsignedZero } from '@billhook/domain/shared/decimal';
import { EMAIL_PATTERN, emailError, MOST_EMAIL, normalEmail } from '@billhook/domain/shared/email-address';
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
import { DATE_PATTERN, decimalPattern, type Sign } from '@billhook/domain/shared/value-patterns';
import { z } from 'zod';
import { record } from './bounded.js';
import { described, OF_TYPES } from './described.js';

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

/** An id in a path or a query, which contain only text. */
export const IdText = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'must be a positive whole number')
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

export const Country = ruled(countryError, 'unknown_country').meta({
  id: 'Country',
  description: 'ISO 3166-1 alpha-2, like GR for Greece and GB for the United Kingdom; XK for Kosovo',
  example: 'FR',
  pattern: COUNTRY_PATTERN.source,
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

const ADDRESS = {
  line1: 'The street and the number',
  line2: 'A second line, such as a building or a floor',
  postalCode: 'The postal code, as the country writes it',
  city: 'The town or city',
  region: 'The state, province or county',
  country: 'The ISO 3166-1 alpha-2 code of the country',
};

export const Address = z
  .strictObject(
    described(ADDRESS, {
      line1: oneLine(200).optional(),
      line2: oneLine(200).optional(),
      postalCode: oneLine(20).optional(),
      city: oneLine(100).optional(),
      region: oneLine(100).optional(),
      country: Country,
    }),
  )
  .meta({ id: 'AddressBody' });

/** In responses and issued documents: addresses can be older than a rule. */
export const AddressView = z
  .object(
    described(ADDRESS, {
      line1: z.string().optional(),
      line2: z.string().optional(),
      postalCode: z.string().optional(),
      city: z.string().optional(),
      region: z.string().optional(),
      country: z.string().meta({ description: 'ISO 3166-1 alpha-2', example: 'FR' }),
    }),
  )
  .meta({ id: 'Address' });

const IDENTIFIER = {
  scheme: 'The code of the register or network, which says how to read the value',
  value: 'The number or address in that register or network',
};

const schemeOf = (list: IdentifierList) => oneLine(20).meta({ pattern: SCHEME_PATTERNS[list].source });

/** An identifier of a party, in a scheme of a code list. */
function identifier<Scheme extends z.ZodType<string | undefined>>(list: IdentifierList, id: string, scheme: Scheme) {
  return z
    .strictObject(described(IDENTIFIER, { scheme, value: oneLine(80) }))
    .overwrite(normalIdentifier)
    .check(({ value, issues }) => {
      const error = identifierError(value, list);
      if (!error) return;
      const { member, message } = error;
      const code = member === 'scheme' ? 'unknown_scheme' : 'invalid_identifier';
      issues.push({ code: 'custom', path: [member], input: (value as Identifier)[member], message, params: { code } });
    })
    .meta({ id });
}

export const LegalId = identifier('icd', 'LegalIdBody', schemeOf('icd').optional()).meta({
  description:
    'An ISO 6523 scheme, like 0002 for a SIREN, and the number. Omit the scheme for a register without a code, like the Handelsregister, and name its court or place in the value: `HRB 12345, Amtsgericht München`',
  example: { scheme: '0002', value: '732829320' },
});
export const ElectronicAddress = identifier('eas', 'ElectronicAddressBody', schemeOf('eas')).meta({
  description: 'Where to send electronic invoices: a scheme of the EAS list, like 0088 for a GLN, and the address',
  example: { scheme: '0088', value: '4012345500004' },
});
export const ElectronicAddressView = z.object(described(IDENTIFIER, { scheme: z.string(), value: z.string() }));
export const LegalIdView = z.object(
  described(IDENTIFIER, {
    scheme: z.string().optional().meta({ description: 'The ISO 6523 code of the register; absent if it has none' }),
    value: z.string(),
  }),
);

/** A VAT number in any notation, normalized. */
export const VatNumber = ruled(
  vatNumberError,
  'invalid_vat_number',
  z.string().max(40, 'must have at most 40 characters').overwrite(normalVatNumber),
).meta({
  pattern: VAT_NUMBER_PATTERN.source,
  description: 'With its country prefix. Spaces, dots, hyphens and lower-case letters are accepted and normalised',
  example: 'FR40303265045',
});

export const Iban = ruled(ibanError, 'invalid_iban').meta({
  id: 'Iban',
  description: 'Without spaces, complete and with valid check digits (ISO 13616)',
  pattern: IBAN_PATTERN.source,
  example: 'FR7630006000011234567890189',
});
export const Bic = ruled(bicError, 'invalid_bic').meta({
  id: 'Bic',
  description: '8 or 11 characters (ISO 9362)',
  pattern: BIC_PATTERN.source,
  example: 'AGRIFRPP',
});

export const Email = ruled(
  emailError,
  'invalid_email',
  z
    .string()
    .max(MOST_EMAIL, { error: `must have at most ${MOST_EMAIL} characters`, abort: true })
    .overwrite(normalEmail),
).meta({
  id: 'EmailAddress',
  format: 'idn-email',
  pattern: EMAIL_PATTERN.source,
  description: 'The domain may be in any script',
  example: 'compta@atelier-lumen.example',
});
