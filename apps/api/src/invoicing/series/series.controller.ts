import { SeriesAuditView, SeriesList, SeriesView } from '@billhook/contract/invoicing/series';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { Requires } from '../../request/requires.decorator.js';
import { Id } from '../../request/routes/id.param.js';
import { recordPaths } from '../../request/routes/record-paths.js';
import { Returns } from '../../request/routes/returns.decorator.js';
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
