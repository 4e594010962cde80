import type {
  PostponeInvoice,
  RejectInvoice,
  ReopenInvoice,
  SendInvoice,
  WriteOffInvoice,
} from '@billhook/contract/invoicing/invoice';
import { type Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import { dateInZone } from '@billhook/domain/shared/calendar';
import { currencyDigits } from '@billhook/domain/invoicing/currency';
import { decimalOrThrow, formatDecimal, ZERO } from '@billhook/domain/shared/decimal';
import { balance, type InvoiceAction } from '@billhook/domain/invoicing/invoice';
import type { Clock } from '@billhook/platform/clock';
import type { ChangeDetails, Doer } from '@billhook/invoicing/records/change';
import { snapshotClient } from '@billhook/invoicing/clients/client.presenter';
import { snapshotCompany } from '@billhook/identity/companies/company.presenter';
import { askForFile } from '@billhook/invoicing/documents/document-files.repository';
import type { InvoiceRow } from '@billhook/invoicing/invoices/invoice.entity';
import { requireAction } from '@billhook/invoicing/invoices/invoice-action.rules';
import { InvoicesRepository } from '@billhook/invoicing/invoices/invoices.repository';
import type { Target } from '@billhook/invoicing/records/target';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../request/principal.js';
import { ClientsService } from '../clients/clients.service.js';
import { CompaniesService } from '../../identity/companies/companies.service.js';
import { clientOrigin } from '../documents/client-origin.js';
import { requireOpenPeriod } from '../../identity/companies/lock-date.rules.js';
import { DocumentLinksService } from '../documents/document-links.service.js';
import { HandOverService } from '../documents/document-delivery.service.js';
import { numberDocument, refuseOtherDate } from '../documents/document-number.rules.js';
import { doerOf } from '../records/doer-of.js';
import { CLOCK } from '@billhook/platform/tokens';
import { InvoiceFollowers } from './invoice-followers.service.js';
import { checkPostponed, checkSendable, checkWriteOffDate, dated } from './invoice.rules.js';

/** What a change of what is paid or credited brings. */
export interface Settlement {
  readonly action: InvoiceAction;
  readonly reason?: string;
  readonly details?: ChangeDetails;
  /** Further facts that change with it. */
  readonly facts?: Partial<Pick<InvoiceRow, 'amountCredited' | 'fullyCredited' | 'creditNoteIds' | 'voidedAt'>>;
}

const outstanding = (invoice: InvoiceRow): string => formatDecimal(balance(invoice), currencyDigits(invoice.currency));

/** What happens to an invoice once it is sent. */
@Injectable()
export class InvoiceLifeService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly invoices: InvoicesRepository,
    private readonly clients: ClientsService,
    private readonly companies: CompaniesService,
    private readonly handOver: HandOverService,
    private readonly links: DocumentLinksService,
    private readonly followers: InvoiceFollowers,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Issues a draft; mails what is issued already once more. */
  send(by: Principal, target: Target, body: SendInvoice): Promise<InvoiceRow> {
    return this.uow.run(async (tx) => {
      const invoice = await this.invoices.lock(tx, by.company.id, target);
      const again = invoice.issuedAt !== null && body.channel !== 'None';
      return again ? this.resend(tx, by, invoice, body) : this.issue(tx, by, invoice, body);
    });
  }

  reject(by: Principal, target: Target, body: RejectInvoice): Promise<InvoiceRow> {
    return this.change(by, target, 'reject', body.text ?? body.code, (_, { at }) => {
      const rejection = { code: body.code, text: body.text ?? null, by: by.label, at: at.toISOString() };
      return { rejection, rejectedAt: at };
    });
  }

  /** Takes a rejection or a write-off back. */
  reopen(by: Principal, target: Target, body: ReopenInvoice): Promise<InvoiceRow> {
    return this.change(by, target, 'reopen', body.reason, async (invoice, _, tx) => {
      if (invoice.writeOff) requireOpenPeriod(await this.companies.keep(tx, by.company.id), invoice.writeOff.date);
      const amountWrittenOff = formatDecimal(ZERO, currencyDigits(invoice.currency));
      return { rejection: null, rejectedAt: null, writeOff: null, amountWrittenOff };
    });
  }

  /** Moves the due date. Of one that was Overdue, what is due today or later is not any more. */
  postpone(by: Principal, target: Target, { dueDate, reason }: PostponeInvoice): Promise<InvoiceRow> {
    return this.change(
      by,
      target,
      'postpone',
      reason,
      (invoice, doer) => {
        checkPostponed(invoice, dueDate);
        const overdue = dueDate < dateInZone(doer.at, by.company.timeZone);
        return { dueDate, overdueSince: overdue ? invoice.overdueSince : null };
      },
      (invoice) => ({ dueDate, dueDateBefore: invoice.dueDate }),
    );
  }

  /** Writes off all that is outstanding. */
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
        requireOpenPeriod(await this.companies.keep(tx, by.company.id), on, date === undefined ? undefined : '/date');
        return {
          amountWrittenOff: outstanding(invoice),
          writeOff: { date: on, reason, by: by.label, at: at.toISOString() },
        };
      },
      (invoice) => ({ amount: outstanding(invoice) }),
    );
  }

  openLink(by: Principal, target: Target): Promise<InvoiceRow> {
    return this.links.open(this.invoices, by, target, (invoice) => requireAction('resend', invoice));
  }

  closeLink(by: Principal, target: Target): Promise<InvoiceRow> {
    return this.links.close(this.invoices, by, target);
  }

  answeringUrl(by: Principal, target: Target): Promise<string> {
    return this.links.answeringUrl(this.invoices, by, target);
  }

  view(by: Principal, id: number): Promise<InvoiceRow> {
    return this.links.view(this.invoices, by, id);
  }

  /** Locks invoices, always in the order of their ids, so that two changes of several can not wait for each other. */
  async lock(tx: Tx, companyId: number, targets: readonly Target[]): Promise<InvoiceRow[]> {
    const rows: InvoiceRow[] = [];
    const ordered = [...new Map(targets.map((target) => [target.id, target])).values()].sort((a, b) => a.id - b.id);
    for (const target of ordered) rows.push(await this.invoices.lock(tx, companyId, target));
    return rows;
  }

  /** Takes up what the payments of a locked invoice now amount to, and tells it: paid, partially paid, or merely updated. */
  async settle(tx: Tx, by: Principal, invoice: InvoiceRow, settlement: Settlement): Promise<InvoiceRow> {
    const { action, reason, details, facts } = settlement;
    const doer = doerOf(by, this.clock.now(), { reason, details });
    const paid = decimalOrThrow(await this.invoices.sumPaid(tx, invoice.id));
    const amountPaid = formatDecimal(paid, currencyDigits(invoice.currency));
    // Void or fully credited: it no longer counts.
    const ceases = facts?.fullyCredited ?? false;
    if (ceases) await this.followers.lock(tx, invoice);
    const written = await this.invoices.writeAction(tx, invoice, action, { ...facts, amountPaid }, doer);
    if (ceases) await this.followers.tell(tx, written, doer);
    return written;
  }

  /** Snapshots of both parties, then the number, last, so that its series is locked for a moment only. */
  private async issue(tx: Tx, by: Principal, draft: InvoiceRow, body: SendInvoice): Promise<InvoiceRow> {
    const doer = doerOf(by, this.clock.now(), { details: { channel: body.channel } });
    requireAction('send', draft);
    const company = await this.companies.keep(tx, by.company.id);
    const client = await this.clients.forDocument(tx, by.company.id, draft.clientId);
    const invoice = dated(draft, body.issueDate, client.paymentTerms);
    requireOpenPeriod(company, invoice.issueDate, '/issueDate');
    checkSendable(invoice, company, client, dateInZone(doer.at, by.company.timeZone));
    const { companyId, series, issueDate } = invoice;
    const number = await numberDocument(tx, { companyId, kind: 'Invoice', series, issueDate }, 'invoice_not_sendable');
    const issued: InvoiceRow = {
      ...invoice,
      ...(body.channel === 'None' ? {} : this.invoices.viewingLink(invoice)),
      number,
      dueDateAtIssue: invoice.dueDate,
      seller: snapshotCompany(company),
      client: snapshotClient(client),
      issuedAt: doer.at,
      sentAt: doer.at,
    };
    const handed = { resource: 'invoice', document: issued, company, client, until: issued.dueDate } as const;
    const delivery = await this.handOver.mail(tx, by, handed, body);
    await askForFile(tx, { companyId, resource: 'invoice', recordId: invoice.id }, doer.at);
    return this.invoices.writeAction(tx, draft, 'send', { ...issued, delivery }, doer);
  }

  private async resend(tx: Tx, by: Principal, invoice: InvoiceRow, body: SendInvoice): Promise<InvoiceRow> {
    requireAction('resend', invoice);
    refuseOtherDate(body.issueDate);
    // The link is there already: nothing changes.
    if (body.channel === 'Link' && invoice.publicToken !== null) return invoice;
    const doer = doerOf(by, this.clock.now(), { details: { channel: body.channel } });
    const company = await this.companies.get(by.company.id, tx);
    const client = await this.clients.get(by, invoice.clientId);
    const document: InvoiceRow = { ...invoice, ...this.invoices.viewingLink(invoice) };
    const handed = { resource: 'invoice', document, company, client, until: invoice.dueDate } as const;
    const delivery = await this.handOver.mail(tx, by, handed, body);
    return this.invoices.writeAction(tx, invoice, 'resend', { ...document, delivery }, doer);
  }

  private change(
    by: Principal,
    target: Target,
    action: InvoiceAction,
    reason: string | undefined,
    edit: (invoice: InvoiceRow, doer: Doer, tx: Tx) => Partial<InvoiceRow> | Promise<Partial<InvoiceRow>>,
    details: (invoice: InvoiceRow) => ChangeDetails | undefined = () => undefined,
  ): Promise<InvoiceRow> {
    return this.uow.run(async (tx) => {
      const invoice = await this.invoices.lock(tx, by.company.id, target);
      await this.links.requireLive(tx, by, this.invoices.refOf(invoice));
      requireAction(action, invoice);
      const doer = doerOf(by, this.clock.now(), { reason, details: { ...clientOrigin(by), ...details(invoice) } });
      return this.invoices.writeAction(tx, invoice, action, await edit(invoice, doer, tx), doer);
    });
  }
}
