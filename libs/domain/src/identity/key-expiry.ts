const DAY_MS = 86_400_000;

/** How many days before its end the owner of a key is told, the first one first. */
export const WARNING_DAYS = [14, 3, 1] as const;
export type WarningDays = (typeof WARNING_DAYS)[number];

export interface ExpiryFacts {
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** The least of the thresholds that was told of already. */
  readonly warnedDays: number | null;
}

/**
 * The warning that is to be given now: of the nearest threshold that was passed, so that what was missed while nobody looked is not made up
 * for, and only in the second half of a key's life. Days are of 24 hours, counted back from the end.
 * @returns undefined when there is none to give, because it is too early, was given, or is too late
 */
export function dueWarning({ createdAt, expiresAt, warnedDays }: ExpiryFacts, now: Date): WarningDays | undefined {
  const left = expiresAt.getTime() - now.getTime();
  const lived = now.getTime() - createdAt.getTime();
  if (left <= 0 || lived < left) return undefined;
  const passed = WARNING_DAYS.filter((days) => left <= days * DAY_MS).at(-1);
  return passed !== undefined && passed < (warnedDays ?? Number.POSITIVE_INFINITY) ? passed : undefined;
}

/** Days that are left of a key, each begun one counted. */
export function daysLeft(expiresAt: Date, now: Date): number {
  return Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / DAY_MS));
}
