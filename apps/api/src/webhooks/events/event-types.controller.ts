import { EventTypeList, EventTypeView } from '@billhook/contract/webhooks/event-type';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Authenticated } from '../../request/requires.decorator.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { presentEventType, presentEventTypes } from './event-type.presenter.js';

@ApiTags('Events')
@Controller('v1/event-types')
export class EventTypesController {
  @Get()
  @Authenticated()
  @Returns(EventTypeList, {
    summary: 'List the event types',
    description: 'Each event type has the JSON Schema of its messages and an example. Needs no permission.',
    problems: ['creator_inactive', 'plan_required'],
  })
  list(): { data: readonly EventTypeView[] } {
    return { data: presentEventTypes() };
  }

  @Get(':type')
  @Authenticated()
  @Returns(EventTypeView, {
    summary: 'Get an event type',
    description: 'Includes the JSON Schema of its messages and an example. Needs no permission.',
    problems: ['not_found', 'creator_inactive', 'plan_required'],
  })
  get(@Param('type') type: string): EventTypeView {
    return presentEventType(type);
  }
}
