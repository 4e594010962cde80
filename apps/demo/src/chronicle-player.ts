import { ClientsService } from '@billhook/api/invoicing/clients/clients.service';
import { CreditNotesService } from '@billhook/api/invoicing/credit-notes/credit-notes.service';
import { InvoiceActionsService } from '@billhook/api/invoicing/invoices/invoice-actions.service';
import { InvoicesService } from '@billhook/api/invoicing/invoices/invoices.service';
import { PaymentsService } from '@billhook/api/invoicing/payments/payments.service';
import { QuoteActionsService } from '@billhook/api/invoicing/quotes/quote-actions.service';
import { QuoteConversionService } from '@billhook/api/invoicing/quotes/quote-conversion.service';
import { QuotesService } from '@billhook/api/invoicing/quotes/quotes.service';
import type { MemberPrincipal, Principal } from '@billhook/api/request/principal';
import { CreateClient, UpdateClient } from '@billhook/contract/invoicing/client';
import { CreateCreditNote } from '@billhook/contract/invoicing/credit-note';
import { CreateInvoice, RejectInvoice, WriteOffInvoice, SendInvoice } from '@billhook/contract/invoicing/invoice';
import { CreatePayment } from '@billhook/contract/invoicing/payment';
import {
  AcceptQuote,
  ConvertQuote,
  CreateQuote,
  DeclineQuote,
  SendQuote,
  UpdateQuote,
} from '@billhook/contract/invoicing/quote';
import type { Target } from '@billhook/db/target';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { currencyDigits } from '@billhook/domain/invoicing/codes/currency';
import { balance } from '@billhook/domain/invoicing/invoice';
import { addDays, dateInZone } from '@billhook/domain/shared/calendar';
import { add, formatDecimal, ZERO } from '@billhook/domain/shared/decimal';
import { DAY_MS } from '@billhook/domain/shared/durations';
import type { DocumentResource } from '@billhook/invoicing/document-base/document-ref';
import { InvoicesRepository } from '@billhook/invoicing/invoices/invoices.repository';
import { markOverdueInvoices } from '@billhook/invoicing/invoices/mark-overdue-invoices';
import type { ManualClock } from '@billhook/platform/clock';
import type { INestApplicationContext } from '@nestjs/common';
import type { z } from 'zod';
import type { Step } from './chronicle.js';
import { DEMO_CLIENTS, type DemoClient } from './clients.js';
import { DEMO_INVOICES, DEMO_QUOTES, type InvoiceName } from './documents.js';

export type ChronicleActor = MemberPrincipal & Principal;
type Of<Kind extends Step['does']> = Extract<Step, { readonly does: Kind }>;

const MINUTE_MS = 60_000;

/** The ids of created records, by their names in the tables. */
class Ids<Name extends string> {
  private readonly ids = new Map<Name, number>();

  set(name: Name, { id }: { readonly id: number }): void {
    this.ids.set(name, id);
  }

  /** @throws RangeError when the chronicle names a record that does not exist yet */
  get(name: Name): number {
    const id = this.ids.get(name);
    if (id === undefined) throw new RangeError(`the demo has no ${name} yet`);
    return id;
  }

  target(name: Name): Target {
    return { id: this.get(name) };
  }
}

/** How a chronicle gets from one day to the next. */
export interface ChronicleTime {
  now(): Date;
  /** Everything that is due by then has happened. */
  goTo(moment: Date): Promise<void>;
  /** Takes a step at the present time. */
  take<T>(step: () => Promise<T>): Promise<T>;
}

/** Sets the clock of the programs, and marks invoices as overdue as a worker does. */
export class ClockOfPrograms implements ChronicleTime {
  constructor(
    private readonly app: INestApplicationContext,
    private readonly clock: ManualClock,
  ) {}

  now(): Date {
    return this.clock.now();
  }

  async goTo(moment: Date): Promise<void> {
    this.clock.set(moment);
    await markOverdueInvoices(this.app.get(UnitOfWork), this.app.get(InvoicesRepository), this.clock);
  }

  take<T>(step: () => Promise<T>): Promise<T> {
    return step();
  }
}

/** Runs the steps of a chronicle through the services, each on its day. */
export class ChroniclePlayer {
  private readonly clients = new Ids<DemoClient>();
  private readonly invoices = new Ids<InvoiceName>();
  private readonly quotes = new Ids<string>();
  private readonly payments = new Ids<string>();
  private readonly life: InvoiceActionsService;
  private readonly quoteActions: QuoteActionsService;

  constructor(
    private readonly app: INestApplicationContext,
    private readonly time: ChronicleTime,
    private readonly by: ChronicleActor,
    /** The day from which the steps count back. */
    private readonly today = time.now(),
  ) {
    this.life = app.get(InvoiceActionsService);
    this.quoteActions = app.get(QuoteActionsService);
  }

  /**
   * @param end how many days ago the chronicle ends
   * @throws RangeError for a step dated before the previous one
   */
  async play(steps: readonly Step[], end = 0): Promise<void> {
    let last = 0;
    for (const step of steps) {
      const day = this.daysAgo(step.day);
      const morning = step.day < 1 ? day.getTime() : day.setUTCHours(8, 30, 0, 0);
      const at = Math.max(morning, last + 7 * MINUTE_MS);
      if (at > morning + DAY_MS / 2)
        throw new RangeError(`the step of day ${step.day} is dated before the previous step`);
      last = at;
      await this.time.goTo(new Date(at));
      await this.time.take(() => this.take(step));
    }
    await this.time.goTo(this.daysAgo(end));
  }

  private daysAgo(days: number): Date {
    return new Date(this.today.getTime() - days * DAY_MS);
  }

  async client(name: DemoClient): Promise<void> {
    this.clients.set(name, await this.app.get(ClientsService).create(this.by, CreateClient.parse(DEMO_CLIENTS[name])));
  }

  private async take(step: Step): Promise<void> {
    switch (step.does) {
      case 'invoice':
        return this.invoice(step);
      case 'quote':
        return this.quote(step);
      case 'revise':
        return this.revise(step);
      case 'convert':
        return this.convert(step);
      case 'pay':
        return this.pay(step);
      case 'payAgain':
        return this.payAgain(step);
      case 'refund':
        return this.refund(step);
      case 'takeBack':
        return this.app.get(PaymentsService).delete(this.by, this.payments.target(step.payment), step.reason);
      case 'archive':
        return this.app.get(ClientsService).delete(this.by, this.clients.target(step.client));
      case 'note':
        return this.note(step);
      case 'order':
        return this.order(step);
      case 'view':
      case 'reject':
        return this.clientOfInvoice(step);
      case 'accept':
      case 'decline':
        return this.clientOfQuote(step);
      case 'writeOff':
        return this.writeOff(step);
      case 'credit':
      case 'void':
        return this.credit(step);
    }
  }

  private async note({ client, text }: Of<'note'>): Promise<void> {
    const body = UpdateClient.parse({ notes: text });
    await this.app.get(ClientsService).update(this.by, this.clients.target(client), body);
  }

  private async order({ client, openOrders }: Of<'order'>): Promise<void> {
    const { customFields }: z.input<typeof CreateClient> = DEMO_CLIENTS[client];
    const body = UpdateClient.parse({ customFields: { ...customFields, openOrders } });
    await this.app.get(ClientsService).update(this.by, this.clients.target(client), body);
  }

  private async clientOfInvoice(step: Of<'view' | 'reject'>): Promise<void> {
    const invoice = this.invoices.target(step.invoice);
    const client = this.byLink('invoice', invoice);
    if (step.does === 'view') await this.life.view(client, invoice.id);
    else await this.life.reject(client, invoice, RejectInvoice.parse(step.body));
  }

  private async writeOff({ invoice, reason }: Of<'writeOff'>): Promise<void> {
    await this.life.writeOff(this.by, this.invoices.target(invoice), WriteOffInvoice.parse({ reason }));
  }

  private async clientOfQuote(step: Of<'accept' | 'decline'>): Promise<void> {
    const quote = this.quotes.target(step.quote);
    const client = this.byLink('quote', quote);
    await this.quoteActions.view(client, quote.id);
    if (step.does === 'accept') await this.quoteActions.accept(client, quote, AcceptQuote.parse(step.body));
    else await this.quoteActions.decline(client, quote, DeclineQuote.parse(step.body));
  }

  /** The client who opened the link of a document. */
  private byLink(resource: DocumentResource, { id: recordId }: Target): Principal {
    const { company, origin } = this.by;
    return {
      kind: 'document',
      company,
      permissions: [],
      label: 'client',
      openedWith: 'AnsweringLink',
      leadsToClient: false,
      tokenHash: null,
      resource,
      recordId,
      origin,
    };
  }

  private async credit(step: Of<'credit' | 'void'>): Promise<void> {
    const notes = this.app.get(CreditNotesService);
    const invoice = this.invoices.target(step.invoice);
    if (step.does === 'void') await notes.void(this.by, invoice, { code: 'Error', text: step.text });
    else await notes.create(this.by, CreateCreditNote.parse({ ...step.body, invoiceId: invoice.id }));
  }

  private async invoice({ name, send }: Of<'invoice'>): Promise<void> {
    const { client, ...body } = DEMO_INVOICES[name];
    const written = CreateInvoice.parse({ currency: 'EUR', ...body, clientId: this.clients.get(client) });
    const draft = await this.app.get(InvoicesService).create(this.by, written);
    this.invoices.set(name, draft);
    if (send) await this.life.send(this.by, { id: draft.id }, SendInvoice.parse(send));
  }

  private async quote({ name, send }: Of<'quote'>): Promise<void> {
    const { client, validDays, ...body } = DEMO_QUOTES[name];
    const expiryDate = validDays === undefined ? null : addDays(this.date(), validDays);
    const written = CreateQuote.parse({ currency: 'EUR', ...body, clientId: this.clients.get(client), expiryDate });
    const draft = await this.app.get(QuotesService).create(this.by, written);
    this.quotes.set(name, draft);
    if (send) await this.quoteActions.send(this.by, { id: draft.id }, SendQuote.parse(send));
  }

  private async revise({ quote, as, body, send }: Of<'revise'>): Promise<void> {
    const service = this.app.get(QuotesService);
    const draft = await service.revise(this.by, this.quotes.target(quote));
    await service.update(this.by, { id: draft.id }, UpdateQuote.parse(body));
    this.quotes.set(as, draft);
    if (send) await this.quoteActions.send(this.by, { id: draft.id }, SendQuote.parse(send));
  }

  private async convert({ quote, as, body, send }: Of<'convert'>): Promise<void> {
    const conversion = this.app.get(QuoteConversionService);
    const draft = await conversion.convert(this.by, this.quotes.target(quote), ConvertQuote.parse(body));
    this.invoices.set(as, draft);
    await this.life.send(this.by, { id: draft.id }, SendInvoice.parse(send));
  }

  private async pay({ invoices, method, part }: Of<'pay'>): Promise<void> {
    const open = await Promise.all(invoices.map((name) => this.read(name)));
    const [first] = open;
    if (!first) return;
    const digits = currencyDigits(first.currency);
    const amount =
      part ??
      formatDecimal(
        open.reduce((sum, invoice) => add(sum, balance(invoice)), ZERO),
        digits,
      );
    const allocations = open.map((invoice) => ({
      invoiceId: invoice.id,
      amount: part ?? formatDecimal(balance(invoice), digits),
    }));
    const reference = open.map(({ number }) => number).join(' ');
    const { clientId, currency } = first;
    await this.record({ clientId, currency, amount, method, reference, allocations });
  }

  private async payAgain({ invoice, method, as }: Of<'payAgain'>): Promise<void> {
    const { clientId, currency, payable: amount, number } = await this.read(invoice);
    this.payments.set(as, await this.record({ clientId, currency, amount, method, reference: number }));
  }

  private async refund({ client, currency, method }: Of<'refund'>): Promise<void> {
    const { id: clientId, balances } = await this.app.get(ClientsService).get(this.by, this.clients.get(client));
    const amount = balances.find((of) => of.currency === currency)?.credit;
    await this.record({ kind: 'Refund', clientId, currency, amount, method });
  }

  private record(body: Readonly<Record<string, unknown>>) {
    return this.app.get(PaymentsService).create(this.by, CreatePayment.parse({ ...body, date: this.date() }));
  }

  private read(name: InvoiceName) {
    return this.app.get(InvoicesService).get(this.by, this.invoices.get(name));
  }

  private date(): string {
    return dateInZone(this.time.now(), this.by.company.timeZone);
  }
}
