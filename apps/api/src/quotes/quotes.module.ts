import { QuotesRepository } from '@billhook/records/quotes/quotes.repository';
import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { provideRepository } from '../platform/db.module.js';
import { QuotesController } from './quotes.controller.js';
import { QuotesService } from './quotes.service.js';

@Module({
  imports: [ClientsModule],
  controllers: [QuotesController],
  providers: [QuotesService, provideRepository(QuotesRepository)],
})
export class QuotesModule {}
