import { EventLogRepository } from '@billhook/webhooks/events/event-log.repository';
import { EventsRepository } from '@billhook/webhooks/events/events.repository';
import { StreamPlacesRepository } from '@billhook/webhooks/events/stream-slots.repository';
import { Module } from '@nestjs/common';
import { KeysModule } from '../../identity/keys/keys.module.js';
import { EventPlacesService } from './event-cursors.service.js';
import { EventFeed } from './event-feed.service.js';
import { EventStreams } from './event-streams.service.js';
import { EventsController, PortalEventsController, EventTypesController } from './events.controller.js';
import { EventsService } from './events.service.js';

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
