import { TaxRateList, TaxRateView, CreateTaxRate, UpdateTaxRate } from '@billhook/contract/invoicing/tax-rate';
import { Controller, Get, Body, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { Requires, recordPaths, Returns } from '../../request/routes/route.decorator.js';
import { Target, type RecordTarget } from '../../request/routes/target.param.js';
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
      'Includes archived rates. A document may use any rate; validation warns if it is not an active rate of the company.',
  })
  async list(@By() by: Principal): Promise<{ data: TaxRateView[] }> {
    return { data: await this.rates.list(by) };
  }
}

/** Only people may change the rates that a company charges: no key can do it. */
@ApiTags('Settings')
@Controller('app/tax-rates')
export class TaxRatesSettingsController {
  constructor(private readonly rates: TaxRatesService) {}

  @Post()
  @Requires('company.manage')
  @Returns(TaxRateView, {
    status: 201,
    summary: 'Add a tax rate',
    problems: ['invalid_body', 'tax_rate_taken'],
  })
  create(@By() by: Principal, @Body({ schema: CreateTaxRate }) body: CreateTaxRate): Promise<TaxRateView> {
    return this.rates.create(by, body);
  }

  @Patch(':id')
  @Requires('company.manage')
  @Returns(TaxRateView, {
    summary: 'Rename, archive or restore a tax rate',
    problems: ['not_found', 'invalid_body', 'version_mismatch'],
  })
  update(
    @By() by: Principal,
    @Target() target: RecordTarget,
    @Body({ schema: UpdateTaxRate }) body: UpdateTaxRate,
  ): Promise<TaxRateView> {
    return this.rates.update(by, target, body);
  }
}
