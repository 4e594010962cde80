import type { VoidInvoice } from '@billhook/contract/invoicing/invoice';
import type { InvoiceRow } from '@billhook/invoicing/invoices/invoice.entity';
import type { Target } from '@billhook/invoicing/records/target';
import type { Principal } from '../../request/principal.js';

/** Voids invoices. That issues a credit note, so credit notes provide it: invoices do not import them. */
export abstract class InvoiceVoiding {
  abstract void(by: Principal, target: Target, body: VoidInvoice): Promise<InvoiceRow>;
}
