import { Module } from '@nestjs/common';
import { ClientsActionsController } from './clients/client-links.controller.js';
import { ClientLinksService } from './clients/client-links.service.js';
import { ClientsBatchController, ClientsController } from './clients/clients.controller.js';
import { ClientsService } from './clients/clients.service.js';
import { RecordsModule } from './records.module.js';

/** The clients of a company. */
@Module({
  imports: [RecordsModule],
  controllers: [ClientsController, ClientsBatchController, ClientsActionsController],
  providers: [ClientsService, ClientLinksService],
  exports: [ClientsService],
})
export class ClientsModule {}
