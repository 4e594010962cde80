import { DAY_MS } from '@billhook/domain/shared/durations';
import { MESSAGES_KEPT_DAYS } from '@billhook/domain/shared/event-types';
import { endOfDay } from '../frame/local-day.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The periods offered, in milliseconds before now. Without the first minutes of stored messages, which expire in the meantime. */
export const RUN_PERIODS = {
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  all: MESSAGES_KEPT_DAYS * DAY_MS - 5 * MINUTE_MS,
} as const;
export type RunPeriod = keyof typeof RUN_PERIODS | 'own';

/** The end of a run up to a day, in the reader's time zone; undefined, which is now, without a day and for today. */
export function endOfRun(day: string): string | undefined {
  const end = endOfDay(day);
  return end !== undefined && Date.parse(end) < Date.now() ? end : undefined;
}
