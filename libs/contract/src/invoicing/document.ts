import { RATE_SCALE } from '@billhook/domain/invoicing/totals-input';
import { decimalPattern } from '@billhook/domain/shared/written-forms';
import { list } from '../shared/bounded.js';
import { EXAMPLE_IDS } from '../shared/example-ids.js';
import { z } from 'zod';
import {
  Amount,
  BaseQuantity,
  CalendarDate,
  Currency,
  CustomFields,
  CustomFieldsView,
  Bic,
  Email,
  Iban,
  ExpectedTotal,
  ExternalId,
  Id,
  Instant,
  NonNegativeAmount,
  Period,
  PeriodView,
  Quantity,
  Rate,
  UnitPrice,
  paragraphs,
  oneLine,
  text,
} from '../shared/common.js';
import { patchOf, storedMembers } from '../shared/stored-members.js';
import { referenceBody, referenceView } from './reference-schemas.js';

/** The common members of invoices and quotes: lines, adjustments, totals. The terms are those of EN 16931. */

export const TAX_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const;
export const TaxCategorySchema = z.enum(TAX_CATEGORIES).meta({
  description:
    'VAT category: S standard, Z zero, E exempt, AE reverse charge, K intra-EU supply, G export, O outside scope',
  example: 'S',
});

const adjustment = {
  amount: NonNegativeAmount.optional(),
  percent: Rate.optional(),
  reason: oneLine(200).optional(),
};
const oneOfAmountAndPercent = (a: { amount?: unknown; percent?: unknown }) =>
  (a.amount === undefined) !== (a.percent === undefined);
const ONE_OF = 'must contain either amount or percent';
const oneOf = [
  { required: ['amount'], properties: { amount: {} } },
  { required: ['percent'], properties: { percent: {} } },
];

/** The formats of positive rates and of 0. */
const RATES = { positive: decimalPattern(RATE_SCALE, 'positive').source, zero: `^-?0(?:\\.0{1,${RATE_SCALE}})?$` };
const hasCategory = (...categories: readonly (typeof TAX_CATEGORIES)[number][]) => ({
  required: ['taxCategory'],
  properties: { taxCategory: { enum: categories } },
});
const rate = (pattern: string) => ({
  required: ['taxRate'],
  properties: { taxRate: { pattern } },
  additionalProperties: true,
});
const without = (name: string) => ({
  not: { required: [name], properties: { [name]: {} } },
  additionalProperties: true,
});

/** The rate of each category in the OpenAPI document; `tax-rules` in the domain checks it. */
const RATE_OF_CATEGORY = {
  if: hasCategory('S'),
  then: rate(RATES.positive),
  else: {
    if: hasCategory('O'),
    then: without('taxRate'),
    else: { if: hasCategory('Z', 'E', 'AE', 'K', 'G'), then: rate(RATES.zero) },
  },
} as const;

export const Adjustment = z
  .strictObject(adjustment)
  .refine(oneOfAmountAndPercent, ONE_OF)
  .meta({ id: 'Adjustment', oneOf });
export const DocumentAdjustment = z
  .strictObject({ ...adjustment, taxCategory: TaxCategorySchema.optional(), taxRate: Rate.optional() })
  .refine(oneOfAmountAndPercent, ONE_OF)
  .meta({
    id: 'DocumentAdjustment',
    oneOf,
    ...RATE_OF_CATEGORY,
    dependentRequired: { taxRate: ['taxCategory'] },
  });

export const LineBody = z
  .strictObject({
    name: oneLine(200),
    description: paragraphs(2000, 40).optional(),
    quantity: Quantity,
    unit: z
      .string()
      .regex(/^[A-Z0-9]{2,3}$/, 'must be a UN/ECE Recommendation 20 code, like C62 or HUR')
      .default('C62'),
    unitPrice: UnitPrice,
    priceBaseQuantity: BaseQuantity.default('1'),
    discount: Adjustment.optional(),
    allowances: list(Adjustment).max(20).default([]),
    charges: list(Adjustment).max(20).default([]),
    taxCategory: TaxCategorySchema,
    taxRate: Rate.optional(),
    exemptionReason: oneLine(300).optional(),
    servicePeriod: Period.optional(),
    sellerItemId: oneLine(80).optional(),
    buyerItemId: oneLine(80).optional(),
    customFields: CustomFields.optional(),
  })
  .meta({
    id: 'LineBody',
    ...RATE_OF_CATEGORY,
    anyOf: [hasCategory('E', 'AE', 'K', 'G', 'O'), without('exemptionReason')],
    example: { name: 'Consulting', quantity: '2', unit: 'DAY', unitPrice: '450.00', taxCategory: 'S', taxRate: '20' },
  });
export type LineBody = z.infer<typeof LineBody>;

/** Views check types only: their values were validated when they were stored. */
const AdjustmentView = z
  .object({ amount: z.string().optional(), percent: z.string().optional(), reason: z.string().optional() })
  .meta({ id: 'AdjustmentView' });
const DocumentAdjustmentView = AdjustmentView.extend({
  taxCategory: TaxCategorySchema.optional(),
  taxRate: z.string().optional(),
}).meta({ id: 'DocumentAdjustmentView' });

export const LineView = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string().nullable(),
    quantity: z.string(),
    unit: z.string(),
    unitPrice: z.string(),
    priceBaseQuantity: z.string(),
    discount: AdjustmentView.nullable(),
    allowances: z.array(AdjustmentView),
    charges: z.array(AdjustmentView),
    taxCategory: TaxCategorySchema,
    taxRate: z.string().nullable(),
    exemptionReason: z.string().nullable(),
    servicePeriod: PeriodView.nullable(),
    sellerItemId: z.string().nullable(),
    buyerItemId: z.string().nullable(),
    customFields: CustomFieldsView,
    net: Amount,
    tax: Amount.meta({
      description:
        'The share of the line in the VAT of its category and rate, which is computed once for all lines. Shares are rounded by largest remainder, so that they add up.',
    }),
    gross: Amount,
  })
  .meta({ id: 'Line' });
export type LineView = z.infer<typeof LineView>;

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
  code: oneLine(4).meta({ description: 'A UNTDID 4461 code, like 30 for a credit transfer' }),
  iban: Iban.optional(),
  bic: Bic.optional(),
  remittance: oneLine(140).optional(),
});

/** The channels of a document delivery. */
export const CHANNELS = ['Email', 'Link', 'None'] as const;

/** The document delivery in a body, also of a credit note. */
export const documentDeliveryBody = {
  channel: z.enum(CHANNELS).default('None').meta({
    description:
      'Email: sent by email, with the PDF and the answering link. Link: the document gets its links, and you pass one on. None: you deliver the document outside Billhook.',
  }),
  to: list(Email).min(1).max(20).optional().meta({
    description:
      'The recipients, with the channel Email. Default: the contacts that receive such documents, otherwise the email address of the client',
  }),
  message: text(2000).optional().meta({ description: 'Your message in the email' }),
};

/** The body of a send. */
export const sendBody = {
  ...documentDeliveryBody,
  issueDate: CalendarDate.optional().meta({
    description:
      'Issues the draft with this date instead of its own, for example today. A due date that results from the payment terms of the client moves with it',
  }),
};

/** The state of the document delivery; null until an email is created. */
export const DeliveryView = z
  .object({
    channel: z.enum(CHANNELS),
    to: z.array(z.string()),
    status: z.enum(['Pending', 'Sent', 'Failed', 'Kept']).meta({
      description: 'Kept: this installation sends no email; the email can be read in the settings',
    }),
    mailId: Id.nullable(),
    error: z.string().nullable().meta({ description: 'Why it failed or bounced, as the mail server reported it' }),
    at: Instant,
  })
  .meta({ id: 'DocumentDelivery' });
export type DocumentDelivery = z.infer<typeof DeliveryView>;

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
  notes: list(paragraphs(2000, 60)).max(20).default([]),
  terms: paragraphs(5000, 200).optional(),
  paymentMeans: PaymentMeans.optional(),
  locale: z.enum(['en', 'fr']).optional(),
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
export const STORED_LINE = storedMembers(LineBody.shape);

/** The body of their PATCH. Lists are replaced as a whole. */
export const documentPatch = { ...patchOf(documentBody), expectedTotal };

const { externalId, customFields, privateNotes } = documentPatch;
/** The members that can be changed after issue: those that are not printed. */
export const annotations = { externalId, customFields, privateNotes };

/** The members of a document delivery. */
export const documentDeliveryView = {
  publicUrl: z.string().nullable().meta({
    description:
      'The viewing link: shows the document without signing in and accepts no answers (see `answering-link`). It can be revoked',
  }),
  delivery: DeliveryView.nullable(),
  viewedAt: Instant.nullable().meta({
    description: 'When a person other than a signed-in member of the company first viewed it through one of its links',
  }),
};

/** The link with which a client answers. No record, event or readable email contains it. */
export const AnsweringLinkView = z
  .object({
    url: z
      .string()
      .meta({ description: 'Give it only to the client: anyone who has it can answer in the name of the client' }),
  })
  .meta({
    id: 'AnsweringLink',
    example: { url: 'https://billing.example/d/#9mRt4Wq7yB2nKx5cVd8jLs1gPz6hFa3u' },
  });
export type AnsweringLinkView = z.infer<typeof AnsweringLinkView>;

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

export const exampleLine = {
  name: 'Consulting',
  quantity: '2',
  unit: 'DAY',
  unitPrice: '450.00',
  taxCategory: 'S',
  taxRate: '20',
} as const;
