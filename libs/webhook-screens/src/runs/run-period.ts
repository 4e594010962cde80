import { DAY_MS } from '@billhook/domain/shared/durations';
import { MESSAGES_KEPT_DAYS } from '@billhook/domain/shared/event-types';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The periods offered, in milliseconds before now. Without the first minutes of stored messages, which expire meanwhile. */
export const RUN_PERIODS = {
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  all: MESSAGES_KEPT_DAYS * DAY_MS - 5 * MINUTE_MS,
} as const;
export type RunPeriod = keyof typeof RUN_PERIODS | 'own';

/** The instant of a field of the type datetime-local, in the reader's time zone; undefined if it is empty. */
export function instantOf(local: string): string | undefined {
  const at = new Date(local);
  return local === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
