import { BatchDeleteItem, BatchDeleteResult, type Batch, type BatchResult } from '@billhook/contract/shared/batch';
import type { Target } from '@billhook/db/target';
import type { Tx } from '@billhook/db/unit-of-work';
import type { Permission } from '@billhook/domain/identity/permissions';
import { Body, Inject, Post, type Type } from '@nestjs/common';
import type { z } from 'zod';
import { By, type Principal } from '../../request/principal.js';
import { Requires, Returns } from '../../request/routes/route.decorator.js';
import { BatchesService } from '../../request/writes/batches.service.js';

interface Identified {
  readonly externalId?: string | null | undefined;
}

interface RecordWrites<Created, Changes, Row> {
  reserve(tx: Tx, by: Principal, externalIds: readonly string[]): Promise<void>;
  lockAll(tx: Tx, by: Principal, ids: readonly number[]): Promise<void>;
  create(by: Principal, item: Created): Promise<Row>;
  update(by: Principal, target: Target, changes: Changes): Promise<Row>;
  delete(by: Principal, target: Target): Promise<void>;
}

interface UpdateItem<Changes> {
  readonly id: number;
  readonly version?: number | undefined;
  readonly changes: Changes;
}

/** The routes of the batches of one kind of record. */
export interface BatchRoutes<Service, Created, Changes, Row, View> {
  /** The name in paths and in summaries: `clients`. */
  readonly name: string;
  readonly write: Permission;
  readonly service: Type<Service>;
  readonly present: (row: Row) => View;
  readonly schemas: {
    readonly create: z.ZodType<Batch>;
    readonly createItem: z.ZodType<Created>;
    readonly createResult: z.ZodType;
    readonly update: z.ZodType<Batch>;
    readonly updateItem: z.ZodType<UpdateItem<Changes>>;
    readonly updateResult: z.ZodType;
    readonly delete: z.ZodType<Batch>;
  };
  /** What the descriptions add to the rules of all batches. */
  readonly descriptions: { readonly create: string; readonly update: string; readonly delete: string };
}

const targetOf = ({ id, version }: BatchDeleteItem): Target => ({
  id,
  versions: version === undefined ? undefined : [version],
});

const externalIds = (items: readonly Identified[]): string[] => items.flatMap(({ externalId }) => externalId ?? []);

/** A base class with the routes of the batches. */
export function batchController<
  Service extends RecordWrites<Created, Changes, Row>,
  Created extends Identified,
  Changes extends Identified,
  Row,
  View,
>(routes: BatchRoutes<Service, Created, Changes, Row, View>): Type {
  const { name, write, service, present, schemas, descriptions } = routes;
  class BatchRoutesController {
    @Inject(service) readonly records!: Service;
    @Inject(BatchesService) readonly batches!: BatchesService;

    @Post('batch')
    @Requires(write)
    @Returns(schemas.createResult, {
      status: 207,
      summary: `Create up to 100 ${name}`,
      description: descriptions.create,
      problems: ['invalid_body'],
    })
    create(@By() by: Principal, @Body({ schema: schemas.create }) body: Batch): Promise<BatchResult<View>> {
      return this.batches.run(by, body, {
        path: `/v1/${name}/batch`,
        schema: schemas.createItem,
        counts: 'created',
        status: 201,
        reserve: (tx, items) => this.records.reserve(tx, by, externalIds(items)),
        write: async (item) => present(await this.records.create(by, item)),
      });
    }

    @Post('batch/update')
    @Requires(write)
    @Returns(schemas.updateResult, {
      status: 207,
      summary: `Edit up to 100 ${name}`,
      description: descriptions.update,
      problems: ['invalid_body'],
    })
    update(@By() by: Principal, @Body({ schema: schemas.update }) body: Batch): Promise<BatchResult<View, 'updated'>> {
      return this.batches.run(by, body, {
        path: `/v1/${name}/batch/update`,
        schema: schemas.updateItem,
        counts: 'updated',
        status: 200,
        bodyAt: '/changes',
        // Records first: a single edit locks its record before it claims an externalId.
        reserve: async (tx, items) => {
          await this.records.lockAll(
            tx,
            by,
            items.map(({ id }) => id),
          );
          await this.records.reserve(tx, by, externalIds(items.map(({ changes }) => changes)));
        },
        write: async (item) => present(await this.records.update(by, targetOf(item), item.changes)),
      });
    }

    @Post('batch/delete')
    @Requires(write)
    @Returns(BatchDeleteResult, {
      status: 207,
      summary: `Delete up to 100 ${name}`,
      description: descriptions.delete,
      problems: ['invalid_body'],
    })
    delete(@By() by: Principal, @Body({ schema: schemas.delete }) body: Batch): Promise<BatchResult<never, 'deleted'>> {
      return this.batches.run<BatchDeleteItem, never, 'deleted'>(by, body, {
        path: `/v1/${name}/batch/delete`,
        schema: BatchDeleteItem,
        counts: 'deleted',
        status: 204,
        reserve: (tx, items) =>
          this.records.lockAll(
            tx,
            by,
            items.map(({ id }) => id),
          ),
        write: async (item) => {
          await this.records.delete(by, targetOf(item));
          return undefined;
        },
      });
    }
  }
  return BatchRoutesController;
}
