import { countryError, COUNTRY_PATTERN } from '@billhook/domain/invoicing/codes/countries';
import { BIC_PATTERN, bicError, IBAN_PATTERN, ibanError } from '@billhook/domain/invoicing/payment-details/iban';
import {
  identifierError,
  normalIdentifier,
  SCHEME_PATTERNS,
  type Identifier,
  type IdentifierList,
} from '@billhook/domain/invoicing/taxes/party-identifiers';
import { normalVatNumber, VAT_NUMBER_PATTERN, vatNumberError } from '@billhook/domain/invoicing/taxes/vat-number';
import { EMAIL_PATTERN, emailError, MOST_EMAIL, normalEmail } from '@billhook/domain/shared/email-address';
import { z } from 'zod';
import { oneLine, ruled } from './common.js';
import { described } from './described.js';

/** The members of companies and clients: address, identifiers, bank account and email. */

export const Country = ruled(countryError, 'unknown_country').meta({
  id: 'Country',
  description: 'ISO 3166-1 alpha-2, like GR for Greece and GB for the United Kingdom; XK for Kosovo',
  example: 'FR',
  pattern: COUNTRY_PATTERN.source,
});

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
