import type { Batch, BatchResult } from '@billhook/contract/shared/batch';
import type { Tx } from '@billhook/db/unit-of-work';
import type { Permission } from '@billhook/domain/identity/permissions';
import { Body, Inject, Post, type Type } from '@nestjs/common';
import type { z } from 'zod';
import { By, type Principal } from '../../request/principal.js';
import { Requires } from '../../request/requires.decorator.js';
import { Returns, type Outcome } from '../../request/routes/returns.decorator.js';
import { BatchesService } from '../../request/writes/batches.service.js';

interface RecordCreates<Item, Row> {
  reserve(tx: Tx, by: Principal, externalIds: readonly string[]): Promise<void>;
  create(by: Principal, item: Item): Promise<Row>;
}

/** The route of a batch that creates records of one kind. */
export interface BatchRoute<Service, Item, Row, View> extends Pick<Outcome, 'summary' | 'description'> {
  /** The name in paths: `clients`. */
  readonly name: string;
  readonly write: Permission;
  readonly service: Type<Service>;
  readonly present: (row: Row) => View;
  readonly schemas: {
    readonly batch: z.ZodType<Batch>;
    readonly item: z.ZodType<Item>;
    readonly result: z.ZodType;
  };
}

/** A base class with the route of a batch. */
export function batchController<
  Service extends RecordCreates<Item, Row>,
  Item extends { readonly externalId?: string | undefined },
  Row,
  View,
>({ name, write, service, present, schemas, summary, description }: BatchRoute<Service, Item, Row, View>): Type {
  class BatchRouteController {
    @Inject(service) readonly records!: Service;
    @Inject(BatchesService) readonly batches!: BatchesService;

    @Post('batch')
    @Requires(write)
    @Returns(schemas.result, { status: 207, summary, description, problems: ['invalid_body'] })
    create(@By() by: Principal, @Body({ schema: schemas.batch }) body: Batch): Promise<BatchResult<View>> {
      return this.batches.run(by, body, {
        path: `/v1/${name}/batch`,
        schema: schemas.item,
        reserve: (tx, externalIds) => this.records.reserve(tx, by, externalIds),
        create: async (item) => present(await this.records.create(by, item)),
      });
    }
  }
  return BatchRouteController;
}
