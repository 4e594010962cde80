import { ClientsRepository } from '@billhook/invoicing/clients/clients.repository';
import { Module } from '@nestjs/common';
import { ExpandModule } from '../expand/expand.module.js';
import { Batches } from '../../request/writes/batches.service.js';
import { provideRepository } from '../../platform/db.module.js';
import { ClientsBatchController } from './clients-batch.controller.js';
import { ClientsController } from './clients.controller.js';
import { ClientsService } from './clients.service.js';

@Module({
  imports: [ExpandModule],
  controllers: [ClientsController, ClientsBatchController],
  providers: [ClientsService, Batches, provideRepository(ClientsRepository)],
  exports: [ClientsService],
})
export class ClientsModule {}
