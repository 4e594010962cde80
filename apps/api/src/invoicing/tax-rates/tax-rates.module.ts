import { TaxRatesRepository } from '@billhook/invoicing/tax-rates/tax-rates.repository';
import { Module } from '@nestjs/common';
import { AuditModule } from '../../identity/audit/audit.module.js';
import { provideRepository } from '../../platform/db.module.js';
import { TaxRatesSettingsController, TaxRatesController } from './tax-rates.controller.js';
import { TaxRatesService } from './tax-rates.service.js';

@Module({
  imports: [AuditModule],
  controllers: [TaxRatesController, TaxRatesSettingsController],
  providers: [TaxRatesService, provideRepository(TaxRatesRepository)],
  exports: [TaxRatesService],
})
export class TaxRatesModule {}
