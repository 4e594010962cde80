import { Module } from '@nestjs/common';
import { DocumentPdfController } from './document-pdf.controller.js';
import { DocumentPdfService } from './document-pdf.service.js';
import { HandOverService } from './hand-over.service.js';

/** What every kind of document shares: handing it over, and its PDF. */
@Module({
  controllers: [DocumentPdfController],
  providers: [HandOverService, DocumentPdfService],
  exports: [HandOverService, DocumentPdfService],
})
export class DocumentsModule {}
