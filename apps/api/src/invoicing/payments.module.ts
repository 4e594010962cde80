import { Module } from '@nestjs/common';
import { MembersModule } from '../identity/members.module.js';
import { ClientsModule } from './clients.module.js';
import { InvoicesModule } from './invoices.module.js';
import {
  PaymentsActionsController,
  PaymentsController,
  PaymentStatusCountsController,
} from './payments/payments.controller.js';
import { PaymentsService } from './payments/payments.service.js';
import { RecordsModule } from './records.module.js';

/** Payments and their allocations. */
@Module({
  imports: [ClientsModule, InvoicesModule, MembersModule, RecordsModule],
  controllers: [PaymentsController, PaymentsActionsController, PaymentStatusCountsController],
  providers: [PaymentsService],
  exports: [PaymentsService],
})
export class PaymentsModule {}
