import { ChainEntriesRepository } from '@billhook/invoicing/document-chain/chain-entries.repository';
import { CheckpointsRepository } from '@billhook/invoicing/document-chain/checkpoints.repository';
import { ClientDocumentsQueries } from '@billhook/invoicing/documents/client-documents.queries';
import { LinkedDocumentsRepository } from '@billhook/invoicing/documents/linked-documents.repository';
import { ReceivablesQueries } from '@billhook/invoicing/reports/receivables.queries';
import { SeriesAuditRepository } from '@billhook/invoicing/series/series-gaps.repository';
import { SeriesRepository } from '@billhook/invoicing/series/series.repository';
import { CompanyTotalsQueries } from '@billhook/invoicing/totals/company-totals.queries';
import { Module } from '@nestjs/common';
import { DocumentLookup } from '../access/lookups.js';
import { MembersModule } from '../identity/members.module.js';
import { ClientsModule } from './clients.module.js';
import {
  CreditNoteMailPreviewController,
  CreditNotesActionsController,
  CreditNotesController,
  CreditNoteStatusCountsController,
} from './credit-notes/credit-notes.controller.js';
import { CreditNotesService } from './credit-notes/credit-notes.service.js';
import { ChainEntriesController, CheckpointsController } from './document-chain/document-chain.controller.js';
import { InvoicesModule } from './invoices.module.js';
import { InvoicesVoidController } from './invoices/invoice-actions.controller.js';
import { InvoiceVoiding } from './invoices/invoice-voiding.effect.js';
import { MailsController } from './mails/mails.controller.js';
import { MailsService } from './mails/mails.service.js';
import { PaymentsModule } from './payments.module.js';
import { ClientPageService } from './public-page/client-page.service.js';
import { DocumentLookupService } from './public-page/document-lookup.service.js';
import { LinkPageService } from './public-page/link-page.service.js';
import { PagePreviewController, PublicPageController } from './public-page/public-page.controller.js';
import { PublicPageService } from './public-page/public-page.service.js';
import { QuotesModule } from './quotes.module.js';
import { RecordsModule } from './records.module.js';
import { ReceivablesController } from './reports/receivables.controller.js';
import { ReceivablesService } from './reports/receivables.service.js';
import { SearchController } from './search/search.controller.js';
import { SearchService } from './search/search.service.js';
import { SeriesSettingsController, SeriesController } from './series/series.controller.js';
import { SeriesService } from './series/series.service.js';
import { TotalsController } from './totals/totals.controller.js';
import { TotalsService } from './totals/totals.service.js';

/** Credit notes, and what covers all records: public page, emails, series, totals and document chain. */
@Module({
  imports: [ClientsModule, InvoicesModule, MembersModule, PaymentsModule, QuotesModule, RecordsModule],
  controllers: [
    ...[CreditNoteMailPreviewController, CreditNoteStatusCountsController],
    ...[CreditNotesController, CreditNotesActionsController, InvoicesVoidController, PublicPageController],
    ...[PagePreviewController, MailsController, SeriesController, SeriesSettingsController, TotalsController],
    ...[ChainEntriesController, CheckpointsController, ReceivablesController, SearchController],
  ],
  providers: [
    ...[ClientDocumentsQueries, ClientPageService, CreditNotesService, LinkPageService, PublicPageService],
    ...[LinkedDocumentsRepository, MailsService],
    ...[SeriesService, SeriesRepository, SeriesAuditRepository, TotalsService, CompanyTotalsQueries],
    ...[ChainEntriesRepository, CheckpointsRepository, ReceivablesService, ReceivablesQueries, SearchService],
    { provide: InvoiceVoiding, useExisting: CreditNotesService },
    { provide: DocumentLookup, useClass: DocumentLookupService },
  ],
  exports: [CreditNotesService, DocumentLookup, MailsService],
})
export class InvoicingModule {}
