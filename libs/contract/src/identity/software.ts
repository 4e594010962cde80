import { z } from 'zod';

/** The software of a `userAgent` as text. */
export const software = {
  browser: z.string().nullable().meta({ description: 'Taken from userAgent, like "Firefox 140"; null if unknown' }),
  system: z.string().nullable().meta({ description: 'Taken from userAgent, like "macOS"; null if unknown' }),
};
