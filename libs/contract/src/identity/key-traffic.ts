import { KEY_OUTCOMES } from '@billhook/domain/identity/key-outcome';
import { z } from 'zod';
import { CalendarDate, Id, IdText, Instant } from '../shared/common.js';
import { PermissionName } from './permission.js';
import { software } from './software.js';

const Count = z.int().nonnegative();

/** Requests by outcome. */
const outcomes = {
  ok: Count.meta({ description: 'Requests with a 2xx or 3xx response' }),
  refused: Count.meta({ description: 'Requests with a 4xx response other than 429' }),
  limited: Count.meta({ description: 'Requests with a 429 response' }),
  failed: Count.meta({ description: 'Requests with a 5xx response' }),
  dead: Count.meta({ description: 'Requests after the key was revoked or expired' }),
} satisfies Record<(typeof KEY_OUTCOMES)[number], z.ZodType>;

const Host = z.object({
  ip: z.string(),
  userAgent: z.string(),
  ...software,
  dead: z.boolean().meta({ description: 'Whether these requests were made after the key was revoked or expired' }),
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
      .meta({ description: 'Every day of the window, oldest first, in UTC' }),
    routes: z
      .array(z.object({ method: z.string(), route: z.string(), ...outcomes }))
      .meta({ description: 'Within the window, most called first' }),
    hosts: z.array(Host).meta({
      description:
        'The hosts that use the key, newest first: at most 100 while it worked and 100 after it was revoked or expired',
    }),
    permissions: z
      .array(z.object({ permission: PermissionName, lastUsedAt: Instant.nullable() }))
      .meta({ description: 'The permissions of the key, and when a request last needed each of them' }),
  })
  .meta({ id: 'KeyTraffic' });
export type KeyTrafficView = z.infer<typeof KeyTrafficView>;

export const AskKeyTraffic = z.strictObject({
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(400)
    .default(30)
    .meta({ description: 'The number of days, including today' }),
});
export type AskKeyTraffic = z.infer<typeof AskKeyTraffic>;

const MOST_KEYS = 100;

export const AskKeyActivity = z.strictObject({
  ids: z
    .union([IdText, z.array(IdText)])
    .transform((ids) => [ids].flat())
    .refine((ids) => ids.length <= MOST_KEYS, `must have at most ${MOST_KEYS} ids`)
    .default([])
    .meta({ description: 'The ids of keys; repeat the parameter for each' }),
});
export type AskKeyActivity = z.infer<typeof AskKeyActivity>;

export const KeyActivityView = z
  .object({
    data: z
      .array(z.object({ id: Id, days: z.array(Count).length(30) }))
      .meta({ description: 'Requests per day (UTC) over the last 30 days, oldest first, while the key worked' }),
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
        description: 'Revoked and expired keys that were used in the last 7 days, regardless of `ids`',
      }),
  })
  .meta({ id: 'KeyActivity' });
export type KeyActivityView = z.infer<typeof KeyActivityView>;
