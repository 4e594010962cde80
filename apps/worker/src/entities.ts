import { Mail } from '@billhook/mail/mail.entity';
import { Client } from '@billhook/records/clients/client.entity';
import { Company } from '@billhook/records/companies/company.entity';
import { CreditNoteLine } from '@billhook/records/credit-notes/credit-note-line.entity';
import { CreditNote } from '@billhook/records/credit-notes/credit-note.entity';
import { InvoiceLine } from '@billhook/records/invoices/invoice-line.entity';
import { Invoice } from '@billhook/records/invoices/invoice.entity';
import { QuoteLine } from '@billhook/records/quotes/quote-line.entity';
import { Quote } from '@billhook/records/quotes/quote.entity';

/** What the worker reads and writes through TypeORM. Webhooks are statements of their own. */
export const ENTITIES = [Client, Company, CreditNote, CreditNoteLine, Invoice, InvoiceLine, Mail, Quote, QuoteLine];
