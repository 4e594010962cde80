import { z } from 'zod';
import { TaxCategorySchema } from './document-line.js';
import { TaxBreakdownView, TotalsView } from './document.js';

/** The rounding steps of a document, in order. */
export const CalculationView = z
  .object({
    currency: z.string(),
    steps: z.array(
      z.object({
        step: z.string().meta({ example: 'LineNet' }),
        pointer: z.string().meta({
          description:
            'A pointer to the part of the document that the step is about (RFC 6901); empty for the whole document',
          example: '/lines/0',
        }),
        group: z.object({ category: TaxCategorySchema, rate: z.string().nullable() }).nullable(),
        formula: z.string().meta({ example: '3 × 19.995' }),
        exact: z.string().meta({ example: '59.985' }),
        rounded: z.string().meta({ example: '59.99' }),
        difference: z.string().meta({ example: '0.005' }),
      }),
    ),
    totals: TotalsView,
    taxBreakdown: z.array(TaxBreakdownView),
  })
  .meta({ id: 'Calculation' });
export type CalculationView = z.infer<typeof CalculationView>;
