import { Database } from '@billhook/db/database';
import { NO_EVENT, Outbox } from '@billhook/db/outbox';
import { insertRow, updateRow, type EntityClass } from '@billhook/db/row';
import type { Runner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import type { EventResource, EventType } from '@billhook/domain/events';
import { Problem } from '@billhook/domain/problems';
import { claimExternalId, type RecordTable } from './external-id.js';
import { cut, type Conditions, type Slice, type Sliced } from './paging.js';

/** What every record has. */
export interface Stored {
  id: number;
  companyId: number;
  externalId: string | null;
}

export interface RecordShape<Entity, Row> {
  readonly resource: EventResource;
  readonly table: RecordTable;
  readonly entity: EntityClass<Entity>;
  /** The select list, over the table under the alias `r`. */
  readonly columns: string;
  readonly present: (row: Row) => { readonly id: number };
}

/**
 * What the repositories of the four records share. Reads take the company first: another company's id is not found. Writes take the
 * transaction first **and an event** (or the word NO_EVENT): the row and its event are one write.
 */
export abstract class RecordRepository<Entity extends Stored, Row extends Entity> {
  protected constructor(
    protected readonly db: Database,
    private readonly outbox: Outbox,
    protected readonly shape: RecordShape<Entity, Row>,
  ) {}

  /** @throws Problem not_found, also for another company's record */
  find(companyId: number, id: number): Promise<Row> {
    return this.one({ query: (statement) => this.db.lookUp(statement) }, 'get', companyId, id);
  }

  /** Reads a record and keeps others from changing it until the end of the transaction. @throws Problem not_found */
  async lock(tx: Tx, companyId: number, id: number): Promise<Row> {
    await this.wait(tx, 'lock', 'FOR UPDATE', companyId, id);
    return this.one(tx, 'get', companyId, id);
  }

  /** Reads a record and keeps it from being changed until the end of the transaction, beside others who do the same. @throws Problem not_found */
  async hold(tx: Tx, companyId: number, id: number): Promise<Row> {
    await this.wait(tx, 'hold', 'FOR SHARE', companyId, id);
    return this.one(tx, 'get', companyId, id);
  }

  /** The records under the conditions, newest first. */
  protected async slice(conditions: Conditions, slice: Slice): Promise<Sliced<Row>> {
    conditions.add('before', 'r.id < ?', slice.before);
    const rows = await this.db.query<Row>({
      name: `${this.shape.resource}_list_${conditions.signature}`,
      text: `SELECT ${this.shape.columns} FROM ${this.shape.table} r WHERE ${conditions.where}
        ORDER BY r.id DESC LIMIT $${conditions.values.length + 1}`,
      values: [...conditions.values, slice.limit + 1],
    });
    return cut(rows, slice.limit);
  }

  protected async insertRecord(tx: Tx, row: Entity): Promise<number> {
    await claimExternalId(tx, this.shape.table, row);
    return insertRow(tx, this.shape.entity, row);
  }

  protected async updateRecord(tx: Tx, row: Entity): Promise<void> {
    await claimExternalId(tx, this.shape.table, row);
    await updateRow(tx, this.shape.entity, row);
  }

  /** Removes the record; its event carries the last state. */
  async delete(tx: Tx, row: Row, event: EventType | typeof NO_EVENT, at: Date): Promise<void> {
    await tx.query({
      name: `${this.shape.resource}_delete`,
      text: `DELETE FROM ${this.shape.table} WHERE id = $1`,
      values: [row.id],
    });
    await this.tell(tx, row, event, at);
  }

  protected async tell(tx: Tx, row: Row, type: EventType | typeof NO_EVENT, at: Date): Promise<void> {
    if (type === NO_EVENT) return;
    await this.outbox.record(tx, { companyId: row.companyId, type, data: this.shape.present(row), at });
  }

  /**
   * Takes the lock by a statement of its own. A statement that waits for a lock reads the locked row anew, but not what its subqueries
   * read before (the lines): only the next one sees all of what the other transaction wrote.
   */
  private async wait(tx: Tx, verb: string, strength: string, companyId: number, id: number): Promise<void> {
    await tx.query({
      name: `${this.shape.resource}_${verb}`,
      text: `SELECT FROM ${this.shape.table} WHERE company_id = $1 AND id = $2 ${strength}`,
      values: [companyId, id],
    });
  }

  private async one(runner: Runner, verb: string, companyId: number, id: number): Promise<Row> {
    const [row] = await runner.query<Row>({
      name: `${this.shape.resource}_${verb}`,
      text: `SELECT ${this.shape.columns} FROM ${this.shape.table} r WHERE r.company_id = $1 AND r.id = $2`,
      values: [companyId, id],
    });
    if (!row) throw new Problem('not_found', `There is no such ${this.shape.resource}.`);
    return row;
  }
}
