import { z } from 'zod';
import { ActorText, ActorView } from '../shared/actor.js';
import { Id, Instant } from '../shared/common.js';

/** The changes of a record, oldest first. New actions can be added. */
export const TimelineView = z
  .object({
    data: z
      .array(
        z.object({
          id: Id.meta({ description: 'The id of the entry' }),
          at: Instant.meta({ description: 'When the record was changed' }),
          by: ActorText,
          actor: ActorView.meta({ description: 'Who changed it' }),
          action: z.string().meta({ description: 'What was done. New actions can be added', example: 'send' }),
          status: z.string().nullable().meta({ description: 'The status of the record afterwards', example: 'Sent' }),
          reason: z
            .string()
            .nullable()
            .meta({ description: 'The reason that was given, or why an email failed; null without one' }),
          details: z
            .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
            .meta({ description: 'The ids, amounts and numbers involved' }),
        }),
      )
      .meta({ description: 'The changes of the record, oldest first' }),
  })
  .meta({ id: 'Timeline' });
export type TimelineView = z.infer<typeof TimelineView>;
