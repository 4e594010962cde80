import { decimalOrThrow, formatShortest } from '@billhook/domain/shared/decimal';
import { z } from 'zod';
import { Id, Instant, oneLine, Rate } from '../shared/common.js';
import { described } from '../shared/described.js';

export const TAX_RATE_STATUSES = ['Active', 'Archived'] as const;

const shortest = (rate: string): string =>
  /^\d+(\.\d{1,4})?$/.test(rate) ? formatShortest(decimalOrThrow(rate)) : rate;
const NAME = 'The name that the editor shows';
const name = oneLine(80).meta({ description: NAME, example: 'Standard rate' });

/** A rate of category S: the rates of all other categories are fixed. */
export const CreateTaxRate = z
  .strictObject({
    name,
    taxRate: Rate.overwrite(shortest).refine((rate) => /[1-9]/.test(rate), 'must be above 0'),
  })
  .meta({ id: 'CreateTaxRate', example: { name: 'Reduced rate', taxRate: '5.5' } });
export type CreateTaxRate = z.infer<typeof CreateTaxRate>;

/** Documents copy the rate. To change a rate, add a new one and archive the old one. */
export const UpdateTaxRate = z
  .strictObject({ name: name.optional(), status: z.enum(TAX_RATE_STATUSES).optional() })
  .meta({ id: 'UpdateTaxRate', example: { status: 'Archived' } });
export type UpdateTaxRate = z.infer<typeof UpdateTaxRate>;

export const TaxRateView = z
  .object(
    described(
      {},
      {
        id: Id,
        name: z.string().meta({ description: NAME }),
        taxCategory: z.literal('S').meta({ description: 'For the taxCategory of a line' }),
        taxRate: z.string().meta({ description: 'A percentage, for the taxRate of a line', example: '20' }),
        status: z
          .enum(TAX_RATE_STATUSES)
          .meta({ description: 'Validation warns about an archived rate in the same way as about an unknown one' }),
        version: z.int(),
        createdAt: Instant,
        updatedAt: Instant,
      },
    ),
  )
  .meta({ id: 'TaxRate' });
export type TaxRateView = z.infer<typeof TaxRateView>;

export const TaxRateList = z
  .object({ data: z.array(TaxRateView).meta({ description: 'All VAT rates, archived ones included' }) })
  .meta({ id: 'TaxRateList' });
