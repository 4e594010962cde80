import { KEY_OUTCOMES } from '@billhook/domain/identity/key-outcome';
import { z } from 'zod';
import { CalendarDate, Id, IdText, Instant, software } from '../shared/common.js';
import { PermissionName } from './permission.js';

const Count = z.int().nonnegative();

/** Requests by what became of them. */
const outcomes = {
  ok: Count.meta({ description: 'Answered with 2xx or 3xx' }),
  refused: Count.meta({ description: 'Answered with 4xx, but for 429' }),
  limited: Count.meta({ description: 'Answered with 429' }),
  failed: Count.meta({ description: 'Answered with 5xx' }),
  dead: Count.meta({ description: 'Made after the key was revoked or had expired' }),
} satisfies Record<(typeof KEY_OUTCOMES)[number], z.ZodType>;

const Host = z.object({
  ip: z.string(),
  userAgent: z.string(),
  ...software,
  dead: z.boolean().meta({ description: 'Whether these requests came after the end of the key' }),
  firstAt: Instant,
  lastAt: Instant,
  requests: Count,
  lastMethod: z.string(),
  lastRoute: z.string(),
});

export const KeyTrafficView = z
  .object({
    days: z
      .array(z.object({ day: CalendarDate, ...outcomes }))
      .meta({ description: 'Every day of the window, the oldest first, in UTC' }),
    routes: z
      .array(z.object({ method: z.string(), route: z.string(), ...outcomes }))
      .meta({ description: 'Within the window, the most called first' }),
    hosts: z
      .array(Host)
      .meta({ description: 'Who calls with it, the newest first: at most 100, and 100 after its end' }),
    permissions: z
      .array(z.object({ permission: PermissionName, lastUsedAt: Instant.nullable() }))
      .meta({ description: 'What the key carries, and when a request last needed it' }),
  })
  .meta({ id: 'KeyTraffic' });
export type KeyTrafficView = z.infer<typeof KeyTrafficView>;

export const AskKeyTraffic = z.strictObject({
  days: z.coerce.number().int().min(1).max(400).default(30).meta({ description: 'How many days back, today included' }),
});
export type AskKeyTraffic = z.infer<typeof AskKeyTraffic>;

const MOST_KEYS = 100;

export const AskKeyActivity = z.strictObject({
  ids: z
    .union([IdText, z.array(IdText)])
    .transform((ids) => [ids].flat())
    .refine((ids) => ids.length <= MOST_KEYS, `takes at most ${MOST_KEYS} ids`)
    .default([])
    .meta({ description: 'The keys of a page; say it once for each' }),
});
export type AskKeyActivity = z.infer<typeof AskKeyActivity>;

export const KeyActivityView = z
  .object({
    data: z
      .array(z.object({ id: Id, days: z.array(Count).length(30) }))
      .meta({ description: 'Requests of the last 30 days, by day (UTC), the oldest first, while the key was alive' }),
    dead: z
      .array(
        z.object({
          id: Id,
          name: z.string(),
          prefix: z.string(),
          requests: Count,
          lastAt: Instant,
          hosts: z.array(z.object({ ip: z.string(), userAgent: z.string() })),
        }),
      )
      .meta({
        description: 'Keys that are dead and were still called in the last 7 days, whichever ids are asked for',
      }),
  })
  .meta({ id: 'KeyActivity' });
export type KeyActivityView = z.infer<typeof KeyActivityView>;
