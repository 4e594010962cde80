import { CompanyTotals, TotalsQuery } from '@billhook/contract/invoicing/company-totals';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { recordPaths, Requires, Returns } from '../../request/routes/route.decorator.js';
import { TotalsService } from './totals.service.js';

@ApiTags('Totals')
@Controller(recordPaths('totals'))
export class TotalsController {
  constructor(private readonly totals: TotalsService) {}

  @Get()
  @Requires('invoice.read')
  @Returns(CompanyTotals, {
    summary: 'Get the totals of the company by currency',
    description:
      'What is outstanding and overdue now, and what was invoiced, credited and paid in a period, at choice for each month or year of it. `paid` and `credit` need `payment.read` as well, otherwise they are null.',
    problems: ['invalid_query'],
  })
  get(@By() by: Principal, @Query({ schema: TotalsQuery }) query: TotalsQuery): Promise<CompanyTotals> {
    return this.totals.get(by, query);
  }
}
