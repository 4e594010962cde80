import { Module } from '@nestjs/common';
import { MembersModule } from '../identity/members.module.js';
import { ClientsModule } from './clients.module.js';
import { InvoiceMailPreviewController, InvoicesActionsController } from './invoices/invoice-actions.controller.js';
import { InvoiceActionsService } from './invoices/invoice-actions.service.js';
import { InvoiceFollowers } from './invoices/invoice-followers.service.js';
import {
  InvoicesBatchController,
  InvoicesController,
  InvoiceStatusCountsController,
} from './invoices/invoices.controller.js';
import { InvoicesService } from './invoices/invoices.service.js';
import { RecordsModule } from './records.module.js';

/** Invoices and their actions. */
@Module({
  imports: [ClientsModule, MembersModule, RecordsModule],
  controllers: [
    ...[InvoicesController, InvoicesActionsController, InvoicesBatchController, InvoiceStatusCountsController],
    InvoiceMailPreviewController,
  ],
  providers: [InvoicesService, InvoiceActionsService, InvoiceFollowers],
  exports: [InvoicesService, InvoiceActionsService, InvoiceFollowers],
})
export class InvoicesModule {}
