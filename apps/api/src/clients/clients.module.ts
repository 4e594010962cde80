import { ClientsRepository } from '@billhook/records/clients/clients.repository';
import { Module } from '@nestjs/common';
import { provideRepository } from '../platform/db.module.js';
import { ClientsController } from './clients.controller.js';
import { ClientsService } from './clients.service.js';

@Module({
  controllers: [ClientsController],
  providers: [ClientsService, provideRepository(ClientsRepository)],
  exports: [ClientsService],
})
export class ClientsModule {}
