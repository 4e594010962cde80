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
  calls: z.int().meta({ description: 'Calls since the first one' }),
});

export const DeprecatedRouteView = z
  .object({
    method: z.string(),
    route: z.string().meta({ example: '/v1/things/{id}' }),
    since: Day.meta({ description: 'From when on it should no longer be used' }),
    sunset: Day.meta({ description: 'From when on it may be gone' }),
    successor: z.string().nullable().meta({ description: 'The route that replaces it' }),
    guide: z.string().meta({ description: 'Path of the page that says how to move' }),
    keys: z.array(Caller).meta({ description: 'The keys that called it in the last 30 days, the newest call first' }),
  })
  .meta({ id: 'DeprecatedRoute' });
export type DeprecatedRouteView = z.infer<typeof DeprecatedRouteView>;

/** Not in pages: as many as there are routes on their way out, and keys that live. */
export const DeprecatedCallList = z.object({ data: z.array(DeprecatedRouteView) }).meta({ id: 'DeprecatedCallList' });
export type DeprecatedCallList = z.infer<typeof DeprecatedCallList>;
