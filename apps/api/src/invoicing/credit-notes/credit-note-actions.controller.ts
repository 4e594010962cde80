import { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import { presentCreditNote } from '@billhook/invoicing/credit-notes/credit-note.presenter';
import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { recordPaths } from '../../request/routes/record-paths.rules.js';
import { documentLinksController } from '../documents/document-links.controller.js';
import { CreditNotesService } from './credit-notes.service.js';

/** The actions of a credit note, which the client cannot answer. */
@ApiTags('Credit notes')
@Controller(recordPaths('credit-notes'))
export class CreditNotesActionsController extends documentLinksController({
  write: 'invoice.write',
  service: CreditNotesService,
  view: CreditNoteView,
  present: presentCreditNote,
  open: {
    summary: 'Create the read-only link of a credit note',
    description: 'Replaces the existing link, which stops working. Emits no event.',
    problems: ['not_found', 'version_mismatch'],
  },
  close: {
    summary: 'Revoke the read-only link of a credit note',
    description: 'Emits no event.',
    problems: ['not_found', 'version_mismatch'],
  },
}) {}
