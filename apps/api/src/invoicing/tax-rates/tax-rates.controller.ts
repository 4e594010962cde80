import { TaxRateList, type TaxRateView } from '@billhook/contract/invoicing/tax-rate';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { Requires } from '../../request/requires.decorator.js';
import { recordPaths } from '../../request/routes/record-paths.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { TaxRatesService } from './tax-rates.service.js';

@ApiTags('Tax rates')
@Controller(recordPaths('tax-rates'))
export class TaxRatesController {
  constructor(private readonly rates: TaxRatesService) {}

  @Get()
  @Requires('invoice.read')
  @Returns(TaxRateList, {
    summary: 'List the tax rates, highest first',
    description:
      'Archived ones included. A document may use any rate; validation warns of one that is not active here.',
  })
  async list(@By() by: Principal): Promise<{ data: TaxRateView[] }> {
    return { data: await this.rates.list(by) };
  }
}
