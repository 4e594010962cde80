import { Module } from '@nestjs/common';
import { DocumentLinksService } from './document-links.service.js';
import { DocumentPdfController } from './document-pdf.controller.js';
import { DocumentPdfService } from './document-pdf.service.js';
import { HandOverService } from './hand-over.service.js';

/** What every kind of document shares: handing it over, its link, and its PDF. */
@Module({
  controllers: [DocumentPdfController],
  providers: [HandOverService, DocumentLinksService, DocumentPdfService],
  exports: [HandOverService, DocumentLinksService, DocumentPdfService],
})
export class DocumentsModule {}
