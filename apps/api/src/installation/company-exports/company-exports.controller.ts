import { CompanyExportList, CompanyExportView } from '@billhook/contract/installation/company-export';
import { present } from '@billhook/contract/shared/present';
import type { CompanyExport } from '@billhook/installation/company-exports/company-export.entity';
import { Controller, Get, Post, Req, Res, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { By, ByMember, type Principal, type SignedInMember } from '../../request/principal.js';
import { Requires, Returns, ReturnsFile } from '../../request/routes/route.decorator.js';
import { Id } from '../../request/routes/target.param.js';
import { ARCHIVE_TYPE, CompanyExportsService } from './company-exports.service.js';

/** The exports of everything that the company owns. */
@ApiTags('Settings')
@Controller('app/company/exports')
export class CompanyExportsController {
  constructor(private readonly exports: CompanyExportsService) {}

  @Get()
  @Requires('company.manage')
  @Returns(CompanyExportList, { summary: 'List the exports of the company, newest first' })
  async list(@By() by: Principal): Promise<CompanyExportList> {
    return { data: (await this.exports.list(by)).map(presentCompanyExport) };
  }

  @Post()
  @Requires('company.manage')
  @Returns(CompanyExportView, {
    status: 202,
    summary: 'Export everything that the company owns',
    description: 'The worker writes the files. The response of `GET /app/company/exports` shows the progress.',
    problems: ['export_running', 'permission_missing', 'step_up_required'],
  })
  async request(@ByMember() by: SignedInMember): Promise<CompanyExportView> {
    return presentCompanyExport(await this.exports.request(by));
  }

  @Get(':id/archive')
  @Requires('company.manage')
  @ReturnsFile([ARCHIVE_TYPE], {
    summary: 'Download an export',
    description: 'A ZIP file with the records, the PDFs of issued documents, and the SHA-256 of every file.',
    problems: ['not_found', 'export_not_ready', 'permission_missing', 'step_up_required'],
  })
  async archive(
    @ByMember() by: SignedInMember,
    @Id() id: number,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    void reply.header('Cache-Control', 'no-store');
    return this.exports.archive(by, request.sessionId ?? '', id);
  }
}

/** An export as the settings show it. */
const presentCompanyExport = (row: CompanyExport): CompanyExportView => present(CompanyExportView, row, {});
