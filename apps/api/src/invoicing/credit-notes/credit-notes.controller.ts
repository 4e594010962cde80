import {
  CreateCreditNote,
  CreditNoteView,
  GetCreditNote,
  ListCreditNotes,
  UpdateCreditNote,
} from '@billhook/contract/invoicing/credit-note';
import { CreditNoteList, ExpandableCreditNote } from '@billhook/contract/invoicing/expanded';
import { UPDATED_SINCE_HINT, type RecordListOf } from '@billhook/contract/shared/list-query';
import { TimelineView } from '@billhook/contract/invoicing/timeline';
import { presentCreditNote } from '@billhook/invoicing/credit-notes/credit-note.presenter';
import type { Window } from '@billhook/db/lists/list-records';
import { Body, Controller, Delete, Get, Post, Query, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { Requires } from '../../request/requires.decorator.js';
import { Expander } from '../expand/expander.js';
import { CREDIT_NOTE_EXPANSIONS } from '../expand/expansions.js';
import { Id } from '../../request/routes/id.param.js';
import { Paging } from '../../request/paging/paging.js';
import { recordPaths } from '../../request/routes/record-paths.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { Target, type RecordTarget } from '../../request/routes/target.param.js';
import { CreditNotesService } from './credit-notes.service.js';

@ApiTags('Credit notes')
@Controller(recordPaths('credit-notes'))
export class CreditNotesController {
  constructor(
    private readonly notes: CreditNotesService,
    private readonly paging: Paging,
    private readonly expander: Expander,
  ) {}

  @Get()
  @Requires('invoice.read', CREDIT_NOTE_EXPANSIONS)
  @Returns(CreditNoteList, {
    summary: 'List credit notes, newest first',
    description: UPDATED_SINCE_HINT,
    problems: ['invalid_query', 'cursor_mismatch'],
  })
  list(
    @By() by: Principal,
    @Query({ schema: ListCreditNotes }) query: ListCreditNotes,
  ): Promise<RecordListOf<ExpandableCreditNote>> {
    const read = (window: Window) => this.notes.list(by, query, window);
    return this.expander.list(by, CREDIT_NOTE_EXPANSIONS, query.expand, () =>
      this.paging.records('credit-notes', by.company.id, query, read, presentCreditNote),
    );
  }

  @Post()
  @Requires('invoice.write')
  @Returns(CreditNoteView, {
    status: 201,
    at: 'credit-notes',
    summary: 'Issue a credit note',
    description:
      'A credit note gets its number immediately and is final. It reduces the outstanding amount of the invoice; what was already paid becomes credit of the client. Without lines it credits the whole uncredited rest. Emits `invoice.paid`, `invoice.partial` or `invoice.updated` for the invoice.',
    problems: [
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
    ],
  })
  async create(
    @By() by: Principal,
    @Body({ schema: CreateCreditNote }) body: CreateCreditNote,
  ): Promise<CreditNoteView> {
    return presentCreditNote(await this.notes.create(by, body));
  }

  @Get(':id')
  @Requires('invoice.read', CREDIT_NOTE_EXPANSIONS)
  @Returns(ExpandableCreditNote, { summary: 'Get a credit note', problems: ['not_found', 'invalid_query'] })
  get(
    @By() by: Principal,
    @Id() id: number,
    @Query({ schema: GetCreditNote }) query: GetCreditNote,
  ): Promise<ExpandableCreditNote> {
    return this.expander.record(by, CREDIT_NOTE_EXPANSIONS, query.expand, async () =>
      presentCreditNote(await this.notes.get(by, id)),
    );
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
    return presentCreditNote(await this.notes.update(by, target, body));
  }

  @Get(':id/timeline')
  @Requires('invoice.read')
  @Returns(TimelineView, { summary: 'Get the timeline of a credit note', problems: ['not_found'] })
  timeline(@By() by: Principal, @Id() id: number): Promise<TimelineView> {
    return this.notes.timeline(by, id);
  }

  @Post(':id/public-link')
  @Requires('invoice.write')
  @Returns(CreditNoteView, {
    summary: 'Create the viewing link of a credit note',
    description: 'Replaces the existing link, which stops working. Emits no event.',
    problems: ['not_found', 'version_mismatch'],
  })
  async openLink(@By() by: Principal, @Target() target: RecordTarget): Promise<CreditNoteView> {
    return presentCreditNote(await this.notes.openLink(by, target));
  }

  @Delete(':id/public-link')
  @Requires('invoice.write')
  @Returns(CreditNoteView, {
    summary: 'Revoke the viewing link of a credit note',
    description: 'Emits no event.',
    problems: ['not_found', 'version_mismatch'],
  })
  async closeLink(@By() by: Principal, @Target() target: RecordTarget): Promise<CreditNoteView> {
    return presentCreditNote(await this.notes.closeLink(by, target));
  }
}
