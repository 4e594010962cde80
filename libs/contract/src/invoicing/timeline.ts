import { z } from 'zod';
import { Id, Instant } from '../shared/common.js';

/** The changes of a record, oldest first. New actions can be added. */
export const TimelineView = z
  .object({
    data: z.array(
      z.object({
        id: Id,
        at: Instant,
        by: z.string().meta({ description: 'A member, a key, the client, or the system', example: 'key bhk_3kTn9Qa1' }),
        action: z.string().meta({ example: 'send' }),
        status: z.string().nullable().meta({ description: 'The status of the record afterwards', example: 'Sent' }),
        reason: z.string().nullable(),
        details: z
          .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
          .meta({ description: 'The ids, amounts and numbers involved' }),
      }),
    ),
  })
  .meta({ id: 'Timeline' });
export type TimelineView = z.infer<typeof TimelineView>;
