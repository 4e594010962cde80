import { Module } from '@nestjs/common';
import { KeysModule } from '../../identity/keys/keys.module.js';
import { EventFeed } from './event-feed.service.js';
import { EventLogRepository } from '@billhook/webhooks/events/event-log.repository';
import { EventPlacesService } from './event-cursors.service.js';
import { EventStreams } from './event-streams.service.js';
import { EventsController, PortalEventsController, EventTypesController } from './events.controller.js';
import { EventsRepository } from '@billhook/webhooks/events/events.repository';
import { EventsService } from './events.service.js';
import { StreamPlacesRepository } from '@billhook/webhooks/events/stream-slots.repository';

@Module({
  imports: [KeysModule],
  controllers: [EventsController, PortalEventsController, EventTypesController],
  providers: [
    EventsRepository,
    EventLogRepository,
    EventPlacesService,
    EventsService,
    EventFeed,
    EventStreams,
    StreamPlacesRepository,
  ],
  exports: [EventsService],
})
export class EventsModule {}
