import { InvoiceLine } from '@billhook/records/invoices/invoice-line.entity';
import { Invoice } from '@billhook/records/invoices/invoice.entity';

/** What the worker reads and writes through TypeORM. Webhooks are statements of their own. */
export const ENTITIES = [Invoice, InvoiceLine];
