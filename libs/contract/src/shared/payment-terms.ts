import { z } from 'zod';
import { text } from './common.js';

export const PaymentTermsSchema = z
  .strictObject({
    days: z.int().min(0).max(365),
    endOfMonth: z.boolean().default(false),
    text: text(500).optional(),
  })
  .meta({ id: 'PaymentTermsBody', example: { days: 30, endOfMonth: false } });

/** In responses: omitted members have their defaults. */
export const PaymentTermsView = z
  .object({ days: z.int(), endOfMonth: z.boolean(), text: z.string().optional() })
  .meta({ id: 'PaymentTerms', example: { days: 30, endOfMonth: false } });
