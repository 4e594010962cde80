import type {
  PostponeInvoice,
  RejectInvoice,
  ReopenInvoice,
  WriteOffInvoice,
} from '@billhook/contract/invoicing/invoice';
import type { PrintedDocument } from '@billhook/contract/invoicing/printed-document';
import type { Target } from '@billhook/db/target';
import { type Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import { currencyDigits } from '@billhook/domain/invoicing/codes/currency';
import { balance, type InvoiceAction } from '@billhook/domain/invoicing/invoice';
import { actorLabel } from '@billhook/domain/shared/actor-label';
import { dateInZone } from '@billhook/domain/shared/calendar';
import { decimalOrThrow, formatDecimal, ZERO } from '@billhook/domain/shared/decimal';
import type { Company } from '@billhook/identity/companies/company.entity';
import { invoiceSource, type Parties } from '@billhook/invoicing/documents/pdf-sources';
import { requireAction } from '@billhook/invoicing/invoices/invoice-action.rules';
import type { InvoiceRow } from '@billhook/invoicing/invoices/invoice.entity';
import { InvoicesRepository } from '@billhook/invoicing/invoices/invoices.repository';
import type { ChangeDetails, ChangeAuthor } from '@billhook/invoicing/records/change';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { Inject, Injectable } from '@nestjs/common';
import { CompaniesService } from '../../identity/companies/companies.service.js';
import { requireOpenPeriod } from '../../identity/companies/lock-date.rules.js';
import type { Principal } from '../../request/principal.js';
import { ClientsService } from '../clients/clients.service.js';
import { clientOrigin } from '../documents/client-origin.rules.js';
import { DocumentActionsService, type Issue } from '../documents/document-actions.service.js';
import { DocumentDeliveryService, type SentDocument } from '../documents/document-delivery.service.js';
import { DocumentLinksService } from '../documents/document-links.service.js';
import { numberDocument } from '../documents/document-number.rules.js';
import { changeAuthorOf } from '../records/change-author-of.rules.js';
import { InvoiceFollowers } from './invoice-followers.service.js';
import { checkPostponed, checkSendable, checkWriteOffDate, dated } from './invoice.rules.js';

/** A change of the paid or credited amount. */
export interface InvoiceSettlement {
  readonly action: InvoiceAction;
  readonly reason?: string;
  readonly details?: ChangeDetails;
  /** Other members that change with it. */
  readonly facts?: Partial<Pick<InvoiceRow, 'amountCredited' | 'fullyCredited' | 'creditNoteIds' | 'voidedAt'>>;
}

const outstanding = (invoice: InvoiceRow): string => formatDecimal(balance(invoice), currencyDigits(invoice.currency));

/** The actions of an invoice: sending and everything after it. Credit notes provide void and credit. */
@Injectable()
export class InvoiceActionsService extends DocumentActionsService<InvoiceRow> {
  protected readonly table = 'invoices';

  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly followers: InvoiceFollowers,
    uow: UnitOfWork,
    clients: ClientsService,
    companies: CompaniesService,
    delivery: DocumentDeliveryService,
    links: DocumentLinksService,
    @Inject(COMPANY_TIME) clock: Clock,
  ) {
    super(invoices, uow, clients, companies, delivery, links, clock);
  }

  reject(by: Principal, target: Target, body: RejectInvoice): Promise<InvoiceRow> {
    return this.change(by, target, 'reject', body.text ?? body.code, (_, { at }) => {
      const rejection = { code: body.code, text: body.text ?? null, by: by.label, at: at.toISOString() };
      return { rejection, rejectedAt: at };
    });
  }

  /** Undoes a rejection or a write-off. */
  reopen(by: Principal, target: Target, body: ReopenInvoice): Promise<InvoiceRow> {
    return this.change(by, target, 'reopen', body.reason, async (invoice, _, tx) => {
      if (invoice.writeOff)
        requireOpenPeriod(await this.companies.lockForShare(tx, by.company.id), invoice.writeOff.date);
      const amountWrittenOff = formatDecimal(ZERO, currencyDigits(invoice.currency));
      return { rejection: null, rejectedAt: null, writeOff: null, amountWrittenOff };
    });
  }

  /** Marks an invoice as overdue, as the worker does later. The caller knows that it is past its due date. */
  fallDue(by: Principal, target: Target): Promise<InvoiceRow> {
    return this.uow.run(async (tx) => {
      const invoice = await this.invoices.lock(tx, by.company.id, target);
      const at = this.clock.now();
      return this.invoices.writeAction(tx, invoice, 'fallDue', { overdueSince: at }, { by: actorLabel('system'), at });
    });
  }

  /** Moves the due date. An overdue invoice that is now due today or later is no longer overdue. */
  postpone(by: Principal, target: Target, { dueDate, reason }: PostponeInvoice): Promise<InvoiceRow> {
    return this.change(
      by,
      target,
      'postpone',
      reason,
      (invoice, author) => {
        checkPostponed(invoice, dueDate);
        const overdue = dueDate < dateInZone(author.at, by.company.timeZone);
        return { dueDate, overdueSince: overdue ? invoice.overdueSince : null };
      },
      (invoice) => ({ dueDate, dueDateBefore: invoice.dueDate }),
    );
  }

  /** Writes off the whole outstanding amount. */
  writeOff(by: Principal, target: Target, { reason, date }: WriteOffInvoice): Promise<InvoiceRow> {
    return this.change(
      by,
      target,
      'writeOff',
      reason,
      async (invoice, { at }, tx) => {
        const today = dateInZone(at, by.company.timeZone);
        const on = date ?? today;
        checkWriteOffDate(invoice, on, today);
        requireOpenPeriod(
          await this.companies.lockForShare(tx, by.company.id),
          on,
          date === undefined ? undefined : '/date',
        );
        return {
          amountWrittenOff: outstanding(invoice),
          writeOff: { date: on, reason, by: by.label, at: at.toISOString() },
        };
      },
      (invoice) => ({ amount: outstanding(invoice) }),
    );
  }

  /** Locks invoices in the order of their ids, to prevent deadlocks between changes of several invoices. */
  async lock(tx: Tx, companyId: number, targets: readonly Target[]): Promise<InvoiceRow[]> {
    const rows: InvoiceRow[] = [];
    const ordered = [...new Map(targets.map((target) => [target.id, target])).values()].sort((a, b) => a.id - b.id);
    for (const target of ordered) rows.push(await this.invoices.lock(tx, companyId, target));
    return rows;
  }

  /** Recalculates the paid amount of a locked invoice, and emits the event for it: paid, partially paid or updated. */
  async settle(tx: Tx, by: Principal, invoice: InvoiceRow, settlement: InvoiceSettlement): Promise<InvoiceRow> {
    const { action, reason, details, facts } = settlement;
    const author = changeAuthorOf(by, this.clock.now(), { reason, details });
    const paid = decimalOrThrow(await this.invoices.sumPaid(tx, invoice.id));
    const amountPaid = formatDecimal(paid, currencyDigits(invoice.currency));
    // Void or fully credited: it no longer counts.
    const ceases = facts?.fullyCredited ?? false;
    if (ceases) await this.followers.lock(tx, invoice);
    const written = await this.invoices.writeAction(tx, invoice, action, { ...facts, amountPaid }, author);
    if (ceases) await this.followers.follow(tx, written, author);
    return written;
  }

  protected require(action: 'send' | 'resend', invoice: InvoiceRow): void {
    requireAction(action, invoice);
  }

  protected lockBefore(): Promise<void> {
    return Promise.resolve();
  }

  /** Locks the company, because no period may be closed in the meantime. */
  protected issuer(tx: Tx, by: Principal): Promise<Company> {
    return this.companies.lockForShare(tx, by.company.id);
  }

  protected checked({ document, company, client, today }: Issue<InvoiceRow>, issueDate?: string): InvoiceRow {
    const invoice = dated(document, issueDate, client.paymentTerms);
    requireOpenPeriod(company, invoice.issueDate, '/issueDate');
    checkSendable(invoice, company, client, today);
    return invoice;
  }

  protected number(tx: Tx, _: Principal, { companyId, series, issueDate }: InvoiceRow): Promise<string> {
    return numberDocument(tx, { companyId, kind: 'Invoice', series, issueDate }, 'invoice_not_sendable');
  }

  protected factsOfIssue({ dueDate }: InvoiceRow, at: Date): Partial<InvoiceRow> {
    return { dueDateAtIssue: dueDate, dueDateByTerms: null, companyPaymentTerms: null, issuedAt: at };
  }

  protected printed(invoice: InvoiceRow, parties: Parties): PrintedDocument {
    return invoiceSource(invoice, parties);
  }

  protected mailed(invoice: InvoiceRow): Pick<SentDocument, 'until' | 'settled' | 'invoice'> {
    const { dueDate: until, amountPaid: paid, amountCredited: credited } = invoice;
    return { until, settled: { paid, credited, outstanding: outstanding(invoice) }, invoice };
  }

  private change(
    by: Principal,
    target: Target,
    action: InvoiceAction,
    reason: string | undefined,
    edit: (invoice: InvoiceRow, author: ChangeAuthor, tx: Tx) => Partial<InvoiceRow> | Promise<Partial<InvoiceRow>>,
    details: (invoice: InvoiceRow) => ChangeDetails | undefined = () => undefined,
  ): Promise<InvoiceRow> {
    return this.uow.run(async (tx) => {
      const invoice = await this.invoices.lock(tx, by.company.id, target);
      await this.links.requireLive(tx, by, this.invoices.refOf(invoice));
      requireAction(action, invoice);
      const author = changeAuthorOf(by, this.clock.now(), {
        reason,
        details: { ...clientOrigin(by), ...details(invoice) },
      });
      return this.invoices.writeAction(tx, invoice, action, await edit(invoice, author, tx), author);
    });
  }
}
