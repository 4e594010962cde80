import type { Permission } from '@billhook/domain/identity/permissions';
import type { EventType } from '@billhook/domain/shared/event-types';
import { LOGGER, type Logger } from '@billhook/platform/logger';
import { EventLogRepository, type LoggedEvent } from '@billhook/webhooks/events/event-log.repository';
import { StreamPlacesRepository } from '@billhook/webhooks/events/stream-slots.repository';
import { Inject, Injectable } from '@nestjs/common';
import { BearerLookupService } from '../../access/bearer-lookup.service.js';
import { LogFeed } from '../log/log-feed.js';
import { fromPosition, LogStreams } from '../log/log-streams.js';
import { bearerReaders } from '../log/stream-readers.js';
import { EventPlacesService } from './event-cursors.service.js';
import { shownText } from './shown-event.presenter.js';

/** The open event streams of this process. */
@Injectable()
export class EventStreams extends LogStreams<EventType, LoggedEvent> {
  constructor(
    log: EventLogRepository,
    marks: EventPlacesService,
    bearers: BearerLookupService,
    places: StreamPlacesRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    const first = fromPosition(log, marks.placeOf.bind(marks));
    super({ first, feed: new LogFeed(log, logger), readers: bearerReaders(bearers), places, textOf });
  }
}

/** The body is one line, because JSON escapes line breaks. */
const textOf = (event: LoggedEvent, _: number, held: readonly Permission[]): string =>
  `id: ${event.id}\nevent: ${event.type}\ndata: ${shownText(event, held)}\n\n`;
