import { AnsweringLinks } from '@billhook/invoicing/documents/answering-links.repository';
import { pdfLimits, PdfThreads } from '@billhook/pdf/pdf-threads';
import { AppSecrets } from '@billhook/platform/app-secrets';
import type { Env } from '@billhook/platform/env';
import type { Logger } from '@billhook/platform/logger';
import type { Meter } from '@billhook/platform/metrics/meter';
import { ENV, LOGGER, METER } from '@billhook/platform/tokens';
import { Module } from '@nestjs/common';
import { DocumentDeliveryService } from './document-delivery.service.js';
import { DocumentLinksService } from './document-links.service.js';
import { DocumentPdfController } from './document-pdf.controller.js';
import { DocumentPdfService } from './document-pdf.service.js';

/** What all kinds of documents share: delivery, links and PDFs. */
@Module({
  controllers: [DocumentPdfController],
  providers: [
    DocumentDeliveryService,
    DocumentLinksService,
    DocumentPdfService,
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
  ],
  exports: [DocumentDeliveryService, DocumentLinksService, DocumentPdfService],
})
export class DocumentsModule {}
