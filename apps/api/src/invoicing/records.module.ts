import { ClientsRepository } from '@billhook/invoicing/clients/clients.repository';
import { CreditNotesRepository } from '@billhook/invoicing/credit-notes/credit-notes.repository';
import { AnsweringLinks } from '@billhook/invoicing/documents/answering-links.repository';
import { ClientLinks } from '@billhook/invoicing/documents/client-links.repository';
import { InvoicesRepository } from '@billhook/invoicing/invoices/invoices.repository';
import { MailsRepository } from '@billhook/invoicing/mails/mails.repository';
import { PaymentsRepository } from '@billhook/invoicing/payments/payments.repository';
import { QuotesRepository } from '@billhook/invoicing/quotes/quotes.repository';
import { TaxRatesRepository } from '@billhook/invoicing/tax-rates/tax-rates.repository';
import { pdfLimits, PdfThreads } from '@billhook/pdf/pdf-threads';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { ENV, type Env } from '@billhook/platform/env';
import { LOGGER, type Logger } from '@billhook/platform/logger';
import { METER, type Meter } from '@billhook/platform/metrics/meter';
import { Module } from '@nestjs/common';
import { MembersModule } from '../identity/members.module.js';
import { provideRepository } from '../platform/db.module.js';
import { BatchesService } from '../request/writes/batches.service.js';
import { DocumentDeliveryService } from './documents/document-delivery.service.js';
import { DocumentLinksService } from './documents/document-links.service.js';
import { DocumentPdfController } from './documents/document-pdf.controller.js';
import { DocumentPdfService } from './documents/document-pdf.service.js';
import { Expander } from './expand/expander.service.js';
import { ListExportService } from './records/list-export.service.js';
import { RecordReaders } from './records/record-readers.service.js';
import { TaxRatesSettingsController, TaxRatesController } from './tax-rates/tax-rates.controller.js';
import { TaxRatesService } from './tax-rates/tax-rates.service.js';

const RECORDS = [ClientsRepository, QuotesRepository, InvoicesRepository, PaymentsRepository, CreditNotesRepository];

/** What all records share: repositories, expansion, tax rates, and the delivery, links and PDFs of documents. */
@Module({
  imports: [MembersModule],
  controllers: [DocumentPdfController, TaxRatesController, TaxRatesSettingsController],
  providers: [
    ...[Expander, DocumentDeliveryService, DocumentLinksService, DocumentPdfService, TaxRatesService, BatchesService],
    ...[ListExportService, MailsRepository, RecordReaders],
    ...RECORDS.map((repository) => provideRepository<unknown>(repository)),
    provideRepository(TaxRatesRepository),
    {
      provide: PdfThreads,
      inject: [ENV, LOGGER, METER],
      useFactory: (env: Env, logger: Logger, meter: Meter) => new PdfThreads(pdfLimits(env), logger, meter),
    },
    {
      provide: AnsweringLinks,
      inject: [AppSecrets, ENV],
      useFactory: (secrets: AppSecrets, { PUBLIC_URL }: Env) => new AnsweringLinks(secrets, PUBLIC_URL),
    },
    {
      provide: ClientLinks,
      inject: [AppSecrets, ENV],
      useFactory: (secrets: AppSecrets, { PUBLIC_URL }: Env) => new ClientLinks(secrets, PUBLIC_URL),
    },
  ],
  exports: [
    ...[Expander, DocumentDeliveryService, DocumentLinksService, DocumentPdfService, TaxRatesService, BatchesService],
    ...[...RECORDS, ClientLinks, ListExportService, MailsRepository, RecordReaders],
  ],
})
export class RecordsModule {}
