import { Database } from '@billhook/db/database';
import { Conditions } from '@billhook/db/lists/conditions';
import { type Kept, listNewestFirst, type PageOf, type Window } from '@billhook/db/lists/list-records';
import { selectColumns } from '@billhook/db/row';
import { Problem } from '@billhook/domain/shared/problems';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Checkpoint } from './checkpoint.entity.js';

/** Reads the checkpoints of a company. */
@Injectable()
export class CheckpointsRepository {
  private readonly select: string;

  constructor(
    source: DataSource,
    private readonly db: Database,
  ) {
    this.select = `SELECT ${selectColumns(source, Checkpoint, 'c')} FROM checkpoints c`;
  }

  list(companyId: number, window: Window): Promise<PageOf<Kept<Checkpoint>>> {
    const conditions = new Conditions().add('company', 'c.company_id = ?', companyId);
    const list = { name: 'checkpoint', select: this.select, id: 'c.id', idOf: ({ id }: Checkpoint) => id, conditions };
    return listNewestFirst(this.db, list, window);
  }

  /** @throws Problem not_found, also for the checkpoint of another company */
  async find(companyId: number, id: number): Promise<Checkpoint> {
    const [checkpoint] = await this.db.lookUp<Checkpoint>({
      name: 'checkpoint_get',
      text: `${this.select} WHERE c.company_id = $1 AND c.id = $2`,
      values: [companyId, id],
    });
    if (!checkpoint) throw new Problem('not_found', 'There is no such checkpoint.');
    return checkpoint;
  }
}
