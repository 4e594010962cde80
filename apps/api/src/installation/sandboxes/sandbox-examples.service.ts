import { CreateCreditNote } from '@billhook/contract/invoicing/credit-note';
import { CreateInvoice, SendInvoice } from '@billhook/contract/invoicing/invoice';
import { CreatePayment } from '@billhook/contract/invoicing/payment';
import { AcceptQuote, ConvertQuote, CreateQuote, DeclineQuote, SendQuote } from '@billhook/contract/invoicing/quote';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { currencyDigits } from '@billhook/domain/invoicing/codes/currency';
import { balance } from '@billhook/domain/invoicing/invoice';
import { addDays, dateInZone } from '@billhook/domain/shared/calendar';
import { formatDecimal } from '@billhook/domain/shared/decimal';
import type { InvoiceRow } from '@billhook/invoicing/invoices/invoice.entity';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { Inject, Injectable } from '@nestjs/common';
import { ClientsService } from '../../invoicing/clients/clients.service.js';
import { CreditNotesService } from '../../invoicing/credit-notes/credit-notes.service.js';
import { InvoiceActionsService } from '../../invoicing/invoices/invoice-actions.service.js';
import { InvoicesService } from '../../invoicing/invoices/invoices.service.js';
import { PaymentsService } from '../../invoicing/payments/payments.service.js';
import { QuoteActionsService } from '../../invoicing/quotes/quote-actions.service.js';
import { QuoteConversionService } from '../../invoicing/quotes/quote-conversion.service.js';
import { QuotesService } from '../../invoicing/quotes/quotes.service.js';
import type { SignedInMember } from '../../request/principal.js';
import { EXAMPLE_CLIENTS, ExampleTerms, type ExampleClient, type ExampleSeller } from './example-records.js';

/** The ids of the clients by their names in the table. */
type ExampleIds = Readonly<Record<ExampleClient, number>>;

/** Creates the example records of a sandbox through the services of records, so numbers, events and the document chain are real. */
@Injectable()
export class SandboxExamplesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clients: ClientsService,
    private readonly quotes: QuotesService,
    private readonly quoteActions: QuoteActionsService,
    private readonly conversion: QuoteConversionService,
    private readonly invoices: InvoicesService,
    private readonly invoiceActions: InvoiceActionsService,
    private readonly payments: PaymentsService,
    private readonly creditNotes: CreditNotesService,
    @Inject(COMPANY_TIME) private readonly clock: Clock,
  ) {}

  /**
   * All of them or, after an error, none.
   * @param by a member of the sandbox
   * @throws Problem 422 when the settings of the company allow no invoice
   */
  create(by: SignedInMember, seller: ExampleSeller): Promise<void> {
    return this.uow.around(async () => {
      const terms = new ExampleTerms(seller, dateInZone(this.clock.now(), by.company.timeZone));
      const ids: ExampleIds = {
        lumen: (await this.clients.create(by, EXAMPLE_CLIENTS.lumen)).id,
        nordhafen: (await this.clients.create(by, EXAMPLE_CLIENTS.nordhafen)).id,
        camille: (await this.clients.create(by, EXAMPLE_CLIENTS.camille)).id,
      };
      const accepted = await this.exampleQuotes(by, terms, ids);
      await this.exampleInvoices(by, terms, ids, accepted);
    });
  }

  /** One accepted, one declined, one sent, and a draft. @returns the id of the accepted one */
  private async exampleQuotes(by: SignedInMember, terms: ExampleTerms, ids: ExampleIds): Promise<number> {
    const { currency } = terms;
    const draft = (clientId: number, issueDate: string, title: string, ...lines: readonly [string, string, string][]) =>
      this.quotes.create(
        by,
        CreateQuote.parse({
          ...{ clientId, currency, title, issueDate, expiryDate: null },
          lines: lines.map((line) => terms.line(...line)),
        }),
      );
    const sent = async (quote: { readonly id: number }) =>
      this.quoteActions.send(by, { id: quote.id }, SendQuote.parse({ channel: 'Link' }));
    const shop = await sent(await draft(ids.lumen, terms.ago(60), 'Online shop', ['Design', '8', '640.00']));
    await this.quoteActions.accept(by, { id: shop.id }, AcceptQuote.parse({ by: 'Jeanne Lumen', poNumber: 'PO-118' }));
    const film = await sent(await draft(ids.nordhafen, terms.ago(25), 'Company film', ['Film', '1', '5200.00']));
    await this.quoteActions.decline(by, { id: film.id }, DeclineQuote.parse({ code: 'TooExpensive' }));
    await sent(await draft(ids.camille, terms.ago(4), 'Wedding stationery', ['Invitations', '90', '4.20']));
    await draft(ids.nordhafen, terms.ago(0), 'Signage', ['Signs', '12', '118.50'], ['Installation', '2', '480.00']);
    return shop.id;
  }

  /** Paid, overdue, credited, partly paid, sent by email, and a draft. Numbers follow dates, so the earliest comes first. */
  private async exampleInvoices(
    by: SignedInMember,
    terms: ExampleTerms,
    ids: ExampleIds,
    quoteId: number,
  ): Promise<void> {
    const half = { mode: 'Percent', percent: '50', issueDate: terms.ago(50), dueDate: addDays(terms.ago(50), 30) };
    const deposit = await this.conversion.convert(by, { id: quoteId }, ConvertQuote.parse(half));
    await this.pay(by, await this.send(by, deposit), terms.ago(28), 'Transfer');

    const overdue = await this.send(
      by,
      await this.draft(by, terms, ids.nordhafen, 45, 14, ['Maintenance', '3', '390.00']),
    );
    if (terms.isPast(overdue.dueDate)) await this.invoiceActions.fallDue(by, { id: overdue.id });

    const prints = await this.draft(by, terms, ids.camille, 30, 30, ['Art print', '3', '85.00']);
    const paid = await this.send(by, prints);
    await this.pay(by, paid, terms.ago(30), 'Card');
    await this.creditNotes.create(
      by,
      CreateCreditNote.parse({
        ...{ invoiceId: paid.id, issueDate: terms.ago(20), channel: 'Link' },
        reason: { code: 'Return', text: 'One print was returned.' },
        lines: [terms.line('Art print', '1', '85.00')],
      }),
    );

    const workshop = await this.draft(by, terms, ids.lumen, 12, 30, ['Workshop', '2', '450.00']);
    const part = formatDecimal({ units: 300n, scale: 0 }, currencyDigits(workshop.currency));
    await this.pay(by, await this.send(by, workshop), terms.ago(3), 'Transfer', part);

    const care = await this.draft(by, terms, ids.lumen, 5, 30, ['Hosting', '12', '45.00'], ['Support', '4', '95.00']);
    await this.send(by, care, 'Email');
    await this.draft(by, terms, ids.nordhafen, 0, 14, ['Artwork changes', '4', '95.00']);
  }

  private draft(
    by: SignedInMember,
    terms: ExampleTerms,
    clientId: number,
    daysAgo: number,
    dueDays: number,
    ...lines: readonly [string, string, string][]
  ): Promise<InvoiceRow> {
    const issueDate = terms.ago(daysAgo);
    const dates = { issueDate, dueDate: addDays(issueDate, dueDays) };
    const { currency } = terms;
    const body = { ...dates, clientId, currency, lines: lines.map((line) => terms.line(...line)) };
    return this.invoices.create(by, CreateInvoice.parse(body));
  }

  private send(by: SignedInMember, { id }: InvoiceRow, channel: 'Email' | 'Link' = 'Link'): Promise<InvoiceRow> {
    return this.invoiceActions.send(by, { id }, SendInvoice.parse({ channel }));
  }

  /** @param part by default the whole outstanding amount */
  private async pay(by: SignedInMember, invoice: InvoiceRow, date: string, method: string, part?: string) {
    const { id: invoiceId, clientId, currency, number: reference } = invoice;
    const amount = part ?? formatDecimal(balance(invoice), currencyDigits(currency));
    const allocations = [{ invoiceId, amount }];
    const body = { clientId, currency, amount, date, method, reference, allocations };
    await this.payments.create(by, CreatePayment.parse(body));
  }
}
