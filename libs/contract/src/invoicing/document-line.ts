import { UNIT_PATTERN, unitError } from '@billhook/domain/invoicing/codes/unit-codes';
import { RATE_SCALE } from '@billhook/domain/invoicing/totals/totals-input';
import { decimalPattern } from '@billhook/domain/shared/value-patterns';
import { z } from 'zod';
import { list } from '../shared/bounded.js';
import {
  Amount,
  BaseQuantity,
  CustomFields,
  CustomFieldsView,
  Id,
  NonNegativeAmount,
  Quantity,
  Rate,
  UnitPrice,
  paragraphs,
  oneLine,
  ruled,
} from '../shared/common.js';
import { described } from '../shared/described.js';
import { Period, PeriodView } from '../shared/period.js';
import { storedMembers } from '../shared/stored-members.js';

/** The line items of a document, and its adjustments. The terms come from EN 16931. */

export const TAX_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const;
export const TaxCategorySchema = z.enum(TAX_CATEGORIES).meta({
  description:
    'VAT category: S standard, Z zero, E exempt, AE reverse charge, K intra-EU supply, G export, O outside scope',
  example: 'S',
});

const ADJUSTMENT = {
  amount: 'The amount in the currency of the document; absent if it is a percentage',
  percent: 'The percentage of the line, or of the document; absent if it is an amount',
  reason: 'The reason, as printed',
  taxRate: 'The VAT rate in percent of the lines that it applies to',
};

const adjustment = described(ADJUSTMENT, {
  amount: NonNegativeAmount.optional(),
  percent: Rate.optional(),
  reason: oneLine(200).optional(),
});
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

export const UnitCode = ruled(unitError, 'unknown_unit').meta({
  id: 'UnitCode',
  description: 'A code of UN/ECE Recommendation 20 or 21 (EN 16931 BR-CL-23)',
  pattern: UNIT_PATTERN.source,
  example: 'HUR',
});

const LINE = {
  id: 'The id of the line, which `lineIds` of a conversion names',
  name: 'What is sold (BT-153)',
  description: 'More about it, in several lines (BT-154)',
  quantity: 'The quantity, with at most 4 decimals; negative for a return',
  unit: 'The unit of the quantity, as a code of UN/ECE Recommendation 20 or 21; C62 is a piece',
  unitPrice: 'The price of `priceBaseQuantity`, with VAT if `pricesIncludeTax` is true',
  priceBaseQuantity: 'The quantity that the unit price is for',
  discount: 'A reduction of the line, which is printed as a discount',
  allowances: 'Further reductions of the line',
  charges: 'Additions to the line',
  taxRate: 'The VAT rate in percent; null for the category O',
  exemptionReason: 'Why no VAT is charged, with the categories E, AE, K, G and O',
  servicePeriod: 'When it was supplied, if it took more than a day',
  sellerItemId: 'Your number of the article (BT-155)',
  buyerItemId: 'The number of the article at the client (BT-156)',
  net: 'The amount of the line without VAT, after its allowances and charges',
  gross: 'The amount of the line with VAT',
};

export const LineBody = z
  .strictObject(
    described(LINE, {
      name: oneLine(200),
      description: paragraphs(2000, 40).optional(),
      quantity: Quantity,
      unit: UnitCode.default('C62'),
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
    }),
  )
  .meta({
    id: 'LineBody',
    ...RATE_OF_CATEGORY,
    anyOf: [hasCategory('E', 'AE', 'K', 'G', 'O'), without('exemptionReason')],
    example: { name: 'Consulting', quantity: '2', unit: 'DAY', unitPrice: '450.00', taxCategory: 'S', taxRate: '20' },
  });
export type LineBody = z.infer<typeof LineBody>;

/** Views check types only: their values were validated when they were stored. */
const AdjustmentView = z
  .object(
    described(ADJUSTMENT, {
      amount: z.string().optional(),
      percent: z.string().optional(),
      reason: z.string().optional(),
    }),
  )
  .meta({ id: 'AdjustmentView' });
export const DocumentAdjustmentView = AdjustmentView.extend(
  described(ADJUSTMENT, { taxCategory: TaxCategorySchema.optional(), taxRate: z.string().optional() }),
).meta({ id: 'DocumentAdjustmentView' });

export const LineView = z
  .object(
    described(LINE, {
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
    }),
  )
  .meta({ id: 'Line' });
export type LineView = z.infer<typeof LineView>;

export const STORED_LINE = storedMembers(LineBody.shape);

export const exampleLine = {
  name: 'Consulting',
  quantity: '2',
  unit: 'DAY',
  unitPrice: '450.00',
  taxCategory: 'S',
  taxRate: '20',
} as const;
