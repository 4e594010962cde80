import type { Tx } from '@billhook/db/unit-of-work';
import { Problem, type ProblemCode } from '@billhook/domain/problems';
import {
  askSeries,
  dateBeforeSeries,
  takeNumber,
  UNKNOWN_SERIES,
  type Numbered,
} from '@billhook/records/series/take-number';

/**
 * The number of a document that is issued now.
 * @param refusal the code under which a date before the last one of the series is refused
 */
export async function numberDocument(tx: Tx, numbered: Numbered, refusal: ProblemCode): Promise<string> {
  const { number, outOfOrder } = await takeNumber(tx, numbered);
  if (outOfOrder === null) return number;
  throw new Problem(refusal, undefined, { errors: [dateBeforeSeries(outOfOrder)] });
}

/** What `numberDocument` would refuse now; no number is taken. */
export async function numberFaults(tx: Tx, numbered: Numbered) {
  const { known, lastDate } = await askSeries(tx, numbered);
  if (!known) return [UNKNOWN_SERIES];
  return lastDate !== null && numbered.issueDate < lastDate ? [dateBeforeSeries(lastDate)] : [];
}
