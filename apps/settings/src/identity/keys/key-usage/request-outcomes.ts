import { KEY_OUTCOMES, type KeyOutcome } from '@billhook/domain/identity/key-outcome';

export type Outcomes = Readonly<Record<KeyOutcome, number>>;

/** All requests, with any outcome. */
export const requestsOf = (counts: Outcomes): number => KEY_OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0);

/** The outcomes that occurred, in the stacking order of the bars: successes at the bottom. */
export const outcomesIn = (rows: readonly Outcomes[]): KeyOutcome[] =>
  KEY_OUTCOMES.filter((outcome) => rows.some((row) => row[outcome] > 0));

/** The number of requests on all days. */
export const callsIn = (days: readonly number[] | undefined): number => days?.reduce((sum, day) => sum + day, 0) ?? 0;
