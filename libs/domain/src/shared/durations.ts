/** In milliseconds. */
export const HOUR_MS = 3_600_000;
/** A day of 24 hours, which is not a day of the calendar. */
export const DAY_MS = 24 * HOUR_MS;
