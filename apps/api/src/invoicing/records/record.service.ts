import type { TimelineView } from '@billhook/contract/invoicing/timeline';
import type { RecordQuery } from '@billhook/contract/shared/list-query';
import type { Listed, Window } from '@billhook/db/lists/list-records';
import type { Tx } from '@billhook/db/unit-of-work';
import type { RecordRepository, RecordColumns } from '@billhook/invoicing/records/record.repository';
import type { Principal } from '../../request/principal.js';

/** Reads the records of one kind, limited to the caller's company. */
export abstract class RecordService<Entity extends RecordColumns, Row extends Entity, Query extends RecordQuery> {
  protected constructor(private readonly repository: RecordRepository<Entity, Row, Query>) {}

  list(by: Principal, query: Query, window: Window): Promise<Listed<Row>> {
    return this.repository.list(by.company.id, query, window);
  }

  get(by: Principal, id: number): Promise<Row> {
    return this.repository.find(by.company.id, id);
  }

  timeline(by: Principal, id: number): Promise<TimelineView> {
    return this.repository.timeline(by.company.id, id);
  }

  /** Call it before several records are changed in one transaction. */
  lockAll(tx: Tx, by: Principal, ids: readonly number[]): Promise<void> {
    return this.repository.lockAll(tx, by.company.id, ids);
  }

  /** Call it before several records are created in one transaction. */
  reserve(tx: Tx, by: Principal, externalIds: readonly string[]): Promise<void> {
    return this.repository.reserve(tx, by.company.id, externalIds);
  }
}
