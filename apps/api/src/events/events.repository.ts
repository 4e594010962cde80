import { Database } from '@billhook/db/database';
import type { EventView } from '@billhook/contract/event';
import { Problem } from '@billhook/domain/problems';
import type { Kept, PageOf, Window } from '@billhook/records/lists/list-records';
import { Conditions, listNewestFirst } from '@billhook/records/paging';
import { Injectable } from '@nestjs/common';

export interface EventRow {
  readonly sequence: number;
  /** The exact text that is delivered. */
  readonly body: string;
}

/** The body as it was recorded, read back: the order of its members is kept. */
export function presentEvent(row: EventRow): EventView {
  return JSON.parse(row.body) as EventView;
}

/** Anything else is no id, and not all of it is text that PostgreSQL takes. */
const EVENT_ID = /^msg_[0-9A-Za-z]+$/;

@Injectable()
export class EventsRepository {
  constructor(private readonly db: Database) {}

  /** Sequenced events only: the order of commits is known for them, so that a page never misses one. */
  list(companyId: number, filter: { type?: string }, window: Window): Promise<PageOf<Kept<EventRow>>> {
    const conditions = new Conditions()
      .add('company', 'company_id = ?', companyId)
      .when(true, 'sequenced', 'sequence IS NOT NULL')
      .add('type', 'type = ?', filter.type);
    const select = 'SELECT sequence, body FROM events';
    const idOf = (event: EventRow) => event.sequence;
    return listNewestFirst(this.db, { name: 'event', select, id: 'sequence', idOf, conditions }, window);
  }

  /** @throws Problem not_found */
  async find(companyId: number, id: string): Promise<EventRow> {
    const [row] = EVENT_ID.test(id)
      ? await this.db.query<EventRow>({
          name: 'event_get',
          text: 'SELECT sequence, body FROM events WHERE company_id = $1 AND id = $2 AND NOT test',
          values: [companyId, id],
        })
      : [];
    if (!row) throw new Problem('not_found', 'There is no such event.');
    return row;
  }
}
