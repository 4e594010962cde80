import { setImmediate as nextTurn } from 'node:timers/promises';
import { exampleMessage } from '@billhook/contract/examples/example-events';
import type { ListOf } from '@billhook/contract/shared/page';
import { EventList, EventView, ListEvents, StreamEvents } from '@billhook/contract/webhooks/event';
import { EventTypeList, EventTypeView, messageSchema, type MessageForm } from '@billhook/contract/webhooks/event-type';
import { EVENTS, EVENT_TYPES, type EventType } from '@billhook/domain/shared/event-types';
import { Problem } from '@billhook/domain/shared/problems';
import { Controller, Get, Headers, Param, Query, Req, Res, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { By, ByBearer, type BearerCaller, type Principal } from '../../request/principal.js';
import { Requires, Authenticated, Returns, ReturnsEventStream } from '../../request/routes/route.decorator.js';
import { respondWithStream } from '../log/respond-with-stream.js';
import { EventStreams } from './event-streams.service.js';
import { EventsService } from './events.service.js';

@ApiTags('Events')
@Controller('v1/events')
export class EventsController {
  constructor(
    private readonly events: EventsService,
    private readonly streams: EventStreams,
  ) {}

  @Get()
  @Requires('event.read')
  @Returns(EventList, {
    summary: 'List events, newest first, or the events after a given one',
    description:
      'Lets you pull the messages that webhooks push, whether or not an endpoint received them. With `after`, events come in the order in which they happened, so that a reader that was offline catches up without a gap. `data` is the record if the key may read it; otherwise `data` is null and `missingPermission` names the missing permission.',
    problems: ['invalid_query', 'cursor_mismatch', 'event_expired'],
  })
  list(@By() by: Principal, @Query({ schema: ListEvents }) query: ListEvents): Promise<ListOf<EventView>> {
    return this.events.list(by, query);
  }

  @Get('stream')
  @Requires('event.read')
  @ReturnsEventStream({
    summary: 'Stream events as they happen',
    description:
      'Server-sent events: `id` is the id of the event, `event` its type, `data` the message on one line, as `GET /v1/events` returns it to this key. The stream sends a comment after 15 seconds without an event. It ends when the key may no longer read events and when the service stops. Connect again with `Last-Event-ID` to continue without a gap and without a repeat. Opening a stream counts as one request. A key can have 10 open streams, and all keys of a company together 50.',
    problems: ['invalid_query', 'cursor_mismatch', 'event_expired', 'too_many_streams'],
    example:
      'id: msg_invoicepaid4Qm8\nevent: invoice.paid\ndata: {"id":"msg_invoicepaid4Qm8","type":"invoice.paid",…}\n\n',
  })
  stream(
    @ByBearer() by: BearerCaller,
    @Query({ schema: StreamEvents }) { after, types }: StreamEvents,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return respondWithStream(this.streams, { by, after, types, lastEventId, request, reply });
  }

  @Get(':id')
  @Requires('event.read')
  @Returns(EventView, {
    summary: 'Get an event',
    description: 'Includes the record if the key may read it.',
    problems: ['not_found', 'event_expired'],
  })
  get(@By() by: Principal, @Param('id') id: string): Promise<EventView> {
    return this.events.get(by, id);
  }
}

/** For the portal, which offers recent events for a test. */
@ApiTags('Events')
@Controller('portal/api/events')
export class PortalEventsController {
  constructor(private readonly events: EventsService) {}

  @Get()
  @Requires('event.read')
  @Returns(EventList, { summary: 'List events, newest first', problems: ['invalid_query', 'cursor_mismatch'] })
  list(@By() by: Principal, @Query({ schema: ListEvents }) query: ListEvents): Promise<ListOf<EventView>> {
    return this.events.list(by, query);
  }
}

@ApiTags('Events')
@Controller(['v1/event-types', 'portal/api/event-types'])
export class EventTypesController {
  @Get()
  @Authenticated()
  @Returns(EventTypeList, {
    summary: 'List the event types',
    description: 'Each event type has the JSON Schema of its messages and an example.',
    problems: ['creator_inactive', 'plan_required'],
  })
  async list(): Promise<{ data: readonly EventTypeView[] }> {
    const data: EventTypeView[] = [];
    for (const type of EVENT_TYPES) {
      // Generating the schemas of all types would keep other requests waiting for 100 ms.
      if (!described.has(type)) await nextTurn();
      data.push(presentEventType(type));
    }
    return { data };
  }

  @Get(':type')
  @Authenticated()
  @Returns(EventTypeView, {
    summary: 'Get an event type',
    description: 'Includes the JSON Schema of its messages and an example.',
    problems: ['not_found', 'creator_inactive', 'plan_required'],
  })
  get(@Param('type') type: string): EventTypeView {
    return presentEventType(type);
  }
}

function describe(type: EventType): EventTypeView {
  const { summary, resource } = EVENTS[type];
  const schemaOf = (form: MessageForm) => ({ ...messageSchema(type, form) });
  const schemas = { changes: schemaOf('changes'), thin: schemaOf('thin') };
  return { type, summary: summary.en, resource, schema: schemaOf('full'), schemas, example: exampleMessage(type) };
}

/** The same for all callers, so each type is described once. */
const described = new Map<string, EventTypeView>();

/** @throws Problem not_found */
function presentEventType(name: string): EventTypeView {
  const known = described.get(name);
  if (known) return known;
  const type = EVENT_TYPES.find((each) => each === name);
  if (!type) throw new Problem('not_found', 'There is no such event type. GET /v1/event-types lists all event types.');
  const view = describe(type);
  described.set(type, view);
  return view;
}
