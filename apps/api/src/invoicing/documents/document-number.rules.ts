import type { Tx } from '@billhook/db/unit-of-work';
import { followsDates } from '@billhook/domain/invoicing/numbering';
import { Problem, type ProblemCode } from '@billhook/domain/shared/problems';
import {
  askSeries,
  dateBeforeSeries,
  takeNumber,
  UNKNOWN_SERIES,
  type Numbered,
} from '@billhook/invoicing/series/take-number';

/**
 * The number of a document that is issued now.
 * @param refusal the code under which a date before the last one of the series in its period is refused, of kinds whose numbers follow
 *   their dates
 */
export async function numberDocument(tx: Tx, numbered: Numbered, refusal: ProblemCode): Promise<string> {
  const { number, outOfOrder } = await takeNumber(tx, numbered);
  if (outOfOrder === null || !followsDates(numbered.kind)) return number;
  throw new Problem(refusal, undefined, { errors: [dateBeforeSeries(outOfOrder)] });
}

/** What `numberDocument` would refuse now; no number is taken. */
export async function numberFaults(tx: Tx, numbered: Numbered) {
  const { known, last } = await askSeries(tx, numbered);
  if (!known) return [UNKNOWN_SERIES];
  return last !== null && numbered.issueDate < last.date && followsDates(numbered.kind) ? [dateBeforeSeries(last)] : [];
}
