import { z } from 'zod';

/** What can wait for a person, the most urgent first. */
export const HOME_TASKS = [
  'failedEmails',
  'failingEndpoints',
  'endedKeysInUse',
  'expiringKeys',
  'expiringQuotes',
  'draftInvoices',
  'draftQuotes',
  'unansweredQuotes',
] as const;
export type HomeTask = (typeof HOME_TASKS)[number];

/** Counting stops here. */
export const MOST_COUNTED = 10_000;

/** The days in which a quote counts as expiring. */
export const QUOTE_EXPIRING_DAYS = 7;

/** The days in which the failure of an email counts: an older one is no longer worth a retry. */
export const FAILED_EMAIL_DAYS = 30;

export const HomeView = z
  .object({
    tasks: z
      .array(
        z.object({
          task: z.enum(HOME_TASKS).meta({ description: 'What waits' }),
          count: z.int().meta({ description: `How many, counted up to ${MOST_COUNTED.toLocaleString('en')}` }),
          capped: z.boolean().meta({ description: 'Whether there are more than `count`' }),
        }),
      )
      .meta({ description: 'What waits and the caller may see, the most urgent first; without counts of 0' }),
  })
  .meta({ id: 'Home' });
export type HomeView = z.infer<typeof HomeView>;
