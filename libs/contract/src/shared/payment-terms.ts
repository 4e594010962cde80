import { z } from 'zod';
import { text } from './common.js';
import { described } from './described.js';

const TERMS = {
  days: 'The days from the issue date to the due date',
  endOfMonth: 'Whether the due date moves to the last day of its month',
  text: 'The terms as text, as printed on documents',
};

export const PaymentTermsSchema = z
  .strictObject(
    described(TERMS, {
      days: z.int().min(0).max(365),
      endOfMonth: z.boolean().default(false),
      text: text(500).optional(),
    }),
  )
  .meta({ id: 'PaymentTermsBody', example: { days: 30, endOfMonth: false } });

/** In responses: omitted members have their defaults. */
export const PaymentTermsView = z
  .object(described(TERMS, { days: z.int(), endOfMonth: z.boolean(), text: z.string().optional() }))
  .meta({ id: 'PaymentTerms', example: { days: 30, endOfMonth: false } });
