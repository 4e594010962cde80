import type { ListOf } from '@billhook/contract/common';
import type { EventView, ListEvents } from '@billhook/contract/event';
import type { Runner } from '@billhook/db/statement';
import type { EventType } from '@billhook/domain/events';
import type { Window } from '@billhook/records/lists/list-records';
import { Injectable } from '@nestjs/common';
import { Paging } from '../http/paging.js';
import { EventLog } from './event-log.js';
import { EventsRepository, presentEvent, type KeptEvent } from './events.repository.js';

/** A page of very large messages is shorter than it was asked for, and says that there is more. */
const PAGE_BYTES = 8_388_608;

/** Reads events: back in time by pages, or on from a place as a feed. */
@Injectable()
export class EventsService {
  constructor(
    private readonly events: EventsRepository,
    private readonly log: EventLog,
    private readonly paging: Paging,
  ) {}

  /** @throws Problem cursor_mismatch, event_expired */
  list(companyId: number, query: ListEvents): Promise<ListOf<EventView>> {
    const types = typesOf(query);
    if (query.after !== undefined) return this.after(companyId, query.after, query.limit, types);
    const read = (window: Window) => this.events.list(companyId, types, window);
    return this.paging.page('events', companyId, query, read, presentEvent);
  }

  async get(companyId: number, id: string): Promise<EventView> {
    return presentEvent(await this.events.find(companyId, id));
  }

  /** An event as it is kept, also without its text; undefined where the company has no such event. */
  kept(companyId: number, id: string, runner: Runner): Promise<KeptEvent | undefined> {
    return this.events.kept(companyId, id, runner);
  }

  private async after(
    companyId: number,
    after: string,
    limit: number,
    types: readonly EventType[] | undefined,
  ): Promise<ListOf<EventView>> {
    const place = await this.log.placeOf(companyId, after, 'after');
    const { events, end, hasMore } = await this.log.read(companyId, place, types, { limit, bytes: PAGE_BYTES });
    const nextCursor = this.log.mark(companyId, end);
    return { data: events.map(presentEvent), page: { nextCursor, prevCursor: null, limit, hasMore } };
  }
}

/** Both filters must hold. */
function typesOf({ type, types }: Pick<ListEvents, 'type' | 'types'>): readonly EventType[] | undefined {
  if (type === undefined) return types;
  return types === undefined || types.includes(type) ? [type] : [];
}
