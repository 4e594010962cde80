import { CompanyTotalsQueries } from '@billhook/invoicing/totals/company-totals.queries';
import { Module } from '@nestjs/common';
import { TotalsController } from './totals.controller.js';
import { TotalsService } from './totals.service.js';

@Module({
  controllers: [TotalsController],
  providers: [TotalsService, CompanyTotalsQueries],
})
export class TotalsModule {}
