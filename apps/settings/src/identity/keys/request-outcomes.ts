import { KEY_OUTCOMES, type KeyOutcome } from '@billhook/domain/identity/key-outcome';

export type Outcomes = Readonly<Record<KeyOutcome, number>>;

/** All requests, whatever became of them. */
export const requestsOf = (counts: Outcomes): number => KEY_OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0);

/** The outcomes that there was any of, in the order in which bars are stacked: what went well at the bottom. */
export const outcomesIn = (rows: readonly Outcomes[]): KeyOutcome[] =>
  KEY_OUTCOMES.filter((outcome) => rows.some((row) => row[outcome] > 0));

/** Requests in all of the days. */
export const callsIn = (days: readonly number[] | undefined): number => days?.reduce((sum, day) => sum + day, 0) ?? 0;
