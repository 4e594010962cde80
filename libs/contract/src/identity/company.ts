import {
  ACCENT_COLOR,
  contrastWithWhite,
  isReadableOnWhite,
  LEAST_CONTRAST,
  readableShade,
} from '@billhook/domain/identity/accent-color';
import { COMPANY_KINDS, PLANS } from '@billhook/domain/identity/company';
import { LOGO_TYPES, MAX_LOGO_BYTES } from '@billhook/domain/identity/logo';
import { paymentLinkError } from '@billhook/domain/invoicing/payment-details/payment-link';
import { isTimeZone } from '@billhook/domain/shared/calendar';
import { z } from 'zod';
import {
  CalendarDate,
  CalendarDateView,
  Currency,
  Id,
  oneLine,
  paragraphs,
  PositiveRate,
  text,
} from '../shared/common.js';
import { described } from '../shared/described.js';
import { Address, AddressView, Bic, Email, Iban, LegalId, LegalIdView, VatNumber } from '../shared/party.js';
import { PaymentTermsSchema, PaymentTermsView } from '../shared/payment-terms.js';

const TAX_NUMBER = 'The tax number of the country, like a Steuernummer or codice fiscale (BT-32)';

const COMPANY = {
  id: 'The id of the company',
  name: 'The legal name',
  kind: 'Whether its documents are real, or it is a sandbox for trying things',
  sandboxOf: 'The id of the company whose sandbox it is; null for a production company',
  plan: 'The plan: API keys work on a paid plan only',
  timeZone: 'The IANA time zone of all its dates',
  currency: 'The ISO 4217 code of its base currency',
  address: 'The postal address on documents',
  legalId: 'Its number in a register (BT-30), with the scheme of the register (ISO 6523), such as 0002 for a SIREN',
  vatNumber: 'The VAT number with its country prefix, without spaces',
  email: 'The email address on documents',
  phone: 'The telephone number on documents',
  website: 'The address of the website on documents',
  iban: 'The account that documents name if they state no other one',
  bic: 'The bank of that account',
};

const REPLY_TO = 'Where clients reply to emails with documents. Without one, `email`';
const ACCENT = 'The colour of new documents, as #rrggbb; null for the standard colour';
const PAYMENT_LINK =
  'Where clients pay: an https address with the placeholders {number}, {amount}, {currency} and {reference}, whose values are percent-encoded';

const CLIENT_PAGES =
  'Whether emails with documents, and client links that are created from then on, lead to a page with all documents of the client. Anyone to whom such an email or link is forwarded sees all of them';

/** The logo of a document. `GET /logos/{digest}` returns the image. */
export const LogoView = z
  .object({
    digest: z
      .string()
      .meta({ description: 'The SHA-256 of the image in hexadecimal: `/logos/{digest}` is its address' }),
    type: z.enum(LOGO_TYPES).meta({ description: 'The media type of the image' }),
    width: z.int().meta({ description: 'The width in pixels' }),
    height: z.int().meta({ description: 'The height in pixels' }),
  })
  .meta({ id: 'Logo' });
export type LogoView = z.infer<typeof LogoView>;

/** A colour that text on white can have, which white text on it needs as well. */
const AccentColor = z
  .string()
  .toLowerCase()
  .regex(ACCENT_COLOR, { error: 'must be a colour like #1f4fd8', abort: true })
  .refine(isReadableOnWhite, {
    error: ({ input }) => {
      const color = String(input);
      const contrast = (Math.floor(contrastWithWhite(color) * 10) / 10).toFixed(1);
      return `must have a contrast of at least ${LEAST_CONTRAST} with white, and has ${contrast}; ${readableShade(color)} is a darker shade of it`;
    },
  });

const PaymentLink = z
  .string()
  .max(500)
  .superRefine((template, context) => {
    const message = paymentLinkError(template);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

const DEFAULTS = {
  paymentTerms: 'Of new invoices of clients without payment terms',
  quoteValidityDays: 'The days from the issue date of a new quote to its expiry date',
  defaultTaxRate: 'The VAT rate of the first line in the editor. The API takes no rate from it',
  terms: 'Terms of new documents, by the language of the document',
  notes: 'A note on new documents, by the language of the document',
  locale: 'The language of new documents of clients without one',
} as const;

/** One text for each language of documents. */
const textsBody = (max: number, lines: number) =>
  z.strictObject({ en: paragraphs(max, lines).optional(), fr: paragraphs(max, lines).optional() });
const TextsView = z
  .object({ en: z.string().optional(), fr: z.string().optional() })
  .meta({ id: 'DocumentTexts', description: 'A text for each language of documents' });

/** What new documents begin with. A document stores what it uses, so no issued document refers to them. */
const defaultsView = {
  paymentTerms: PaymentTermsView.nullable().meta({ description: DEFAULTS.paymentTerms }),
  quoteValidityDays: z.int().nullable().meta({ description: DEFAULTS.quoteValidityDays }),
  defaultTaxRate: z.string().nullable().meta({ description: DEFAULTS.defaultTaxRate }),
  terms: TextsView.nullable().meta({ description: DEFAULTS.terms }),
  notes: TextsView.nullable().meta({ description: DEFAULTS.notes }),
  locale: z.string().nullable().meta({ description: DEFAULTS.locale }),
};

/** The longest terms leave room for the text of the payment terms, which is printed above them. */
const defaultsBody = {
  paymentTerms: PaymentTermsSchema.nullish().meta({ description: DEFAULTS.paymentTerms }),
  quoteValidityDays: z.int().min(1).max(365).nullish().meta({ description: DEFAULTS.quoteValidityDays }),
  defaultTaxRate: PositiveRate.nullish().meta({ description: DEFAULTS.defaultTaxRate }),
  terms: textsBody(4000, 150).nullish().meta({ description: DEFAULTS.terms }),
  notes: textsBody(2000, 60).nullish().meta({ description: DEFAULTS.notes }),
  locale: z.enum(['en', 'fr']).nullish().meta({ description: DEFAULTS.locale }),
};

export const CompanyView = z
  .object(
    described(COMPANY, {
      id: Id,
      name: z.string(),
      kind: z.enum(COMPANY_KINDS),
      sandboxOf: Id.nullable(),
      plan: z.enum(PLANS),
      timeZone: z.string(),
      currency: z.string(),
      address: AddressView.nullable(),
      legalId: LegalIdView.nullable(),
      vatNumber: z.string().nullable(),
      taxNumber: z.string().nullable().meta({ description: TAX_NUMBER }),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      website: z.string().nullable(),
      legalNotice: z.string().nullable().meta({ description: 'Printed at the foot of each page' }),
      iban: z.string().nullable(),
      bic: z.string().nullable(),
      logo: LogoView.nullable().meta({ description: 'The logo of new documents' }),
      accentColor: z.string().nullable().meta({ description: ACCENT }),
      paymentLink: z.string().nullable().meta({ description: PAYMENT_LINK }),
      clientPages: z.boolean().meta({ description: CLIENT_PAGES }),
      replyTo: z.string().nullable().meta({ description: REPLY_TO }),
      ...defaultsView,
      lockedUntil: CalendarDateView.nullable().meta({
        description: 'The lock date: nothing is issued, paid or written off on or before this day',
      }),
    }),
  )
  .meta({ id: 'Company' });
export type CompanyView = z.infer<typeof CompanyView>;

/** The seller of an issued document, as the company was at the time of issue. */
export const SellerSnapshot = CompanyView.omit({
  ...{ kind: true, sandboxOf: true, plan: true, lockedUntil: true, replyTo: true, paymentLink: true },
  clientPages: true,
  ...{ paymentTerms: true, quoteValidityDays: true, defaultTaxRate: true, terms: true, notes: true, locale: true },
}).meta({ id: 'Seller' });
export type SellerSnapshot = z.infer<typeof SellerSnapshot>;

export const UpdateCompany = z
  .strictObject({
    name: oneLine(200).optional(),
    timeZone: z.string().refine(isTimeZone, 'must be an IANA time zone, like Europe/Paris').optional(),
    currency: Currency.optional(),
    address: Address.nullish(),
    legalId: LegalId.nullish(),
    vatNumber: VatNumber.nullish(),
    taxNumber: oneLine(40).nullish(),
    email: Email.nullish(),
    phone: oneLine(40).nullish(),
    website: oneLine(200).nullish(),
    legalNotice: text(500).nullish(),
    iban: Iban.nullish(),
    bic: Bic.nullish(),
    accentColor: AccentColor.nullish().meta({ description: ACCENT }),
    paymentLink: PaymentLink.nullish().meta({ description: PAYMENT_LINK }),
    clientPages: z.boolean().optional().meta({ description: CLIENT_PAGES }),
    replyTo: Email.nullish().meta({ description: REPLY_TO }),
    ...defaultsBody,
    lockedUntil: CalendarDate.nullish(),
  })
  .meta({ id: 'UpdateCompany', example: { timeZone: 'Europe/Paris' } });
export type UpdateCompany = z.infer<typeof UpdateCompany>;

/** One black pixel. */
const SMALLEST_PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

/** The characters of Base64 for the largest image. */
const MAX_LOGO_CHARACTERS = 4 * Math.ceil(MAX_LOGO_BYTES / 3);

export const PutCompanyLogo = z
  .strictObject({
    data: z
      .base64()
      .max(MAX_LOGO_CHARACTERS, `must have at most ${MAX_LOGO_BYTES / 1_024} KiB`)
      .meta({ description: 'A PNG or JPEG in Base64, of at most 512 KiB and 4 megapixels' }),
  })
  .meta({ id: 'PutCompanyLogo', example: { data: SMALLEST_PNG } });
export type PutCompanyLogo = z.infer<typeof PutCompanyLogo>;
