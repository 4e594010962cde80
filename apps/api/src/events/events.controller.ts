import type { ListOf } from '@billhook/contract/common';
import { EventList, EventView, ListEvents } from '@billhook/contract/event';
import type { Window } from '@billhook/records/lists/list-records';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../access/principal.js';
import { Requires } from '../access/requires.decorator.js';
import { Paging } from '../http/paging.js';
import { Returns } from '../http/returns.decorator.js';
import { EventsRepository, presentEvent } from './events.repository.js';

@ApiTags('Events')
@Controller('v1/events')
export class EventsController {
  constructor(
    private readonly events: EventsRepository,
    private readonly paging: Paging,
  ) {}

  @Get()
  @Requires('event.read')
  @Returns(EventList, {
    summary: 'List events, newest first',
    description: 'The pull side of webhooks: the same messages, whether or not an endpoint received them.',
    problems: ['invalid_query', 'cursor_mismatch'],
  })
  async list(@By() by: Principal, @Query({ schema: ListEvents }) query: ListEvents): Promise<ListOf<EventView>> {
    const read = (window: Window) => this.events.list(by.company.id, query, window);
    return this.paging.page('events', by.company.id, query, read, presentEvent);
  }

  @Get(':id')
  @Requires('event.read')
  @Returns(EventView, { summary: 'Get an event', problems: ['not_found'] })
  async get(@By() by: Principal, @Param('id') id: string): Promise<EventView> {
    return presentEvent(await this.events.find(by.company.id, id));
  }
}
