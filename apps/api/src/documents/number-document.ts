import type { Tx } from '@billhook/db/unit-of-work';
import { Problem, type ProblemCode } from '@billhook/domain/problems';
import { takeNumber, type Numbered } from '@billhook/records/series/take-number';

/**
 * The number of a document that is issued now.
 * @param refusal the code under which a date before the last one of the series is refused
 */
export async function numberDocument(tx: Tx, numbered: Numbered, refusal: ProblemCode): Promise<string> {
  const { number, outOfOrder } = await takeNumber(tx, numbered);
  if (outOfOrder === null) return number;
  const message = `must not lie before ${outOfOrder}, the last date of its series`;
  throw new Problem(refusal, undefined, { errors: [{ pointer: '/issueDate', code: 'date_before_series', message }] });
}
