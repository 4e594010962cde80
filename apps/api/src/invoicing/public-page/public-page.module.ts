import { LinkedDocumentsRepository } from '@billhook/invoicing/documents/linked-documents.repository';
import { Module } from '@nestjs/common';
import { DocumentLookup } from '../../access/lookups.js';
import { CreditNotesModule } from '../credit-notes/credit-notes.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { InvoicesModule } from '../invoices/invoices.module.js';
import { QuotesModule } from '../quotes/quotes.module.js';
import { DocumentLookupService } from './document-lookup.service.js';
import { PagePreviewController, PublicPageController } from './public-page.controller.js';
import { PublicPageService } from './public-page.service.js';

/** The public page of a document, opened by one of its links. */
@Module({
  imports: [CreditNotesModule, DocumentsModule, InvoicesModule, QuotesModule],
  controllers: [PublicPageController, PagePreviewController],
  providers: [
    PublicPageService,
    LinkedDocumentsRepository,
    { provide: DocumentLookup, useClass: DocumentLookupService },
  ],
  exports: [DocumentLookup],
})
export class PublicPageModule {}
