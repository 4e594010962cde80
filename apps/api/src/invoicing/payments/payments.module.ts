import { PaymentsRepository } from '@billhook/invoicing/payments/payments.repository';
import { Module } from '@nestjs/common';
import { CompaniesModule } from '../../identity/companies/companies.module.js';
import { provideRepository } from '../../platform/db.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { ExpandModule } from '../expand/expand.module.js';
import { InvoicesModule } from '../invoices/invoices.module.js';
import { PaymentsActionsController } from './payment-actions.controller.js';
import { PaymentsController } from './payments.controller.js';
import { PaymentsService } from './payments.service.js';

@Module({
  imports: [ClientsModule, CompaniesModule, ExpandModule, InvoicesModule],
  controllers: [PaymentsController, PaymentsActionsController],
  providers: [PaymentsService, provideRepository(PaymentsRepository)],
  exports: [PaymentsService],
})
export class PaymentsModule {}
