import { DAY_MS } from '../shared/durations.js';
/** How many days before the expiry of a key its owner is notified. */
export const WARNING_DAYS = [14, 3, 1] as const;
export type WarningDays = (typeof WARNING_DAYS)[number];

export interface ExpiryFacts {
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** The smallest number of days for which a warning was sent. */
  readonly warnedDays: number | null;
}

/**
 * The warning to send now: only for the nearest threshold, so earlier ones that were missed are skipped, and only in the second half
 * of the lifetime. Days have 24 hours and are counted back from the expiry.
 * @returns undefined if it is too early or too late, or if the warning was sent
 */
export function dueWarning({ createdAt, expiresAt, warnedDays }: ExpiryFacts, now: Date): WarningDays | undefined {
  const left = expiresAt.getTime() - now.getTime();
  const lived = now.getTime() - createdAt.getTime();
  if (left <= 0 || lived < left) return undefined;
  const passed = WARNING_DAYS.filter((days) => left <= days * DAY_MS).at(-1);
  return passed !== undefined && passed < (warnedDays ?? Number.POSITIVE_INFINITY) ? passed : undefined;
}

/** The days until a key expires, rounded up. */
export function daysLeft(expiresAt: Date, now: Date): number {
  return Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / DAY_MS));
}
