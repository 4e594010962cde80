import { isDeepStrictEqual } from 'node:util';
import type { CreateCreditNote, ListCreditNotes, UpdateCreditNote } from '@billhook/contract/invoicing/credit-note';
import type { VoidInvoice } from '@billhook/contract/invoicing/invoice';
import type { StatusCountRows } from '@billhook/db/lists/list-records';
import { NO_EVENT } from '@billhook/db/outbox';
import { UNSAVED } from '@billhook/db/row';
import type { Target } from '@billhook/db/target';
import { type Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import { currencyDigits } from '@billhook/domain/invoicing/codes/currency';
import { remainingCredit } from '@billhook/domain/invoicing/credit-note';
import { balance, type InvoiceAction } from '@billhook/domain/invoicing/invoice';
import { dateInZone } from '@billhook/domain/shared/calendar';
import { add, compare, decimalOrThrow, formatDecimal, subtract } from '@billhook/domain/shared/decimal';
import { invalidBody, Problem } from '@billhook/domain/shared/problems';
import { snapshotCompany } from '@billhook/identity/companies/company.presenter';
import { snapshotClient } from '@billhook/invoicing/clients/client.presenter';
import type { CreditNote, CreditNoteRow } from '@billhook/invoicing/credit-notes/credit-note.entity';
import { CreditNotesRepository } from '@billhook/invoicing/credit-notes/credit-notes.repository';
import { creditNoteSource } from '@billhook/invoicing/documents/pdf-sources';
import { requireAction } from '@billhook/invoicing/invoices/invoice-action.rules';
import type { InvoiceRow } from '@billhook/invoicing/invoices/invoice.entity';
import type { NumberedMail } from '@billhook/invoicing/mails/mails.repository';
import { changeOf } from '@billhook/invoicing/records/change';
import { renderingErrors } from '@billhook/pdf/rendering-errors';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { Inject, Injectable } from '@nestjs/common';
import { CompaniesService } from '../../identity/companies/companies.service.js';
import { requireOpenPeriod } from '../../identity/companies/lock-date.rules.js';
import type { Principal } from '../../request/principal.js';
import { ClientsService } from '../clients/clients.service.js';
import { annotated } from '../documents/annotations.rules.js';
import { NOT_DELIVERED } from '../documents/document-composition.rules.js';
import { DocumentDeliveryService } from '../documents/document-delivery.service.js';
import { DocumentLinksService } from '../documents/document-links.service.js';
import { numberDocument } from '../documents/document-number.rules.js';
import { InvoiceActionsService } from '../invoices/invoice-actions.service.js';
import { PaymentsService } from '../payments/payments.service.js';
import { changeAuthorOf } from '../records/change-author-of.rules.js';
import { RecordService } from '../records/record.service.js';
import { composeCredit, type CreditComposition } from './credit-composition.rules.js';

/** Credit notes are issued when they are created. They reduce the outstanding amount; a paid amount becomes credit of the client. */
@Injectable()
export class CreditNotesService extends RecordService<CreditNote, CreditNoteRow, ListCreditNotes> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly notes: CreditNotesRepository,
    private readonly invoiceActions: InvoiceActionsService,
    private readonly payments: PaymentsService,
    private readonly clients: ClientsService,
    private readonly companies: CompaniesService,
    private readonly delivery: DocumentDeliveryService,
    private readonly links: DocumentLinksService,
    @Inject(COMPANY_TIME) private readonly clock: Clock,
  ) {
    super(notes);
  }

  openLink(by: Principal, target: Target): Promise<CreditNoteRow> {
    return this.links.open(this.notes, by, target, () => undefined);
  }

  closeLink(by: Principal, target: Target): Promise<CreditNoteRow> {
    return this.links.close(this.notes, by, target);
  }

  view(by: Principal, id: number): Promise<CreditNoteRow> {
    return this.links.view(this.notes, by, id);
  }

  statusCounts(by: Principal, query: ListCreditNotes): Promise<StatusCountRows> {
    return this.notes.statusCounts(by.company.id, query);
  }

  /** The email with which a credit note would be issued now. Discards the credit note, with its number. */
  previewMail(by: Principal, body: CreateCreditNote): Promise<NumberedMail> {
    return this.uow.around(async () => {
      const note = await this.create(by, { ...body, channel: 'Email' });
      return this.delivery.added(this.notes.refOf(note), note.delivery);
    }, 'discard');
  }

  create(by: Principal, body: CreateCreditNote): Promise<CreditNoteRow> {
    return this.uow.run(async (tx) => {
      const invoice = await this.invoiceOf(tx, by, { id: body.invoiceId });
      return (await this.credit(tx, by, invoice, body, 'credit')).note;
    });
  }

  /** Voids an invoice with a credit note for its rest; each refers to the other. */
  void(by: Principal, target: Target, body: VoidInvoice): Promise<InvoiceRow> {
    return this.uow.run(async (tx) => {
      const [invoice] = await this.invoiceActions.lock(tx, by.company.id, [target]);
      if (!invoice) throw new Problem('not_found');
      const { code, text, issueDate } = body;
      const credit: CreateCreditNote = {
        invoiceId: invoice.id,
        reason: { code, text },
        issueDate,
        series: 'default',
        notes: [],
        channel: 'None',
      };
      return (await this.credit(tx, by, invoice, credit, 'void')).invoice;
    });
  }

  /** A credit note is final: only its annotations can be changed, and credit notes have no events. */
  update(by: Principal, target: Target, patch: UpdateCreditNote): Promise<CreditNoteRow> {
    return this.uow.run(async (tx) => {
      const note = await this.notes.lock(tx, by.company.id, target);
      const changed = annotated(note, patch);
      if (isDeepStrictEqual(changed, note)) return note;
      return this.notes.write(tx, note, changed, changeOf('annotate', NO_EVENT, changeAuthorOf(by, this.clock.now())));
    });
  }

  private async invoiceOf(tx: Tx, by: Principal, target: Target): Promise<InvoiceRow> {
    const [invoice] = await this.invoiceActions.lock(tx, by.company.id, [target]).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
      throw invalidBody('/invoiceId', 'unknown_invoice', 'is not the id of an invoice of the company');
    });
    if (!invoice) throw new Problem('not_found');
    return invoice;
  }

  /** The caller holds the invoice's lock. */
  private async credit(
    tx: Tx,
    by: Principal,
    invoice: InvoiceRow,
    body: CreateCreditNote,
    action: Extract<InvoiceAction, 'credit' | 'void'>,
  ): Promise<{ note: CreditNoteRow; invoice: InvoiceRow }> {
    requireAction(action, invoice);
    const at = this.clock.now();
    const credited = await this.notes.ofInvoice(tx, invoice.id);
    const composition = composeCredit(invoice, credited, body);
    const breakdowns = [...credited, composition.columns].map(({ taxBreakdown }) => taxBreakdown);
    const company = await this.companies.lockForShare(tx, by.company.id);
    const issueDate = body.issueDate ?? dateInZone(at, by.company.timeZone);
    requireOpenPeriod(company, issueDate, '/issueDate');
    const client = await this.clients.get(by, invoice.clientId);
    const allocation = this.allocate(invoice, composition.columns.payable);
    // Locks payments before the series: an allocation waits for the client, and a send that holds the client waits for the series.
    await this.payments.release(tx, by, invoice, allocation.released);
    const draft = await this.number(tx, by, invoice, body, composition, at);
    const note: CreditNoteRow = {
      ...draft,
      allocation,
      seller: snapshotCompany(company),
      client: invoice.client ?? snapshotClient(client),
    };
    checkDrawable(note, body.lines !== undefined, action === 'void' ? '' : '/reason');
    const link = body.channel === 'None' ? {} : this.notes.viewingLink(note);
    const details = { invoiceId: invoice.id, invoiceNumber: invoice.number, gross: note.payable };
    const reason = body.reason.text ?? body.reason.code;
    // The email names the record, so the record is inserted first and stores the id of the email afterwards.
    const inserted = await this.notes.insert(
      tx,
      { ...note, ...link },
      changeOf('issue', NO_EVENT, changeAuthorOf(by, at, { reason, details })),
    );
    const sent = { resource: 'credit_note', document: inserted, company, client, until: null } as const;
    const delivery = await this.delivery.deliver(tx, by, sent, body);
    const issued = delivery === null ? inserted : await this.notes.keepDelivery(tx, inserted, delivery);

    const source = creditNoteSource(issued, note, invoice.issueDate);
    this.delivery.requestPdf(tx, by, this.notes.refOf(issued), source, at);
    const settled = await this.invoiceActions.settle(tx, by, invoice, {
      action,
      reason,
      details: { creditNoteId: issued.id, creditNoteNumber: issued.number, amount: note.payable },
      facts: {
        amountCredited: this.sum(invoice, invoice.amountCredited, note.payable),
        fullyCredited: remainingCredit(invoice.taxBreakdown, breakdowns, invoice.currency).length === 0,
        creditNoteIds: [...invoice.creditNoteIds, issued.id],
        ...(action === 'void' ? { voidedAt: at } : {}),
      },
    });
    return { note: issued, invoice: settled };
  }

  private async number(
    tx: Tx,
    by: Principal,
    invoice: InvoiceRow,
    body: CreateCreditNote,
    { columns, lines }: CreditComposition,
    at: Date,
  ): Promise<Omit<CreditNoteRow, 'allocation' | 'seller' | 'client'>> {
    const { companyId } = invoice;
    const today = dateInZone(at, by.company.timeZone);
    const issueDate = body.issueDate ?? today;
    const reject = (code: string, message: string): never => {
      throw invalidBody('/issueDate', code, message);
    };
    if (issueDate > today) reject('date_in_future', `must not be after today, ${today}`);
    if (issueDate < invoice.issueDate)
      reject('date_before_invoice', `must not be before ${invoice.issueDate}, the issue date of the invoice`);
    const numbered = { companyId, kind: 'CreditNote', series: columns.series, issueDate } as const;
    return {
      ...columns,
      ...NOT_DELIVERED,
      lines,
      id: UNSAVED,
      companyId,
      number: await numberDocument(tx, numbered, 'invalid_body'),
      invoiceId: invoice.id,
      invoiceNumber: invoice.number ?? '',
      reason: { code: body.reason.code, text: body.reason.text ?? null },
      issueDate,
      sentAt: at,
      version: 1,
      createdAt: at,
      updatedAt: at,
    };
  }

  /** Splits the credited amount: first the outstanding amount of the invoice, then what was already paid. */
  private allocate(invoice: InvoiceRow, payable: string): CreditNoteRow['allocation'] {
    const digits = currencyDigits(invoice.currency);
    const open = balance(invoice);
    const whole = decimalOrThrow(payable);
    const taken = compare(whole, open) > 0 ? open : whole;
    return { invoice: formatDecimal(taken, digits), released: formatDecimal(subtract(whole, taken), digits) };
  }

  private sum(invoice: InvoiceRow, a: string, b: string): string {
    return formatDecimal(add(decimalOrThrow(a), decimalOrThrow(b)), currencyDigits(invoice.currency));
  }
}

/**
 * A credit note is issued when it is created, so its PDF must show every text of the body and the company. The texts of the
 * invoice are final: a character that cannot be rendered in them does not block a credit note.
 * @param reason where the body has the members of the reason
 * @throws Problem 422 text_not_drawable
 */
function checkDrawable(note: CreditNoteRow, hasOwnLines: boolean, reason: '' | '/reason'): void {
  const { seller, notes, lines } = note;
  const fieldErrors = renderingErrors({ seller, notes, reason: note.reason, ...(hasOwnLines ? { lines } : {}) });
  const errors = fieldErrors.map((fieldError) => ({
    ...fieldError,
    pointer: fieldError.pointer.replace(/^\/reason(?=\/text$)/, reason),
  }));
  if (errors.length > 0) throw new Problem('text_not_drawable', undefined, { errors });
}
