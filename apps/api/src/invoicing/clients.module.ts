import { Module } from '@nestjs/common';
import { ClientsBatchController, ClientsController } from './clients/clients.controller.js';
import { ClientsService } from './clients/clients.service.js';
import { RecordsModule } from './records.module.js';

/** The clients of a company. */
@Module({
  imports: [RecordsModule],
  controllers: [ClientsController, ClientsBatchController],
  providers: [ClientsService],
  exports: [ClientsService],
})
export class ClientsModule {}
