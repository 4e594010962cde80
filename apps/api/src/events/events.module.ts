import { Module } from '@nestjs/common';
import { EventsController } from './events.controller.js';
import { EventsRepository } from './events.repository.js';

@Module({ controllers: [EventsController], providers: [EventsRepository] })
export class EventsModule {}
