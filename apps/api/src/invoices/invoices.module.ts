import { InvoicesRepository } from '@billhook/records/invoices/invoices.repository';
import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { CompaniesModule } from '../companies/companies.module.js';
import { provideRepository } from '../platform/db.module.js';
import { InvoicesController } from './invoices.controller.js';
import { InvoicesService } from './invoices.service.js';

@Module({
  imports: [ClientsModule, CompaniesModule],
  controllers: [InvoicesController],
  providers: [InvoicesService, provideRepository(InvoicesRepository)],
  exports: [InvoicesService],
})
export class InvoicesModule {}
