import type { VoidInvoice } from '@billhook/contract/invoicing/invoice';
import type { Target } from '@billhook/db/target';
import type { InvoiceRow } from '@billhook/invoicing/invoices/invoice.entity';
import type { Principal } from '../../request/principal.js';

/** Voids invoices. Voiding issues a credit note, so the credit notes module provides it: invoices do not import that module. */
export abstract class InvoiceVoiding {
  abstract void(by: Principal, target: Target, body: VoidInvoice): Promise<InvoiceRow>;
}
