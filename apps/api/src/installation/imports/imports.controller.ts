import { CreateImport, ImportList, ImportView, ListImports } from '@billhook/contract/installation/import';
import type { ListOf } from '@billhook/contract/shared/page';
import type { Window } from '@billhook/db/lists/list-records';
import { IMPORT_RESULT_DAYS, MOST_IMPORT_BYTES, MOST_IMPORT_ROWS } from '@billhook/domain/shared/import';
import { Body, Controller, Get, Post, Query, Req, Res, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PagingService } from '../../request/paging/paging.service.js';
import { By, type CompanyPrincipal } from '../../request/principal.js';
import { Requires, recordPaths, Returns, ReturnsFile } from '../../request/routes/route.decorator.js';
import { Id } from '../../request/routes/target.param.js';
import { respondWithRange } from '../ranged-files/respond-with-range.js';
import { presentImport } from './import.presenter.js';
import { ImportsService } from './imports.service.js';

const RESULTS_TYPE = 'application/x-ndjson';

@ApiTags('Imports')
@Controller(recordPaths('imports'))
export class ImportsController {
  constructor(
    private readonly imports: ImportsService,
    private readonly paging: PagingService,
  ) {}

  @Get()
  @Requires('client.read')
  @Returns(ImportList, { summary: 'List imports, newest first', problems: ['invalid_query', 'cursor_mismatch'] })
  list(@By() by: CompanyPrincipal, @Query({ schema: ListImports }) query: ListImports): Promise<ListOf<ImportView>> {
    const read = (window: Window) => this.imports.list(by, window);
    return this.paging.page('imports', by.company.id, query, read, presentImport);
  }

  @Post()
  @Requires('client.write', {}, { mostBytes: MOST_IMPORT_BYTES })
  @Returns(ImportView, {
    status: 202,
    summary: 'Import a file of records',
    description: `Accepts up to ${MOST_IMPORT_ROWS} rows in up to ${MOST_IMPORT_BYTES / 1_048_576} MiB, and writes them in the background, each as with \`POST /v1/clients\`. \`GET /v1/imports/{id}\` shows the progress.`,
    problems: ['invalid_body', 'too_many_imports'],
  })
  async create(@By() by: CompanyPrincipal, @Body({ schema: CreateImport }) body: CreateImport): Promise<ImportView> {
    return presentImport(await this.imports.create(by, body));
  }

  @Get(':id')
  @Requires('client.read')
  @Returns(ImportView, { summary: 'Get an import', problems: ['not_found'] })
  async get(@By() by: CompanyPrincipal, @Id() id: number): Promise<ImportView> {
    return presentImport(await this.imports.get(by, id));
  }

  @Post(':id/cancel')
  @Requires('client.write')
  @Returns(ImportView, {
    summary: 'Cancel an import',
    description: 'Records that are written stay. The other rows have no result.',
    problems: ['not_found', 'import_ended'],
  })
  async cancel(@By() by: CompanyPrincipal, @Id() id: number): Promise<ImportView> {
    return presentImport(await this.imports.cancel(by, id));
  }

  @Get(':id/results')
  @Requires('client.read')
  @ReturnsFile([RESULTS_TYPE], {
    summary: 'Download the results of an import',
    description: `One line of JSON for each row, in their order: its position, what was done, the id of the record, or the problem with the row itself. Available for ${IMPORT_RESULT_DAYS} days after the end. Supports \`Range\`.`,
    problems: ['not_found', 'import_not_ready', 'range_not_satisfiable'],
  })
  async results(
    @By() by: CompanyPrincipal,
    @Id() id: number,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const file = await this.imports.results(by, id);
    return respondWithRange(request, reply, {
      ...{ size: file.size, read: file.read.bind(file), tag: `"${id}-${file.size}"`, type: RESULTS_TYPE },
      name: `billhook-import-${id}.ndjson`,
    });
  }
}
