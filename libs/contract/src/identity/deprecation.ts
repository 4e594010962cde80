import { z } from 'zod';
import { Id, Instant } from '../shared/common.js';

/** Of the program, not of a company: it begins at midnight UTC. */
const Day = z.iso.date();

const Caller = z.object({
  id: Id,
  name: z.string(),
  prefix: z.string(),
  creator: z.object({ id: Id, name: z.string(), email: z.string().nullable() }),
  firstCallAt: Instant,
  lastCallAt: Instant,
  calls: z.int().meta({ description: 'The number of calls since the first one' }),
});

export const DeprecatedRouteView = z
  .object({
    method: z.string(),
    route: z.string().meta({ example: '/v1/things/{id}' }),
    since: Day.meta({ description: 'The time since when it is deprecated' }),
    sunset: Day.meta({ description: 'The time after which it may be removed' }),
    successor: z.string().nullable().meta({ description: 'The route that replaces it' }),
    guide: z.string().meta({ description: 'The path of the migration guide' }),
    keys: z
      .array(Caller)
      .meta({ description: 'The keys that called it in the last 30 days, by their latest call, newest first' }),
  })
  .meta({ id: 'DeprecatedRoute' });
export type DeprecatedRouteView = z.infer<typeof DeprecatedRouteView>;

/** Not in pages: as many as there are routes on their way out, and keys that live. */
export const DeprecatedCallList = z.object({ data: z.array(DeprecatedRouteView) }).meta({ id: 'DeprecatedCallList' });
export type DeprecatedCallList = z.infer<typeof DeprecatedCallList>;
