import { QuotesRepository } from '@billhook/invoicing/quotes/quotes.repository';
import { Module } from '@nestjs/common';
import { CompaniesModule } from '../../identity/companies/companies.module.js';
import { provideRepository } from '../../platform/db.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { ExpandModule } from '../expand/expand.module.js';
import { InvoicesModule } from '../invoices/invoices.module.js';
import { QuotesActionsController } from './quote-actions.controller.js';
import { QuoteActionsService } from './quote-actions.service.js';
import { QuoteBalanceService } from './quote-balance.service.js';
import { QuoteConversionService } from './quote-conversion.service.js';
import { QuotesController } from './quotes.controller.js';
import { QuotesService } from './quotes.service.js';

@Module({
  imports: [ClientsModule, CompaniesModule, DocumentsModule, ExpandModule, InvoicesModule],
  controllers: [QuotesController, QuotesActionsController],
  providers: [
    QuotesService,
    QuoteActionsService,
    QuoteConversionService,
    QuoteBalanceService,
    provideRepository(QuotesRepository),
  ],
  exports: [QuotesService, QuoteActionsService],
})
export class QuotesModule {}
