import type { TimelineView } from '@billhook/contract/invoicing/timeline';
import type { RecordQuery } from '@billhook/contract/shared/list-query';
import type { Database } from '@billhook/db/database';
import {
  countStatuses,
  listRecords,
  type Listed,
  type ListShape,
  type StatusCountRows,
  type Window,
} from '@billhook/db/lists/list-records';
import type { CountedStatuses } from '@billhook/db/lists/list-statement';
import { NO_EVENT, sentForm, type Outbox } from '@billhook/db/outbox';
import { insertOf, takeIds, UNSAVED, updateRow, type EntityClass } from '@billhook/db/row';
import { joined, type ReadRunner, type Statement } from '@billhook/db/statement';
import { requireVersion, type Target } from '@billhook/db/target';
import type { Tx } from '@billhook/db/unit-of-work';
import type { TimelineAction } from '@billhook/domain/invoicing/timeline-actions';
import { Problem } from '@billhook/domain/shared/problems';
import type { RecordName, RecordTable } from '@billhook/domain/shared/resources';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import type { DataSource } from 'typeorm';
import { changeEntry } from '../changes/change-entries.sql.js';
import { changeOf, type Change, type ChangeAuthor } from './change.js';
import { claimExternalId, reserveExternalIds } from './external-id.repository.js';
import { heldBefore, hold, holdFirst, type Presented } from './locked-records.js';
import { changeTimesOf, timelineOf } from './timeline.repository.js';
import { TombstonesRepository } from './tombstones.repository.js';

/** A version of a record that a change writes, or its deletion. */
export interface WrittenVersion {
  readonly companyId: number;
  readonly resource: RecordName;
  readonly data: Presented;
  /** The form in which the event of the change sends the record; undefined without an event. */
  readonly sent?: object | undefined;
  readonly action: TimelineAction;
  readonly at: Date;
  readonly deleted: boolean;
}

/** A statement that each version of a record adds to the write of its row; undefined if it adds none. */
export type RecordEffect = (version: WrittenVersion, secrets: AppSecrets) => Statement | undefined;

/** What every repository needs. `recordContext` creates it. */
export interface RecordContext {
  readonly source: DataSource;
  readonly db: Database;
  readonly outbox: Outbox;
  /** The public URL of the installation, for links in documents. */
  readonly publicUrl: string;
  /** The keys of the document chain. */
  readonly secrets: AppSecrets;
  /** The rows that each change writes in addition to its event and its line of the timeline. */
  readonly effects: readonly RecordEffect[];
}

/** The ids of a new record and of its rows in other tables, taken before they are written. */
export interface RecordIds {
  readonly id: number;
  readonly parts: readonly number[];
}

/** The rows that a change writes in addition to its event and its line of the timeline. */
interface ChangeParts {
  readonly rows?: readonly Statement[];
  /** What the effects get: the new version, the deletion, or nothing because the record does not change. */
  readonly written?: 'version' | 'deleted' | 'nothing';
}

/** The columns of every record. */
export interface RecordColumns {
  id: number;
  companyId: number;
  externalId: string | null;
  version: number;
  updatedAt: Date;
}

/** What a kind of record is. */
export interface RecordShape<Entity, Row, Query> {
  readonly resource: RecordName;
  readonly table: RecordTable;
  readonly entity: EntityClass<Entity>;
  /** The columns to select from the table, which has the alias `r`. */
  readonly columns: string;
  readonly list: ListShape<Query, Row>;
  readonly present: (row: Row) => Presented;
}

/**
 * Reads take the company first: the id of another company is not found. Writes take a transaction and a change with its
 * event (or NO_EVENT): the row, its event and its line of the timeline are one write.
 */
export abstract class RecordRepository<Entity extends RecordColumns, Row extends Entity, Query extends RecordQuery> {
  protected readonly db: Database;

  protected constructor(
    protected readonly context: RecordContext,
    protected readonly shape: RecordShape<Entity, Row, Query>,
  ) {
    this.db = context.db;
  }

  /** @throws Problem not_found, also for another company's record */
  find(companyId: number, id: number): Promise<Row> {
    return this.one({ query: (statement) => this.db.lookUp(statement) }, 'get', companyId, id);
  }

  /**
   * A record as its GET returns it, with the times of its newest changes, newest first.
   * @throws Problem not_found
   */
  async present(companyId: number, id: number): Promise<{ data: Presented; changedAt: readonly Date[] }> {
    const row = await this.find(companyId, id);
    return { data: this.shape.present(row), changedAt: await changeTimesOf(this.db, this.shape.resource, id) };
  }

  /** The records of the company with these ids, by id, in one statement. Leaves out ids that do not exist. */
  async byIds(companyId: number, ids: readonly number[], runner: ReadRunner = this.db): Promise<Map<number, Row>> {
    if (ids.length === 0) return new Map();
    const rows = await runner.query<Row>({
      name: `${this.shape.resource}_by_ids`,
      text: `SELECT ${this.shape.columns} FROM ${this.shape.table} r WHERE r.company_id = $1 AND r.id = ANY ($2)`,
      values: [companyId, [...new Set(ids)]],
    });
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** The records that match the query, counted and added up by status. */
  protected countBy(counted: CountedStatuses, companyId: number, query: Query): Promise<StatusCountRows> {
    return this.db.readRecords(companyId, (db) => countStatuses({ db, ...this.shape }, companyId, query, counted));
  }

  /**
   * Reads a record and locks it against changes until the transaction ends. NO KEY allows others to refer to it: code that
   * writes allocations refers to invoices which others have locked, and those wait for the payment.
   * @throws Problem not_found, version_mismatch when the record is at another version
   */
  async lock(tx: Tx, companyId: number, target: Target): Promise<Row> {
    this.wait(tx, companyId, target.id);
    const row = await this.one(tx, 'get', companyId, target.id);
    requireVersion(row, target);
    return this.locked(tx, row);
  }

  /** Locks several records in the order of their ids, to prevent deadlocks between transactions that lock the same ones later. */
  async lockAll(tx: Tx, companyId: number, ids: readonly number[]): Promise<void> {
    await tx.query({
      name: `${this.shape.resource}_lock_all`,
      text: `SELECT FROM ${this.shape.table} WHERE company_id = $1 AND id = ANY ($2) ORDER BY id FOR NO KEY UPDATE`,
      values: [companyId, ids],
    });
  }

  /** Stores a row that was read under its lock as the state before the next change. */
  protected locked(tx: Tx, row: Row): Row {
    holdFirst(tx, this.shape.resource, row.id, () => this.shape.present(row));
    // A copy, because changes of the returned row must not change the stored state.
    return { ...row };
  }

  /** The timeline of a record, oldest first. @throws Problem not_found */
  async timeline(companyId: number, id: number): Promise<TimelineView> {
    await this.find(companyId, id);
    return timelineOf(this.db, this.shape.resource, id);
  }

  /** A row in the form of its GET response. */
  presented(row: Row): Presented {
    return this.shape.present(row);
  }

  /** A page of the records that match the query, in its order. */
  list(companyId: number, query: Query, window: Window): Promise<Listed<Row>> {
    return this.db.readRecords(companyId, (db) => {
      const tombstones = new TombstonesRepository(db, this.shape.resource);
      return listRecords({ db, tombstones, ...this.shape }, companyId, query, window);
    });
  }

  /**
   * Inserts a record with its event and its line of the timeline, in one statement after its ids.
   * @param ids the ids of the record, which can be taken while something else is read
   * @throws Problem 409 external_id_taken
   */
  async insert(tx: Tx, row: Row, change: Change, ids = this.takeIds(tx, row)): Promise<Row> {
    const [taken] = await Promise.all([ids, claimExternalId(tx, this.shape.table, row)]);
    const inserted = this.withIds(row, taken);
    hold(tx, this.shape.resource, inserted.id, null);
    const rows = [insertOf(tx.entities, this.shape.entity, [inserted]), ...this.insertParts(tx, inserted)];
    this.recordChange(tx, inserted, change, { rows });
    return inserted;
  }

  /** The ids of a new record and of its rows in other tables. */
  takeIds(tx: Tx, _: Row): Promise<RecordIds> {
    return takeIds(tx, [this.shape.entity]).then(([id = UNSAVED]) => ({ id, parts: [] }));
  }

  protected withIds(row: Row, { id }: RecordIds): Row {
    return { ...row, id };
  }

  /** The error to throw for an error of the database. */
  protected writeError(error: unknown): unknown {
    return error;
  }

  /**
   * Writes the next version of a record with its event and its line of the timeline. The caller holds its lock.
   * @param facts the changed members
   * @throws Problem 409 external_id_taken
   */
  async write(tx: Tx, before: Row, facts: Partial<Row>, change: Change): Promise<Row> {
    const next: Row = { ...before, ...facts, version: before.version + 1, updatedAt: change.at };
    if (next.externalId !== before.externalId) await this.claim(tx, next);
    await this.updateRecord(tx, next);
    const written = await this.updateParts(tx, before, next);
    this.recordChange(tx, written, change);
    return written;
  }

  /** Adds a line to the timeline of a record that does not change. */
  note(tx: Tx, row: Row, action: TimelineAction, author: ChangeAuthor): Promise<void> {
    this.recordChange(tx, row, changeOf(action, NO_EVENT, author), { written: 'nothing' });
    return Promise.resolve();
  }

  protected updateRecord(tx: Tx, row: Row): Promise<void> {
    return updateRow(tx, this.shape.entity, row, (error) => this.writeError(error));
  }

  /** The inserts of the rows of a new record in other tables. */
  protected insertParts(_: Tx, __: Row): Statement[] {
    return [];
  }

  /** Replaces the rows in other tables that have changed. @returns the record with them */
  protected updateParts(_: Tx, __: Row, next: Row): Promise<Row> {
    return Promise.resolve(next);
  }

  /**
   * Reserves the externalId of a record before other records are locked, to prevent deadlocks.
   * @throws Problem 409 external_id_taken
   */
  claim(tx: Tx, record: Pick<RecordColumns, 'companyId' | 'externalId'> & { readonly id?: number }): Promise<void> {
    return claimExternalId(tx, this.shape.table, record);
  }

  /** Call it before several records are claimed in one transaction: see reserveExternalIds. */
  reserve(tx: Tx, companyId: number, externalIds: readonly string[]): Promise<void> {
    return reserveExternalIds(tx, this.shape.table, companyId, externalIds);
  }

  /**
   * Deletes the record. Its event has the last state with the version and time of the deletion: no older message can overtake it.
   * `updatedSince` lists its tombstone.
   */
  async delete(tx: Tx, row: Row, change: Change): Promise<void> {
    const { resource, table } = this.shape;
    const last: Row = { ...row, version: row.version + 1, updatedAt: change.at };
    await tx.query({
      name: `${resource}_delete`,
      text: `WITH gone AS (DELETE FROM ${table} WHERE id = $1)
        INSERT INTO record_tombstones (company_id, resource, record_id, version, deleted_at) VALUES ($2, $3, $1, $4, $5)`,
      values: [row.id, row.companyId, resource, last.version, change.at],
    });
    hold(tx, resource, row.id, null);
    this.recordChange(tx, last, change, { written: 'deleted' });
  }

  /**
   * Emits the event of a change, if any, and writes its line of the timeline and what the effects add.
   * @param rows the inserts of a new record, which are part of the same statement
   */
  private recordChange(tx: Tx, row: Row, change: Change, { rows = [], written = 'version' }: ChangeParts = {}): void {
    const data = this.shape.present(row);
    const { companyId } = row;
    const { action, event, by, at, reason, details } = change;
    const statements = [...rows];
    const sent = event === NO_EVENT ? undefined : sentForm(event, data);
    if (event !== NO_EVENT) {
      const before = heldBefore(tx, this.shape.resource, data.id)?.() ?? null;
      statements.push(this.context.outbox.statementOf(tx, { companyId, type: event, data, before, at }, sent));
    }
    hold(tx, this.shape.resource, data.id, () => data);
    const { resource } = this.shape;
    if (written !== 'nothing') {
      const version = { companyId, resource, data, sent, action, at, deleted: written === 'deleted' };
      statements.push(...this.context.effects.flatMap((effect) => effect(version, this.context.secrets) ?? []));
      statements.push(changeEntry(version));
    }
    statements.push({
      name: 'history_add',
      text: `INSERT INTO record_history (company_id, resource, record_id, at, by, action, status, reason, details)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      values: [
        companyId,
        this.shape.resource,
        data.id,
        at,
        by,
        action,
        data.status ?? null,
        reason ?? null,
        details ?? {},
      ],
    });
    tx.send(joined(statements), (error) => this.writeError(error));
  }

  /**
   * Takes the lock in a separate statement. A statement that waits for a lock rereads the locked row, but not its subqueries
   * (the line items): only the next statement sees everything that the other transaction wrote.
   */
  private wait(tx: Tx, companyId: number, id: number): void {
    tx.send({
      name: `${this.shape.resource}_lock`,
      text: `SELECT FROM ${this.shape.table} WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE`,
      values: [companyId, id],
    });
  }

  private async one(runner: ReadRunner, verb: string, companyId: number, id: number): Promise<Row> {
    const [row] = await runner.query<Row>({
      name: `${this.shape.resource}_${verb}`,
      text: `SELECT ${this.shape.columns} FROM ${this.shape.table} r WHERE r.company_id = $1 AND r.id = $2`,
      values: [companyId, id],
    });
    if (!row) throw new Problem('not_found', `There is no such ${this.shape.resource.replace('_', ' ')}.`);
    return row;
  }
}
