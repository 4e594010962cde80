import type { Batch, BatchCount, BatchResult } from '@billhook/contract/shared/batch';
import { bodyErrors, ErrorBudget } from '@billhook/contract/shared/body-errors';
import { problemDocument, statusOf } from '@billhook/contract/shared/problem-document';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import { ENV, type Env } from '@billhook/platform/env';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { Principal } from '../principal.js';

/** How an item is written, and where. */
export interface BatchOf<Item, View, Written extends BatchCount> {
  /** The path of the request, for the problems. */
  readonly path: string;
  readonly schema: z.ZodType<Item>;
  /** The name of the count of written items, and the status of each. */
  readonly counts: Written;
  readonly status: 200 | 201 | 204;
  /** Where in an item the body of a single request is: `/changes`. */
  readonly bodyAt?: string;
  /** Takes the locks that two batches could otherwise take in different orders. */
  readonly reserve: (tx: Tx, items: readonly Item[]) => Promise<void>;
  /** Undefined for a deletion. */
  readonly write: (item: Item) => Promise<View | undefined>;
}

type Result<View> = BatchResult<View>['results'][number];

/** Writes several records in one request: one transaction, in which each item can fail independently. */
@Injectable()
export class BatchesService {
  constructor(
    private readonly uow: UnitOfWork,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Atomic batches check every item as well, so that all errors are reported together; then they write all items or none. */
  run<Item, View, Written extends BatchCount>(
    by: Principal,
    { mode, items }: Batch,
    batch: BatchOf<Item, View, Written>,
  ): Promise<BatchResult<View, Written>> {
    const parsed = items.map((item) => batch.schema.safeParse(item, { reportInput: true }));
    const budget = new ErrorBudget();
    return this.uow.around(async (tx) => {
      await batch.reserve(
        tx,
        parsed.flatMap(({ data }) => (data === undefined ? [] : [data])),
      );
      const all = async () => {
        const results: Result<View>[] = [];
        for (const [index, item] of parsed.entries()) results.push(await this.one(by, index, item, batch, budget));
        return results;
      };
      if (mode === 'perItem') return summed(batch.counts, await all());
      let results: Result<View>[] = [];
      const whole = this.uow.part(async () => {
        results = await all();
        if (results.some(({ problem }) => problem)) throw new Undone();
      });
      const undone = await whole.catch((error: unknown) => {
        if (error instanceof Undone) return error;
        throw error;
      });
      const ended = undone ? results.map((result) => this.dropped(by, batch.path, result)) : results;
      return summed(batch.counts, ended);
    });
  }

  private async one<Item, View, Written extends BatchCount>(
    by: Principal,
    index: number,
    item: z.ZodSafeParseResult<Item>,
    { path, status, bodyAt = '', write }: BatchOf<Item, View, Written>,
    budget: ErrorBudget,
  ): Promise<Result<View>> {
    if (!item.success) {
      const problem = new Problem('invalid_body', undefined, { errors: bodyErrors(item.error.issues, budget) });
      return this.refused(by, path, index, problem);
    }
    try {
      const record = await this.uow.part(() => write(item.data));
      return { index, status, ...(record !== undefined && { record }) };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return this.refused(by, path, index, error, bodyAt);
    }
  }

  /** A valid item that was not written because another one failed. */
  private dropped<View>(by: Principal, path: string, result: Result<View>): Result<View> {
    return result.problem ? result : this.refused(by, path, result.index, new Problem('batch_aborted'));
  }

  /** @param bodyAt where the pointers of the problem begin in the item */
  private refused<View>(by: Principal, instance: string, index: number, problem: Problem, bodyAt = ''): Result<View> {
    const context = { publicUrl: this.env.PUBLIC_URL, instance, requestId: by.origin.requestId };
    const { errors, ...document } = problemDocument(problem, context);
    const placed = errors?.map((fieldError) => ({
      ...fieldError,
      pointer: `/items/${index}${bodyAt}${fieldError.pointer ?? ''}`,
    }));
    return { index, status: statusOf(problem.code), problem: { ...document, ...(placed && { errors: placed }) } };
  }
}

/** Rolls back an atomic batch with a rejected item. */
class Undone extends Error {}

function summed<View, Written extends BatchCount>(
  counts: Written,
  results: Result<View>[],
): BatchResult<View, Written> {
  const written = results.filter(({ problem }) => !problem).length;
  const count = { [counts]: written } as Record<Written, number>;
  return { results, refused: results.length - written, ...count };
}
