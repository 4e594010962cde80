import { AuditList, ExportAudit, ListAudit, type AuditRow } from '@billhook/contract/identity/audit';
import type { ListOf } from '@billhook/contract/shared/page';
import { Controller, Get, Query, Req, Res, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { By, ByMember, type Principal, type SignedInMember } from '../../request/principal.js';
import { Requires, Returns, ReturnsFile } from '../../request/routes/route.decorator.js';
import { EXPORT_WRITERS } from './audit.presenter.js';
import { AuditService } from './audit.service.js';

@ApiTags('Settings')
@Controller('app/audit-log')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @Requires('audit.read')
  @Returns(AuditList, { summary: 'List the audit log, newest first' })
  list(@By() by: Principal, @Query({ schema: ListAudit }) query: ListAudit): Promise<ListOf<AuditRow>> {
    return this.audit.list(by, query);
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
    @ByMember() by: SignedInMember,
    @Query({ schema: ExportAudit }) query: ExportAudit,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    void reply.header('Cache-Control', 'no-store');
    return this.audit.export(by, request.sessionId ?? '', query);
  }
}
