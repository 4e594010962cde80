import { z } from 'zod';
import { ActorText, ActorView } from '../shared/actor.js';
import { Id, Instant } from '../shared/common.js';

/** The changes of a record, oldest first. New actions can be added. */
export const TimelineView = z
  .object({
    data: z.array(
      z.object({
        id: Id,
        at: Instant,
        by: ActorText,
        actor: ActorView,
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
