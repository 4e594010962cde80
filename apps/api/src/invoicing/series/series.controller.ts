import {
  SeriesAuditView,
  SeriesList,
  SeriesView,
  CreateSeries,
  UpdateSeries,
} from '@billhook/contract/invoicing/series';
import { Controller, Get, Body, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { Requires, recordPaths, Returns } from '../../request/routes/route.decorator.js';
import { Id, Target, type RecordTarget } from '../../request/routes/target.param.js';
import { SeriesService } from './series.service.js';

@ApiTags('Number series')
@Controller(recordPaths('series'))
export class SeriesController {
  constructor(private readonly series: SeriesService) {}

  @Get()
  @Requires('invoice.read')
  @Returns(SeriesList, { summary: 'List the number series by kind and code' })
  async list(@By() by: Principal): Promise<{ data: SeriesView[] }> {
    return { data: await this.series.list(by) };
  }

  @Get(':id')
  @Requires('invoice.read')
  @Returns(SeriesView, { summary: 'Get a number series', problems: ['not_found'] })
  get(@By() by: Principal, @Id() id: number): Promise<SeriesView> {
    return this.series.get(by, id);
  }

  @Get(':id/audit')
  @Requires('invoice.read')
  @Returns(SeriesAuditView, {
    summary: 'Check a number series for gaps',
    description:
      'Compares every number of the series with the documents that have it. Invoices and credit notes share one number space, so both are compared. `continuous` is true if no number is missing or used twice and the dates follow the numbers within each period.',
    problems: ['not_found'],
  })
  audit(@By() by: Principal, @Id() id: number): Promise<SeriesAuditView> {
    return this.series.audit(by, id);
  }
}

/** Only below /app: a key cannot change how documents are numbered. */
@ApiTags('Settings')
@Controller('app/series')
export class SeriesSettingsController {
  constructor(private readonly series: SeriesService) {}

  @Post()
  @Requires('company.manage')
  @Returns(SeriesView, {
    status: 201,
    summary: 'Create a number series',
    description:
      'Documents take their numbers from the series whose code they give as `series`. Invoices and credit notes share one number space, so their series cannot have the same pattern.',
    problems: ['invalid_body', 'series_code_taken'],
  })
  create(@By() by: Principal, @Body({ schema: CreateSeries }) body: CreateSeries): Promise<SeriesView> {
    return this.series.create(by, body);
  }

  @Patch(':id')
  @Requires('company.manage')
  @Returns(SeriesView, {
    summary: 'Edit a number series',
    description:
      'Applies from the next number on; existing numbers stay. The start can be set only before the first number. A pattern that would repeat a number is rejected.',
    problems: ['not_found', 'invalid_body', 'series_code_taken', 'series_in_use', 'version_mismatch'],
  })
  update(
    @By() by: Principal,
    @Target() target: RecordTarget,
    @Body({ schema: UpdateSeries }) body: UpdateSeries,
  ): Promise<SeriesView> {
    return this.series.update(by, target, body);
  }
}
