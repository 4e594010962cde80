import type { Tx } from '@billhook/db/unit-of-work';
import { followsDates } from '@billhook/domain/invoicing/series';
import { Problem, type ProblemCode } from '@billhook/domain/shared/problems';
import {
  askSeries,
  dateBeforeSeries,
  takeNumber,
  UNKNOWN_SERIES,
  type Numbered,
} from '@billhook/invoicing/series/take-number';

/**
 * Gives a document its number at issue.
 * @param refusal the error code for a date before the last one of the series in its period, for kinds whose numbers follow
 *   their dates
 */
export async function numberDocument(tx: Tx, numbered: Numbered, rejection: ProblemCode): Promise<string> {
  const { number, outOfOrder } = await takeNumber(tx, numbered);
  if (outOfOrder === null || !followsDates(numbered.kind)) return number;
  throw new Problem(rejection, undefined, { errors: [dateBeforeSeries(outOfOrder)] });
}

/** The errors that `numberDocument` would return now; takes no number. */
export async function numberErrors(tx: Tx, numbered: Numbered) {
  const { known, last } = await askSeries(tx, numbered);
  if (!known) return [UNKNOWN_SERIES];
  return last !== null && numbered.issueDate < last.date && followsDates(numbered.kind) ? [dateBeforeSeries(last)] : [];
}
