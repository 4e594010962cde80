import {
  CreateCreditNote,
  CreditNoteView,
  GetCreditNote,
  ListCreditNotes,
  UpdateCreditNote,
} from '@billhook/contract/invoicing/credit-note';
import { CreditNoteList, ExpandableCreditNote } from '@billhook/contract/invoicing/expanded';
import { MailPreview } from '@billhook/contract/invoicing/mail';
import { presentCreditNote } from '@billhook/invoicing/credit-notes/credit-note.presenter';
import { presentMailPreview } from '@billhook/invoicing/mails/mail.presenter';
import { Body, Controller, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { Requires, recordPaths, Returns, RouteOrder } from '../../request/routes/route.decorator.js';
import { Target, type RecordTarget } from '../../request/routes/target.param.js';
import { documentLinksController } from '../documents/document-links.controller.js';
import { CREDIT_NOTE_EXPANSIONS } from '../expand/expansions.sql.js';
import { recordController } from '../records/record.controller.js';
import { statusCountsController } from '../records/status-counts.controller.js';
import { CreditNotesService } from './credit-notes.service.js';

/** Why a credit note is not issued. */
const ISSUE_PROBLEMS = [
  'invalid_body',
  'total_mismatch',
  'action_not_allowed',
  'over_credited',
  'tax_group_not_invoiced',
  'recipient_missing',
  'text_not_drawable',
  'unknown_series',
  'number_taken',
  'period_closed',
  'external_id_taken',
] as const;

@ApiTags('Credit notes')
@Controller(recordPaths('credit-notes'))
@RouteOrder('list', 'export', 'create', 'get', 'update', 'timeline')
export class CreditNotesController extends recordController({
  name: 'credit-notes',
  read: 'invoice.read',
  service: CreditNotesService,
  present: presentCreditNote,
  schemas: { listQuery: ListCreditNotes, list: CreditNoteList, getQuery: GetCreditNote, view: ExpandableCreditNote },
  expansions: CREDIT_NOTE_EXPANSIONS,
  summaries: {
    list: 'List credit notes, newest first',
    export: 'Export credit notes as CSV',
    get: 'Get a credit note',
    timeline: 'Get the timeline of a credit note',
  },
}) {
  @Post()
  @Requires('invoice.write')
  @Returns(CreditNoteView, {
    status: 201,
    at: 'credit-notes',
    summary: 'Issue a credit note',
    description:
      'A credit note gets its number immediately and is final. It reduces the outstanding amount of the invoice; what was already paid becomes credit of the client. Without lines it credits the whole uncredited rest. Emits `invoice.paid`, `invoice.partial` or `invoice.updated` for the invoice.',
    problems: ISSUE_PROBLEMS,
  })
  async create(
    @By() by: Principal,
    @Body({ schema: CreateCreditNote }) body: CreateCreditNote,
  ): Promise<CreditNoteView> {
    return presentCreditNote(await this.records.create(by, body));
  }

  @Patch(':id')
  @Requires('invoice.write')
  @Returns(CreditNoteView, {
    summary: 'Edit the annotations of a credit note',
    description:
      'A credit note is final. Only `externalId`, `customFields` and `privateNotes` can be changed. Emits no event.',
    problems: ['not_found', 'invalid_body', 'external_id_taken', 'version_mismatch'],
  })
  async update(
    @By() by: Principal,
    @Target() target: RecordTarget,
    @Body({ schema: UpdateCreditNote }) body: UpdateCreditNote,
  ): Promise<CreditNoteView> {
    return presentCreditNote(await this.records.update(by, target, body));
  }
}

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

export const CreditNoteStatusCountsController = statusCountsController({
  name: 'credit-notes',
  read: 'invoice.read',
  service: CreditNotesService,
  listQuery: ListCreditNotes,
});

/** Only under /app: a request there is never part of a surrounding transaction. */
@Controller('app/credit-notes/mail-preview')
export class CreditNoteMailPreviewController {
  constructor(private readonly notes: CreditNotesService) {}

  @Post()
  @Requires('invoice.write')
  @Returns(MailPreview, {
    summary: 'Preview the email with which a credit note is issued',
    description: 'Whatever its channel. Issues nothing.',
    problems: ISSUE_PROBLEMS,
  })
  async preview(@By() by: Principal, @Body({ schema: CreateCreditNote }) body: CreateCreditNote): Promise<MailPreview> {
    return presentMailPreview(await this.notes.previewMail(by, body));
  }
}
