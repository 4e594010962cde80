import type {
  CreateInvoice,
  ListInvoices,
  RejectInvoice,
  ReopenInvoice,
  UpdateInvoice,
} from '@billhook/contract/invoice';
import { UNSAVED } from '@billhook/db/row';
import { type Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import { dateInZone, dueDate } from '@billhook/domain/calendar';
import { currencyDigits, type CurrencyCode } from '@billhook/domain/currency';
import { formatDecimal, parseDecimal, ZERO } from '@billhook/domain/decimal';
import { INVOICE_ACTIONS, settlementEvent } from '@billhook/domain/invoice';
import { Problem } from '@billhook/domain/problems';
import type { Clock } from '@billhook/platform/clock';
import { presentClient } from '@billhook/records/clients/client.presenter';
import { presentCompany } from '@billhook/records/companies/company.presenter';
import type { InvoiceRow } from '@billhook/records/invoices/invoice.entity';
import { requireAction, transition } from '@billhook/records/invoices/invoice-transition';
import { InvoicesRepository } from '@billhook/records/invoices/invoices.repository';
import { takeNumber } from '@billhook/records/number-series';
import type { Slice, Sliced } from '@billhook/records/paging';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../access/principal.js';
import { ClientsService } from '../clients/clients.service.js';
import { CompaniesService } from '../companies/companies.service.js';
import { composeDocument, decompose, newLines, patched } from '../documents/compose.js';
import { isEmpty } from '../http/patch.js';
import { CLOCK } from '../platform/tokens.js';
import { checkDates, checkSendable } from './invoice-rules.js';

/** What is paid of a draft, with the digits of its currency. */
function nothingPaid(currency: CurrencyCode): Pick<InvoiceRow, 'amountPaid' | 'amountCredited'> {
  const zero = formatDecimal(ZERO, currencyDigits(currency));
  return { amountPaid: zero, amountCredited: zero };
}

@Injectable()
export class InvoicesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly invoices: InvoicesRepository,
    private readonly clients: ClientsService,
    private readonly companies: CompaniesService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  list(by: Principal, filter: ListInvoices, slice: Slice): Promise<Sliced<InvoiceRow>> {
    return this.invoices.list(by.company.id, filter, slice);
  }

  get(by: Principal, id: number): Promise<InvoiceRow> {
    return this.invoices.find(by.company.id, id);
  }

  create(by: Principal, body: CreateInvoice): Promise<InvoiceRow> {
    const now = this.clock.now();
    const { columns, lines } = composeDocument(body);
    const issueDate = body.issueDate ?? dateInZone(now, by.company.timeZone);
    return this.uow.run(async (tx) => {
      const client = await this.clients.forDocument(tx, by.company.id, body.clientId);
      const due = body.dueDate ?? (client.paymentTerms ? dueDate(issueDate, client.paymentTerms) : null);
      checkDates(issueDate, due);
      return this.invoices.insert(
        tx,
        {
          ...columns,
          lines,
          id: UNSAVED,
          companyId: by.company.id,
          number: null,
          status: 'Draft',
          issueDate,
          dueDate: due,
          supplyDate: body.supplyDate ?? null,
          quoteId: null,
          ...nothingPaid(columns.currency),
          seller: null,
          client: null,
          rejection: null,
          lastTransition: null,
          issuedAt: null,
          sentAt: null,
          paidAt: null,
          overdueSince: null,
          rejectedAt: null,
          version: 1,
          createdAt: now,
          updatedAt: now,
        },
        'invoice.created',
      );
    });
  }

  update(by: Principal, id: number, patch: UpdateInvoice): Promise<InvoiceRow> {
    return this.uow.run(async (tx) => {
      const invoice = await this.invoices.lock(tx, by.company.id, id);
      requireAction('update', invoice);
      if (isEmpty(patch)) return invoice;
      const {
        issueDate = invoice.issueDate,
        dueDate: due = invoice.dueDate,
        supplyDate = invoice.supplyDate,
        ...rest
      } = patch;
      checkDates(issueDate, due);
      if (patch.clientId !== undefined) await this.clients.forDocument(tx, by.company.id, patch.clientId);
      const { columns, lines } = composeDocument(patched(decompose(invoice), rest));
      const next: InvoiceRow = {
        ...invoice,
        ...columns,
        ...nothingPaid(columns.currency),
        issueDate,
        dueDate: due,
        supplyDate,
        version: invoice.version + 1,
        updatedAt: this.clock.now(),
      };
      const { event } = INVOICE_ACTIONS.update;
      return this.invoices.write(tx, next, event, newLines(rest, invoice.lines, lines));
    });
  }

  delete(by: Principal, id: number): Promise<void> {
    return this.uow.run(async (tx) => {
      const invoice = await this.invoices.lock(tx, by.company.id, id);
      requireAction('delete', invoice);
      await this.invoices.delete(tx, invoice, INVOICE_ACTIONS.delete.event, this.clock.now());
    });
  }

  /** Issues the invoice: snapshots of both parties, then the number, last, so that its series is locked for a moment only. */
  send(by: Principal, id: number): Promise<InvoiceRow> {
    return this.uow.run(async (tx) => {
      const now = this.clock.now();
      const invoice = await this.invoices.lock(tx, by.company.id, id);
      requireAction('send', invoice);
      const company = await this.companies.get(by.company.id, tx);
      const client = await this.clients.forDocument(tx, by.company.id, invoice.clientId);
      checkSendable(invoice, company, client, dateInZone(now, by.company.timeZone));
      const { number, outOfOrder } = await takeNumber(tx, by.company.id, 'invoice', invoice.issueDate);
      if (outOfOrder !== null) {
        throw new Problem('invoice_not_sendable', undefined, {
          errors: [
            {
              pointer: '/issueDate',
              code: 'date_before_series',
              message: `must not lie before ${outOfOrder}, the last date of its series`,
            },
          ],
        });
      }
      const issued: InvoiceRow = {
        ...invoice,
        number,
        seller: presentCompany(company),
        client: presentClient(client),
        issuedAt: now,
        sentAt: now,
      };
      return this.invoices.write(
        tx,
        transition(invoice, issued, { by: by.label, at: now }),
        INVOICE_ACTIONS.send.event,
      );
    });
  }

  reject(by: Principal, id: number, body: RejectInvoice): Promise<InvoiceRow> {
    return this.uow.run(async (tx) => {
      const now = this.clock.now();
      const invoice = await this.invoices.lock(tx, by.company.id, id);
      requireAction('reject', invoice);
      const rejection = { code: body.code, text: body.text ?? null, by: by.label, at: now.toISOString() };
      const rejected: InvoiceRow = { ...invoice, rejection, rejectedAt: now };
      const reason = body.text ?? body.code;
      return this.invoices.write(
        tx,
        transition(invoice, rejected, { by: by.label, at: now, reason }),
        INVOICE_ACTIONS.reject.event,
      );
    });
  }

  reopen(by: Principal, id: number, body: ReopenInvoice): Promise<InvoiceRow> {
    return this.uow.run(async (tx) => {
      const now = this.clock.now();
      const invoice = await this.invoices.lock(tx, by.company.id, id);
      requireAction('reopen', invoice);
      const reopened: InvoiceRow = { ...invoice, rejection: null, rejectedAt: null };
      const change = { by: by.label, at: now, reason: body.reason };
      return this.invoices.write(tx, transition(invoice, reopened, change), INVOICE_ACTIONS.reopen.event);
    });
  }

  /** Locks invoices for a payment, always in the order of their ids, so that two payments can not wait for each other. */
  async lockForPayment(tx: Tx, companyId: number, ids: readonly number[]): Promise<InvoiceRow[]> {
    const rows: InvoiceRow[] = [];
    for (const id of [...new Set(ids)].sort((a, b) => a - b)) rows.push(await this.invoices.lock(tx, companyId, id));
    return rows;
  }

  /** Takes up what the payments of a locked invoice now amount to, and tells it: paid, partially paid, or merely updated. */
  async settle(tx: Tx, by: Principal, invoice: InvoiceRow, reason?: string): Promise<InvoiceRow> {
    const now = this.clock.now();
    const paid = parseDecimal(await this.invoices.sumPaid(tx, invoice.id), 6) ?? ZERO;
    const settled: InvoiceRow = { ...invoice, amountPaid: formatDecimal(paid, currencyDigits(invoice.currency)) };
    const next = transition(invoice, settled, { by: by.label, at: now, reason });
    return this.invoices.write(tx, next, settlementEvent(next));
  }
}
