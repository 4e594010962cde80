import { EVENT_ID_PATTERN } from '@billhook/contract/webhooks/event';
import { Database } from '@billhook/db/database';
import { Conditions } from '@billhook/db/lists/conditions';
import { type Kept, listNewestFirst, type PageOf, type Window } from '@billhook/db/lists/list-records';
import type { ReadRunner } from '@billhook/db/statement';
import { EVENTS, type EventType } from '@billhook/domain/shared/event-types';
import { Problem } from '@billhook/domain/shared/problems';
import { Injectable } from '@nestjs/common';

export interface EventRow {
  readonly sequence: number;
  /** The exact text that is delivered. */
  readonly body: string;
}

/** Anything else is not an id, and PostgreSQL rejects some of it as text. */
export const isEventId = (text: string): boolean => EVENT_ID_PATTERN.test(text);

/** A stored event; without its text after the retention period. */
export interface KeptEvent {
  readonly body: string | null;
  readonly type: EventType;
  readonly resourceId: number;
  readonly changes: string | null;
  readonly resourceVersion: number | null;
  readonly createdAt: Date;
}

@Injectable()
export class EventsRepository {
  constructor(private readonly db: Database) {}

  /** Only events with a sequence: their order is final, so a page never misses one. */
  list(companyId: number, types: readonly EventType[] | undefined, window: Window): Promise<PageOf<Kept<EventRow>>> {
    const conditions = new Conditions()
      .add('company', 'company_id = ?', companyId)
      .when(true, 'sequenced', 'sequence IS NOT NULL AND body IS NOT NULL')
      .add('types', 'type = ANY (?)', types);
    const select = 'SELECT sequence, body FROM events';
    const idOf = (event: EventRow) => event.sequence;
    return listNewestFirst(this.db, { name: 'event', select, id: 'sequence', idOf, conditions }, window);
  }

  /** @throws Problem not_found, event_expired */
  async find(companyId: number, id: string): Promise<Pick<EventRow, 'body'>> {
    const row = await this.kept(companyId, id);
    if (!row) throw new Problem('not_found', 'There is no such event.');
    if (row.body === null) throw expired(row);
    return { body: row.body };
  }

  /**
   * The type of the last event of a record, which has the time of one of its changes. Undefined if none is stored.
   * Events have no index by record, but two by time, of rows with and without a text.
   */
  async lastTypeOf(
    companyId: number,
    types: readonly EventType[],
    resourceId: number,
    changedAt: readonly Date[],
  ): Promise<EventType | undefined> {
    const of = (
      body: string,
    ) => `SELECT position, type FROM events WHERE created_at = ANY ($4::timestamptz[]) AND body ${body}
        AND company_id = $1 AND resource_id = $3 AND type = ANY ($2) AND NOT test`;
    const [row] = await this.db.query<{ type: EventType }>({
      name: 'event_last_type',
      text: `SELECT type FROM (${of('IS NOT NULL')} UNION ALL ${of('IS NULL')}) e ORDER BY position DESC LIMIT 1`,
      values: [companyId, types, resourceId, changedAt],
    });
    return row?.type;
  }

  /** Undefined if the company has no such event. */
  async kept(companyId: number, id: string, runner: ReadRunner = this.db): Promise<KeptEvent | undefined> {
    if (!isEventId(id)) return undefined;
    const [row] = await runner.query<KeptEvent>({
      name: 'event_get',
      text: `SELECT body, type, resource_id AS "resourceId", changes, resource_version AS "resourceVersion",
          created_at AS "createdAt"
        FROM events WHERE company_id = $1 AND id = $2 AND NOT test`,
      values: [companyId, id],
    });
    return row;
  }
}

function expired({ type, resourceId, createdAt }: KeptEvent): Problem {
  const { resource } = EVENTS[type];
  const of = `${resource} ${resourceId}, ${createdAt.toISOString()}`;
  return new Problem(
    'event_expired',
    `The message of this ${type} (${of}) is no longer stored. GET /v1/${resource}s/${resourceId} returns the current record.`,
  );
}
