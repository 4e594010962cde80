import { ClientsRepository } from '@billhook/invoicing/clients/clients.repository';
import { Module } from '@nestjs/common';
import { provideRepository } from '../../platform/db.module.js';
import { BatchesService } from '../../request/writes/batches.service.js';
import { ExpandModule } from '../expand/expand.module.js';
import { ClientsBatchController, ClientsController } from './clients.controller.js';
import { ClientsService } from './clients.service.js';

@Module({
  imports: [ExpandModule],
  controllers: [ClientsController, ClientsBatchController],
  providers: [ClientsService, BatchesService, provideRepository(ClientsRepository)],
  exports: [ClientsService],
})
export class ClientsModule {}
