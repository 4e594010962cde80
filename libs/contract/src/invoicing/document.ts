import { PAYMENT_MEANS_PATTERN, paymentMeansError } from '@billhook/domain/invoicing/codes/payment-means-codes';
import { z } from 'zod';
import { list } from '../shared/bounded.js';
import {
  Amount,
  Currency,
  CustomFields,
  CustomFieldsView,
  ExpectedTotal,
  ExternalId,
  Id,
  NonNegativeAmount,
  paragraphs,
  oneLine,
  ruled,
} from '../shared/common.js';
import { described } from '../shared/described.js';
import { EXAMPLE_IDS } from '../shared/example-ids.js';
import { Bic, Iban } from '../shared/party.js';
import { patchOf, storedMembers } from '../shared/stored-members.js';
import { TaxCategorySchema, DocumentAdjustment, LineBody, DocumentAdjustmentView, LineView } from './document-line.js';
import { REFERENCE_WORDS, referenceBody, referenceView } from './reference-schemas.js';

/** The common members of invoices and quotes. The terms come from EN 16931. */

export const TotalsView = z
  .object({
    lineNet: Amount.meta({ description: 'The sum of the lines without VAT (BT-106)' }),
    allowances: Amount.meta({ description: 'The sum of the allowances of the document without VAT (BT-107)' }),
    charges: Amount.meta({ description: 'The sum of the charges of the document without VAT (BT-108)' }),
    net: Amount.meta({ description: 'The total without VAT: `lineNet` less `allowances` plus `charges` (BT-109)' }),
    tax: Amount.meta({ description: 'The VAT of all categories and rates (BT-110)' }),
    gross: Amount.meta({ description: 'The total with VAT (BT-112)' }),
    rounding: Amount.meta({ description: 'The difference by cash rounding; zero without one (BT-114)' }),
    due: Amount.meta({ description: 'The payable amount: `gross` plus `rounding`, before payments (BT-115)' }),
  })
  .meta({ id: 'Totals' });

export const TaxBreakdownView = z
  .object({
    category: TaxCategorySchema,
    rate: z
      .string()
      .nullable()
      .meta({ description: 'The VAT rate in percent; null for the category O', example: '20' }),
    taxable: Amount.meta({ description: 'The amount without VAT that the rate applies to' }),
    tax: Amount.meta({ description: 'The VAT of this category and rate' }),
    exemptionReason: z.string().nullable().meta({
      description: 'Why no VAT is charged: the reasons of its lines; null for the categories S and Z, and without any',
    }),
  })
  .meta({ id: 'TaxBreakdown' });

const PAYMENT_MEANS = {
  code: 'How to pay, as a UNTDID 4461 code, like 30 for a credit transfer',
  iban: 'The account to pay to',
  bic: 'The bank of that account',
  remittance: 'What the client states with the payment (BT-83)',
};

const PaymentMeans = z.strictObject(
  described(PAYMENT_MEANS, {
    code: ruled(paymentMeansError, 'unknown_payment_means').meta({
      id: 'PaymentMeansCode',
      description: 'A UNTDID 4461 code, like 30 for a credit transfer',
      pattern: PAYMENT_MEANS_PATTERN.source,
    }),
    iban: Iban.optional(),
    bic: Bic.optional(),
    remittance: oneLine(140).optional(),
  }),
);

const SeriesCode = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,29}$/, 'must be a code of lower-case letters, digits and hyphens')
  .meta({ description: 'The code of the number series (GET /v1/series)', example: 'default' });

const PaymentMeansView = z
  .object(
    described(PAYMENT_MEANS, {
      code: z.string(),
      iban: z.string().optional(),
      bic: z.string().optional(),
      remittance: z.string().optional(),
    }),
  )
  .meta({ id: 'PaymentMeans' });

const PrivateNotes = paragraphs(5000, 200).meta({
  description: 'For internal use: never on the PDF, in an email or on the public page. Can be changed after issue',
});

const Notes = list(paragraphs(2000, 60)).max(20);
/** The notes of a document that inherits none. */
export const ownNotes = Notes.default([]);

const DOCUMENT = {
  currency: 'The ISO 4217 code of all amounts of the document',
  pricesIncludeTax: 'Whether unit prices, and the amounts of allowances and charges, include VAT',
  lines: 'The line items, in the printed order',
  allowances: 'Reductions of the whole document',
  charges: 'Additions to the whole document, such as shipping',
  roundingIncrement: 'The amount to a multiple of which the total is rounded, like 0.05; null without cash rounding',
  totals: 'The sums of the document',
  taxBreakdown: 'The VAT by category and rate, in the order in which they first appear',
  series: 'The code of the number series',
  notes: 'Texts for the client, one paragraph each',
  terms: 'The text that says how the document is to be paid; null without one',
  paymentMeans: 'How the client pays; null if the document does not say so',
  locale: 'The language of the document; null for that of the client, else English',
  privateNotes: 'For internal use: never on the PDF, in an email or on the public page',
};

/** The common body of invoices and quotes. */
export const documentBody = described(DOCUMENT, {
  clientId: Id.meta({ description: 'Id of the client', example: EXAMPLE_IDS.client }),
  externalId: ExternalId.optional(),
  currency: Currency,
  pricesIncludeTax: z.boolean().default(false),
  lines: list(LineBody).max(1000),
  allowances: list(DocumentAdjustment).max(50).default([]),
  charges: list(DocumentAdjustment).max(50).default([]),
  roundingIncrement: NonNegativeAmount.meta({ description: 'Cash rounding, like 0.05', example: '0.05' }).optional(),
  series: SeriesCode.default('default'),
  ...referenceBody,
  notes: Notes.optional().meta({
    description: 'Default: the note of the company in the language of the document. An empty list for none',
  }),
  terms: paragraphs(5000, 200).nullable().optional().meta({
    description:
      'Default: the text of the payment terms of the client, else of the company, and the terms of the company in the language of the document. Null for none',
  }),
  paymentMeans: PaymentMeans.optional(),
  locale: z
    .enum(['en', 'fr'])
    .optional()
    .meta({ description: 'Default: the language of the client, else of the company, else English' }),
  customFields: CustomFields.optional(),
  privateNotes: PrivateNotes.optional(),
  expectedTotal: ExpectedTotal.optional().meta({
    description:
      'The gross total that you computed. If it differs from the computed total, the request is rejected and the difference explained.',
  }),
});
export type DocumentBody = z.output<z.ZodObject<typeof documentBody>>;

/** Lines have their own table, and the expected total is checked but not stored. */
const { lines: _, expectedTotal, ...columns } = documentBody;
export const STORED_DOCUMENT = storedMembers(columns);

/** The body of their PATCH. Lists are replaced as a whole. */
export const documentPatch = described(
  { ...DOCUMENT, ...REFERENCE_WORDS },
  { ...patchOf(documentBody), expectedTotal },
);

const { externalId, customFields, privateNotes } = documentPatch;
/** The members that can be changed after issue: those that are not printed. */
export const annotations = { externalId, customFields, privateNotes };

/** The computed and stored members of all documents. */
export const documentView = described(DOCUMENT, {
  currency: z.string(),
  pricesIncludeTax: z.boolean(),
  lines: z.array(LineView),
  allowances: z.array(DocumentAdjustmentView),
  charges: z.array(DocumentAdjustmentView),
  roundingIncrement: z.string().nullable(),
  totals: TotalsView,
  taxBreakdown: z.array(TaxBreakdownView),
  series: z.string(),
  ...referenceView,
  notes: z.array(z.string()),
  terms: z.string().nullable(),
  paymentMeans: PaymentMeansView.nullable(),
  locale: z.string().nullable(),
  customFields: CustomFieldsView,
  privateNotes: z.string().nullable(),
});
export type DocumentView = z.output<z.ZodObject<typeof documentView>>;

/** An entry of `availableActions`. */
export const availableAction = <const Action extends string>(actions: readonly [Action, ...Action[]]) =>
  z.object({
    action: z.enum(actions).meta({ description: 'The action, which has an operation of the same name' }),
    allowed: z.boolean().meta({ description: 'Whether it is allowed now' }),
    reason: z.string().nullable().meta({ description: 'Why it is not allowed; null if it is' }),
  });
