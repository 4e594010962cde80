import { z } from 'zod';
import { ProblemView } from './problem.js';

/** The maximum number of items in a batch. */
export const BATCH_MAX = 100;

const Mode = z.enum(['atomic', 'perItem']).meta({
  description: '`atomic`: all items or none. `perItem`: each item succeeds or fails independently',
  example: 'perItem',
});

/**
 * The body of a batch. Items are checked one by one, so an invalid item is rejected alone.
 * @param item the `id` of the schema of an item
 */
export function batchOf(item: string, example: object) {
  return z
    .strictObject({
      mode: Mode,
      items: z
        .array(z.unknown().meta({ $ref: `#/components/schemas/${item}` }))
        .min(1, 'must contain 1 to 100 items')
        .max(BATCH_MAX, 'must contain 1 to 100 items'),
    })
    .meta({ id: `${item}Batch`, example });
}

export interface Batch {
  readonly mode: z.infer<typeof Mode>;
  readonly items: readonly unknown[];
}

/** The result of a batch: a status for each item, in their order. */
export function batchResultOf<T extends z.ZodType>(view: T, id: string) {
  return z
    .object({
      results: z
        .array(
          z.object({
            index: z.int().meta({ description: 'The position of the item in `items`, from 0' }),
            status: z.int().meta({
              description:
                'The status that the item would get on its own; 424 if it was not written because another item failed',
            }),
            record: view.optional().meta({ description: 'The created record; absent if the item was rejected' }),
            problem: ProblemView.optional().meta({
              description: 'Why the item was rejected; absent if it was written',
            }),
          }),
        )
        .meta({ description: 'One entry for each item, in the order of the request' }),
      created: z.int().meta({ description: 'How many items were written' }),
      refused: z.int().meta({ description: 'How many items were not written' }),
    })
    .meta({ id });
}

/** Whether a response is a batch in which no item was written. It is not stored, as a repeat can succeed. */
export function isRejectedBatch(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null || !('results' in answer) || !('created' in answer)) return false;
  return answer.created === 0;
}

export interface BatchResult<View> {
  results: { index: number; status: number; record?: View; problem?: ProblemView }[];
  created: number;
  refused: number;
}
