import { AuditList, ExportAudit, ListAudit, type AuditRow } from '@billhook/contract/identity/audit';
import type { ListOf } from '@billhook/contract/shared/common';
import type { Window } from '@billhook/db/lists/list-records';
import { Controller, Get, Query, Req, Res, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { By, ByMember, type MemberPrincipal, type Principal } from '../../request/principal.js';
import { Requires } from '../../request/requires.decorator.js';
import { Paging } from '../../request/paging/paging.js';
import { Returns, ReturnsFile } from '../../request/routes/returns.decorator.js';
import { AuditExport } from './audit-export.js';
import { EXPORT_WRITERS, presentRow } from './audit-files.js';
import { AuditReader } from './audit-reader.js';

@ApiTags('Settings')
@Controller('app/audit-log')
export class AuditController {
  constructor(
    private readonly reader: AuditReader,
    private readonly exports: AuditExport,
    private readonly paging: Paging,
  ) {}

  @Get()
  @Requires('audit.read')
  @Returns(AuditList, { summary: 'List the audit log, newest first' })
  async list(@By() by: Principal, @Query({ schema: ListAudit }) query: ListAudit): Promise<ListOf<AuditRow>> {
    const { id } = by.company;
    const { limit: _, cursor: __, ...filters } = query;
    const read = (window: Window) => this.reader.list(id, filters, window);
    return this.paging.page('audit', id, query, read, presentRow);
  }

  @Get('export')
  @Requires('audit.read')
  @ReturnsFile(Object.values(EXPORT_WRITERS).map(({ type }) => type), {
    summary: 'Export the audit log, newest first',
    description:
      'Every entry that matches the filters, as CSV or JSON. The hashes in the JSON prove that no entry was changed.',
    problems: ['invalid_query', 'permission_missing', 'step_up_required'],
  })
  async export(
    @ByMember() by: MemberPrincipal & Principal,
    @Query({ schema: ExportAudit }) query: ExportAudit,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    void reply.header('Cache-Control', 'no-store');
    return this.exports.file(by, request.sessionId ?? '', query);
  }
}
