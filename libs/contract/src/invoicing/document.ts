import { PAYMENT_MEANS_PATTERN, paymentMeansError } from '@billhook/domain/invoicing/codes/payment-means-codes';
import { z } from 'zod';
import { list } from '../shared/bounded.js';
import {
  Amount,
  Currency,
  CustomFields,
  CustomFieldsView,
  Bic,
  Iban,
  ExpectedTotal,
  ExternalId,
  Id,
  NonNegativeAmount,
  paragraphs,
  oneLine,
  ruled,
} from '../shared/common.js';
import { EXAMPLE_IDS } from '../shared/example-ids.js';
import { patchOf, storedMembers } from '../shared/stored-members.js';
import { TaxCategorySchema, DocumentAdjustment, LineBody, DocumentAdjustmentView, LineView } from './document-line.js';
import { referenceBody, referenceView } from './reference-schemas.js';

/** The common members of invoices and quotes. The terms come from EN 16931. */

export const TotalsView = z
  .object({
    lineNet: Amount,
    allowances: Amount,
    charges: Amount,
    net: Amount,
    tax: Amount,
    gross: Amount,
    rounding: Amount,
    due: Amount,
  })
  .meta({ id: 'Totals' });

export const TaxBreakdownView = z
  .object({
    category: TaxCategorySchema,
    rate: z.string().nullable(),
    taxable: Amount,
    tax: Amount,
    exemptionReason: z.string().nullable(),
  })
  .meta({ id: 'TaxBreakdown' });

const PaymentMeans = z.strictObject({
  code: ruled(paymentMeansError, 'unknown_payment_means').meta({
    id: 'PaymentMeansCode',
    description: 'A UNTDID 4461 code, like 30 for a credit transfer',
    pattern: PAYMENT_MEANS_PATTERN.source,
  }),
  iban: Iban.optional(),
  bic: Bic.optional(),
  remittance: oneLine(140).optional(),
});

const SeriesCode = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,29}$/, 'must be a code of lower-case letters, digits and hyphens')
  .meta({ description: 'The code of the number series (GET /v1/series)', example: 'default' });

const PaymentMeansView = z
  .object({
    code: z.string(),
    iban: z.string().optional(),
    bic: z.string().optional(),
    remittance: z.string().optional(),
  })
  .meta({ id: 'PaymentMeans' });

const PrivateNotes = paragraphs(5000, 200).meta({
  description: 'For internal use: never on the PDF, in an email or on the public page. Can be changed after issue',
});

const Notes = list(paragraphs(2000, 60)).max(20);
/** The notes of a document that inherits none. */
export const ownNotes = Notes.default([]);

/** The common body of invoices and quotes. */
export const documentBody = {
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
};
export type DocumentBody = z.output<z.ZodObject<typeof documentBody>>;

/** Lines have their own table, and the expected total is checked but not stored. */
const { lines: _, expectedTotal, ...columns } = documentBody;
export const STORED_DOCUMENT = storedMembers(columns);

/** The body of their PATCH. Lists are replaced as a whole. */
export const documentPatch = { ...patchOf(documentBody), expectedTotal };

const { externalId, customFields, privateNotes } = documentPatch;
/** The members that can be changed after issue: those that are not printed. */
export const annotations = { externalId, customFields, privateNotes };

/** The computed and stored members of all documents. */
export const documentView = {
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
};
export type DocumentView = z.output<z.ZodObject<typeof documentView>>;
