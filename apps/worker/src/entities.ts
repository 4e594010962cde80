import { Mail } from '@billhook/mail/mail.entity';
import { Client } from '@billhook/invoicing/clients/client.entity';
import { Company } from '@billhook/identity/companies/company.entity';
import { CreditNoteLine } from '@billhook/invoicing/credit-notes/credit-note-line.entity';
import { CreditNote } from '@billhook/invoicing/credit-notes/credit-note.entity';
import { InvoiceLine } from '@billhook/invoicing/invoices/invoice-line.entity';
import { Invoice } from '@billhook/invoicing/invoices/invoice.entity';
import { QuoteLine } from '@billhook/invoicing/quotes/quote-line.entity';
import { Quote } from '@billhook/invoicing/quotes/quote.entity';

/** What the worker reads and writes through TypeORM. Webhooks are statements of their own. */
export const ENTITIES = [Client, Company, CreditNote, CreditNoteLine, Invoice, InvoiceLine, Mail, Quote, QuoteLine];
