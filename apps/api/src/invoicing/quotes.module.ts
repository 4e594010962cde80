import { Module } from '@nestjs/common';
import { MembersModule } from '../identity/members.module.js';
import { ClientsModule } from './clients.module.js';
import { InvoicesModule } from './invoices.module.js';
import { QuoteMailPreviewController, QuotesActionsController } from './quotes/quote-actions.controller.js';
import { QuoteActionsService } from './quotes/quote-actions.service.js';
import { QuoteBalanceService } from './quotes/quote-balance.service.js';
import { QuoteConversionService } from './quotes/quote-conversion.service.js';
import { QuotesController, QuoteStatusCountsController } from './quotes/quotes.controller.js';
import { QuotesService } from './quotes/quotes.service.js';
import { RecordsModule } from './records.module.js';

/** Quotes and their conversion. */
@Module({
  imports: [ClientsModule, InvoicesModule, MembersModule, RecordsModule],
  controllers: [QuotesController, QuotesActionsController, QuoteMailPreviewController, QuoteStatusCountsController],
  providers: [QuotesService, QuoteActionsService, QuoteConversionService, QuoteBalanceService],
  exports: [QuotesService, QuoteActionsService, QuoteConversionService],
})
export class QuotesModule {}
