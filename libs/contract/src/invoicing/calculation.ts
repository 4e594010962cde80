import { z } from 'zod';
import { TaxCategorySchema } from './document-line.js';
import { documentView } from './document.js';

/** The rounding steps of a document, in order. */
export const CalculationView = z
  .object({
    currency: documentView.currency,
    steps: z
      .array(
        z.object({
          step: z.string().meta({ description: 'What is calculated. New steps may be added', example: 'LineNet' }),
          pointer: z.string().meta({
            description:
              'A pointer to the part of the document that the step is about (RFC 6901); empty for the whole document',
            example: '/lines/0',
          }),
          group: z
            .object({
              category: TaxCategorySchema,
              rate: z.string().nullable().meta({ description: 'The VAT rate in percent; null for the category O' }),
            })
            .nullable()
            .meta({ description: 'The VAT category and rate of the step; null if it concerns the whole document' }),
          formula: z.string().meta({ description: 'The formula with its numbers', example: '3 × 19.995' }),
          exact: z.string().meta({
            description: 'The result before rounding; a fraction if it has more than 24 decimals',
            example: '59.985',
          }),
          rounded: z.string().meta({ description: 'The result with the decimals of the currency', example: '59.99' }),
          difference: z.string().meta({ description: '`rounded` less `exact`', example: '0.005' }),
        }),
      )
      .meta({ description: 'The rounding steps, in their order' }),
    totals: documentView.totals,
    taxBreakdown: documentView.taxBreakdown,
  })
  .meta({ id: 'Calculation' });
export type CalculationView = z.infer<typeof CalculationView>;
