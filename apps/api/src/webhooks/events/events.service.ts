import type { ListOf } from '@billhook/contract/shared/page';
import type { EventView, ListEvents } from '@billhook/contract/webhooks/event';
import type { Window } from '@billhook/db/lists/list-records';
import type { ReadRunner } from '@billhook/db/statement';
import type { EventType } from '@billhook/domain/shared/event-types';
import { EventLogRepository } from '@billhook/webhooks/events/event-log.repository';
import { EventsRepository, type EventRow, type KeptEvent } from '@billhook/webhooks/events/events.repository';
import { Injectable } from '@nestjs/common';
import { PagingService } from '../../request/paging/paging.service.js';
import type { Principal } from '../../request/principal.js';
import { EventPlacesService } from './event-cursors.service.js';
import { shownEvent } from './shown-event.presenter.js';

/** A page of very large messages is shorter than requested, and says that there is more. */
const PAGE_BYTES = 8_388_608;

/** Reads events by pages, newest first, or as a feed from a position: each with its record if the caller may read it. */
@Injectable()
export class EventsService {
  constructor(
    private readonly events: EventsRepository,
    private readonly log: EventLogRepository,
    private readonly places: EventPlacesService,
    private readonly paging: PagingService,
  ) {}

  /** @throws Problem cursor_mismatch, event_expired */
  list(by: Principal, query: ListEvents): Promise<ListOf<EventView>> {
    const types = typesOf(query);
    if (query.after !== undefined) return this.after(by, query.after, query.limit, types);
    const { id } = by.company;
    const read = (window: Window) => this.events.list(id, types, window);
    return this.paging.page('events', id, query, read, (event: EventRow) => shownEvent(event, by.permissions));
  }

  async get(by: Principal, id: string): Promise<EventView> {
    return shownEvent(await this.events.find(by.company.id, id), by.permissions);
  }

  /** A stored event, possibly without its text; undefined if the company has no such event. */
  kept(companyId: number, id: string, runner: ReadRunner): Promise<KeptEvent | undefined> {
    return this.events.kept(companyId, id, runner);
  }

  private async after(
    by: Principal,
    after: string,
    limit: number,
    types: readonly EventType[] | undefined,
  ): Promise<ListOf<EventView>> {
    const { id: companyId } = by.company;
    const place = await this.places.placeOf(companyId, after, 'after');
    const { entries, end, hasMore } = await this.log.read(companyId, place, types, { limit, bytes: PAGE_BYTES });
    const nextCursor = this.places.mark(companyId, end);
    const data = entries.map((event) => shownEvent(event, by.permissions));
    return { data, page: { nextCursor, prevCursor: null, limit, hasMore } };
  }
}

/** Both filters must hold. */
function typesOf({ type, types }: Pick<ListEvents, 'type' | 'types'>): readonly EventType[] | undefined {
  if (type === undefined) return types;
  return types === undefined || types.includes(type) ? [type] : [];
}
