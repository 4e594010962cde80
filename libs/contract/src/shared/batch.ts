import { z } from 'zod';
import { Id } from './common.js';
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
export function batchOf(item: string, example: object, id = `${item}Batch`) {
  return z
    .strictObject({
      mode: Mode,
      items: z
        .array(z.unknown().meta({ $ref: `#/components/schemas/${item}` }))
        .min(1, 'must contain 1 to 100 items')
        .max(BATCH_MAX, 'must contain 1 to 100 items')
        .meta({ description: 'The items, which are processed in this order' }),
    })
    .meta({ id, example });
}

const TARGET = {
  id: Id.meta({ description: 'The id of the record' }),
  version: z.int().min(1).max(2_147_483_647).optional().meta({
    description:
      'The version that you have read. The item is rejected with 412 if the record has another one, as with `If-Match`',
    example: 3,
  }),
};

/** An item of a batch that edits records: the record, the version that the caller has read, and the body of its PATCH. */
export const batchUpdateItemOf = <T extends z.ZodType>(changes: T, id: string, example: object) =>
  z
    .strictObject({
      ...TARGET,
      changes: changes.meta({ description: 'The members to change, as in a PATCH of the record' }),
    })
    .meta({ id, example });

/** An item of a batch that deletes records. */
export const BatchDeleteItem = z.strictObject(TARGET).meta({ id: 'BatchDeleteItem', example: { id: 42, version: 1 } });
export type BatchDeleteItem = z.infer<typeof BatchDeleteItem>;

export interface Batch {
  readonly mode: z.infer<typeof Mode>;
  readonly items: readonly unknown[];
}

const resultOf = {
  index: z.int().meta({ description: 'The position of the item in `items`, from 0' }),
  status: z.int().meta({
    description: 'The status that the item would get on its own; 424 if it was not written because another item failed',
  }),
  problem: ProblemView.optional().meta({ description: 'Why the item was rejected; absent if it was written' }),
};
const RESULTS = { description: 'One entry for each item, in the order of the request' };
const WRITTEN = { description: 'How many items were written' };
const REFUSED = { description: 'How many items were not written' };

/** The result of a batch that creates records: a status for each item, in their order. */
export const batchResultOf = <T extends z.ZodType>(view: T, id: string) =>
  z
    .object({
      results: z.array(z.object({ ...resultOf, record: createdRecord(view) })).meta(RESULTS),
      created: z.int().meta(WRITTEN),
      refused: z.int().meta(REFUSED),
    })
    .meta({ id });

/** The result of a batch that edits records. */
export const batchUpdateResultOf = <T extends z.ZodType>(view: T, id: string) =>
  z
    .object({
      results: z.array(z.object({ ...resultOf, record: editedRecord(view) })).meta(RESULTS),
      updated: z.int().meta(WRITTEN),
      refused: z.int().meta(REFUSED),
    })
    .meta({ id });

const createdRecord = <T extends z.ZodType>(view: T) =>
  view.optional().meta({ description: 'The created record; absent if the item was rejected' });
const editedRecord = <T extends z.ZodType>(view: T) =>
  view.optional().meta({ description: 'The record after the edit; absent if the item was rejected' });

/** The result of a batch that deletes records. */
export const BatchDeleteResult = z
  .object({
    results: z.array(z.object(resultOf)).meta(RESULTS),
    deleted: z.int().meta({ description: 'How many records were deleted or archived' }),
    refused: z.int().meta(REFUSED),
  })
  .meta({ id: 'BatchDeleteResult' });

/** Whether a response is a batch in which no item was written. It is not stored, as a repeat can succeed. */
export function isRejectedBatch(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null || !('results' in answer) || !('refused' in answer)) return false;
  return Array.isArray(answer.results) && answer.refused === answer.results.length;
}

/** What a batch did with its items, by the name of the count of those that it wrote. */
export type BatchResult<View, Written extends BatchCount = 'created'> = {
  results: { index: number; status: number; record?: View; problem?: ProblemView }[];
  refused: number;
} & Record<Written, number>;

export type BatchCount = 'created' | 'updated' | 'deleted';
