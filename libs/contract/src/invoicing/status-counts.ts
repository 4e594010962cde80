import { z } from 'zod';
import { Amount } from '../shared/common.js';

/** The records of a list by status, for the tabs above it. */
export const StatusCounts = z.object({
  /** Whether there are too many to count by status; `statuses` is then empty. */
  capped: z.boolean(),
  statuses: z.array(
    z.object({
      status: z.string(),
      count: z.int(),
      /** Whether there are more than `count`. `amounts` is then empty. */
      capped: z.boolean(),
      /** The outstanding amount of invoices that are issued and neither settled nor void, and the total of all other documents. Refunds are negative. */
      amounts: z.array(z.object({ currency: z.string(), amount: Amount })),
    }),
  ),
});
export type StatusCounts = z.infer<typeof StatusCounts>;
