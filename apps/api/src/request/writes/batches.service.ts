import type { Batch, BatchResult } from '@billhook/contract/shared/batch';
import { problemDocument, statusOf } from '@billhook/contract/shared/problem-document';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import type { Env } from '@billhook/platform/env';
import { ENV } from '@billhook/platform/tokens';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { Principal } from '../principal.js';
import { bodyErrors, ErrorBudget } from '../problems/validation.pipe.js';

/** How an item is created, and where. */
export interface BatchOf<Item, View> {
  /** The path of the request, for the problems. */
  readonly path: string;
  readonly schema: z.ZodType<Item>;
  /** Takes the locks that two batches could otherwise take in different orders. */
  readonly reserve: (tx: Tx, externalIds: readonly string[]) => Promise<void>;
  readonly create: (item: Item) => Promise<View>;
}

interface Identified {
  readonly externalId?: string | undefined;
}

type Result<View> = BatchResult<View>['results'][number];

const CREATED = 201;

/** Creates several records in one request: one transaction, in which each item can fail independently. */
@Injectable()
export class BatchesService {
  constructor(
    private readonly uow: UnitOfWork,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Atomic batches check every item as well, so that all errors are reported together; then they write all items or none. */
  run<Item extends Identified, View>(
    by: Principal,
    { mode, items }: Batch,
    batch: BatchOf<Item, View>,
  ): Promise<BatchResult<View>> {
    const parsed = items.map((item) => batch.schema.safeParse(item, { reportInput: true }));
    const budget = new ErrorBudget();
    return this.uow.around(async (tx) => {
      await batch.reserve(
        tx,
        parsed.flatMap(({ data }) => data?.externalId ?? []),
      );
      const all = async () => {
        const results: Result<View>[] = [];
        for (const [index, item] of parsed.entries()) results.push(await this.one(by, index, item, batch, budget));
        return results;
      };
      if (mode === 'perItem') return summed(await all());
      let results: Result<View>[] = [];
      const whole = this.uow.part(async () => {
        results = await all();
        if (results.some(({ problem }) => problem)) throw new Undone();
      });
      const undone = await whole.catch((error: unknown) => {
        if (error instanceof Undone) return error;
        throw error;
      });
      return summed(undone ? results.map((result) => this.dropped(by, batch.path, result)) : results);
    });
  }

  private async one<Item, View>(
    by: Principal,
    index: number,
    item: z.ZodSafeParseResult<Item>,
    { path, create }: BatchOf<Item, View>,
    budget: ErrorBudget,
  ): Promise<Result<View>> {
    try {
      if (!item.success)
        throw new Problem('invalid_body', undefined, { errors: bodyErrors(item.error.issues, budget) });
      return { index, status: CREATED, record: await this.uow.part(() => create(item.data)) };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return this.refused(by, path, index, error);
    }
  }

  /** A valid item that was not written because another one failed. */
  private dropped<View>(by: Principal, path: string, result: Result<View>): Result<View> {
    return result.problem ? result : this.refused(by, path, result.index, new Problem('batch_aborted'));
  }

  private refused<View>(by: Principal, instance: string, index: number, problem: Problem): Result<View> {
    const context = { publicUrl: this.env.PUBLIC_URL, instance, requestId: by.origin.requestId };
    const { errors, ...document } = problemDocument(problem, context);
    const placed = errors?.map((fieldError) => ({
      ...fieldError,
      pointer: `/items/${index}${fieldError.pointer ?? ''}`,
    }));
    return { index, status: statusOf(problem.code), problem: { ...document, ...(placed && { errors: placed }) } };
  }
}

/** Rolls back an atomic batch with a rejected item. */
class Undone extends Error {}

function summed<View>(results: Result<View>[]): BatchResult<View> {
  const created = results.filter(({ problem }) => !problem).length;
  return { results, created, refused: results.length - created };
}
