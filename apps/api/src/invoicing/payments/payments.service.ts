import {
  STORED_PAYMENT,
  type AllocatePayment,
  type CreatePayment,
  type ListPayments,
} from '@billhook/contract/invoicing/payment';
import type { StatusCountRows } from '@billhook/db/lists/list-records';
import { NO_EVENT } from '@billhook/db/outbox';
import { UNSAVED } from '@billhook/db/row';
import type { Target } from '@billhook/db/target';
import { type Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import { currencyDigits } from '@billhook/domain/invoicing/codes/currency';
import { dateInZone } from '@billhook/domain/shared/calendar';
import {
  add,
  compare,
  decimalOrThrow,
  formatDecimal,
  isZero,
  subtract,
  ZERO,
  type Decimal,
} from '@billhook/domain/shared/decimal';
import { Problem, type ProblemCode } from '@billhook/domain/shared/problems';
import type { InvoiceRow } from '@billhook/invoicing/invoices/invoice.entity';
import type { Allocation, Payment, PaymentRow } from '@billhook/invoicing/payments/payment.entity';
import { PaymentsRepository } from '@billhook/invoicing/payments/payments.repository';
import { changeOf } from '@billhook/invoicing/records/change';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { Inject, Injectable } from '@nestjs/common';
import { CompaniesService } from '../../identity/companies/companies.service.js';
import { requireOpenPeriod } from '../../identity/companies/lock-date.rules.js';
import type { Principal } from '../../request/principal.js';
import { ClientsService } from '../clients/clients.service.js';
import { InvoiceActionsService } from '../invoices/invoice-actions.service.js';
import { changeAuthorOf } from '../records/change-author-of.rules.js';
import { RecordService } from '../records/record.service.js';
import {
  checkAllocations,
  checkDate,
  checkNotRefunded,
  checkNotWrittenOff,
  checkRefundDate,
  inFull,
  restOf,
} from './payment.rules.js';

const targetsOf = (allocations: readonly Allocation[]): Target[] =>
  allocations.map(({ invoiceId }) => ({ id: invoiceId }));

/**
 * Payments and refunds. Locks are always taken in one order: the invoices by their ids, the payments, the client.
 */
@Injectable()
export class PaymentsService extends RecordService<Payment, PaymentRow, ListPayments> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly payments: PaymentsRepository,
    private readonly clients: ClientsService,
    private readonly companies: CompaniesService,
    private readonly invoiceActions: InvoiceActionsService,
    @Inject(COMPANY_TIME) private readonly clock: Clock,
  ) {
    super(payments);
  }

  statusCounts(by: Principal, query: ListPayments): Promise<StatusCountRows> {
    return this.payments.statusCounts(by.company.id, query);
  }

  /** Records a payment or a refund and settles the invoices. Emits one event for it and one for each invoice, in one transaction. */
  create(by: Principal, given: CreatePayment): Promise<PaymentRow> {
    const body = inFull(given);
    checkDate(body.date, dateInZone(this.clock.now(), by.company.timeZone));
    const rest = restOf(body.amount, body.currency, body.allocations);
    return this.uow.run(async (tx) => {
      const invoices = await this.invoiceActions.lock(tx, by.company.id, targetsOf(body.allocations));
      // A refund spends credit, so it locks the client exclusively from the start: two holders of a shared lock would block each other.
      requireOpenPeriod(await this.companies.lockForShare(tx, by.company.id), body.date, '/date');
      const client = await this.clients.forPayment(tx, by.company.id, body.clientId, body.kind === 'Refund');
      checkAllocations(body, invoices);
      if (body.kind === 'Refund') checkRefundDate(body.date, await this.payments.firstDates(tx, client.id, body));
      // The part of a refund that no invoice covers comes from the client's credit.
      if (body.kind === 'Refund') await this.spend(tx, by, client.id, body.currency, rest, 'over_refunded', '/amount');
      const details = { amount: body.amount, currency: body.currency };
      const author = changeAuthorOf(by, this.clock.now(), { details });
      const payment = await this.payments.insert(
        tx,
        {
          id: UNSAVED,
          companyId: by.company.id,
          ...STORED_PAYMENT.toRow(body),
          status: 'Recorded',
          allocations: body.allocations,
          unallocated: rest,
          deletedAt: null,
          deletedBy: null,
          deletionReason: null,
          version: 1,
          createdAt: author.at,
          updatedAt: author.at,
        },
        changeOf('create', 'payment.created', author),
      );
      const action = body.kind === 'Refund' ? 'unpay' : 'pay';
      for (const invoice of invoices) await this.settle(tx, by, invoice, action, payment, body.allocations);
      return payment;
    });
  }

  /** Allocates the rest of a payment. Only the invoices emit events: there is none for a changed payment. */
  allocate(by: Principal, target: Target, body: AllocatePayment): Promise<PaymentRow> {
    return this.uow.run(async (tx) => {
      await this.payments.find(by.company.id, target.id);
      const invoices = await this.invoiceActions.lock(tx, by.company.id, targetsOf(body.allocations));
      const payment = await this.lockStanding(tx, by, target);
      if (payment.kind === 'Refund') throw new Problem('action_not_allowed', 'A refund cannot be allocated.');
      const { allocations } = inFull({ currency: payment.currency, allocations: body.allocations });
      const rest = restOf(payment.unallocated, payment.currency, allocations);
      checkAllocations({ ...payment, allocations }, invoices);
      const taken = this.minus(payment.unallocated, rest, payment.currency);
      await this.spend(tx, by, payment.clientId, payment.currency, taken, 'credit_spent', '/allocations');
      const change = changeOf(
        'allocate',
        NO_EVENT,
        changeAuthorOf(by, this.clock.now(), { details: { amount: taken } }),
      );
      const facts = { unallocated: rest, allocations: merged(payment.allocations, allocations, payment.currency) };
      const written = await this.payments.write(tx, payment, facts, change);
      for (const invoice of invoices) await this.settle(tx, by, invoice, 'pay', payment, allocations);
      return written;
    });
  }

  /** Deletes a payment with a reason; the amounts that it paid become outstanding again. */
  async delete(by: Principal, target: Target, reason: string): Promise<void> {
    // The payment names the invoices to lock, but is locked after them: retry if it was allocated in the meantime.
    while (!(await this.deleteAsRead(by, target, reason)));
  }

  private deleteAsRead(by: Principal, target: Target, reason: string): Promise<boolean> {
    return this.uow.run(async (tx) => {
      const read = await this.payments.find(by.company.id, target.id);
      const invoices = await this.invoiceActions.lock(tx, by.company.id, targetsOf(read.allocations));
      const payment = await this.lockStanding(tx, by, target);
      if (payment.version !== read.version) return false;
      requireOpenPeriod(await this.companies.lockForShare(tx, by.company.id), payment.date);
      if (payment.kind === 'Payment') {
        // The amounts that it paid, and its rest, may have been refunded in the meantime.
        checkNotWrittenOff(invoices);
        checkNotRefunded(payment, invoices);
        await this.spend(tx, by, payment.clientId, payment.currency, payment.unallocated, 'credit_spent');
      } else {
        checkAllocations({ ...payment, kind: 'Payment' }, invoices);
      }
      const author = changeAuthorOf(by, this.clock.now(), { reason, details: { amount: payment.amount } });
      const deleted = { status: 'Deleted', deletedAt: author.at, deletedBy: by.label, deletionReason: reason } as const;
      await this.payments.write(tx, payment, deleted, changeOf('delete', 'payment.deleted', author));
      const action = payment.kind === 'Refund' ? 'pay' : 'unpay';
      for (const invoice of invoices) await this.settle(tx, by, invoice, action, payment, payment.allocations, reason);
      return true;
    });
  }

  /**
   * Releases allocations of the payments of a locked invoice, newest first, as credit of the client, because the paid amount is credited.
   * The caller settles the invoice.
   */
  async release(tx: Tx, by: Principal, invoice: InvoiceRow, amount: string): Promise<void> {
    let left = decimalOrThrow(amount);
    if (isZero(left)) return;
    const digits = currencyDigits(invoice.currency);
    for (const payment of await this.payments.lockPaying(tx, by.company.id, invoice.id)) {
      const held = payment.allocations.find(({ invoiceId }) => invoiceId === invoice.id);
      if (!held || isZero(left)) continue;
      const free = compare(decimalOrThrow(held.amount), left) > 0 ? left : decimalOrThrow(held.amount);
      left = subtract(left, free);
      const kept = subtract(decimalOrThrow(held.amount), free);
      const allocations = payment.allocations.flatMap((allocation) => {
        if (allocation !== held) return [allocation];
        return isZero(kept) ? [] : [{ invoiceId: invoice.id, amount: formatDecimal(kept, digits) }];
      });
      const unallocated = formatDecimal(add(decimalOrThrow(payment.unallocated), free), digits);
      const details = { invoiceId: invoice.id, amount: formatDecimal(free, digits) };
      const change = changeOf('release', NO_EVENT, changeAuthorOf(by, this.clock.now(), { details }));
      await this.payments.write(tx, payment, { unallocated, allocations }, change);
    }
  }

  private async lockStanding(tx: Tx, by: Principal, target: Target): Promise<PaymentRow> {
    const payment = await this.payments.lock(tx, by.company.id, target);
    if (payment.status === 'Deleted') throw new Problem('payment_deleted');
    return payment;
  }

  /** Checks that the client has this much credit, and locks the client until the transaction ends. */
  private async spend(
    tx: Tx,
    by: Principal,
    clientId: number,
    currency: string,
    amount: string,
    rejection: ProblemCode,
    pointer?: string,
  ): Promise<void> {
    if (isZero(decimalOrThrow(amount))) return;
    await this.clients.lock(tx, by.company.id, clientId);
    const credit = await this.payments.credit(tx, clientId, currency);
    if (compare(decimalOrThrow(amount), decimalOrThrow(credit)) <= 0) return;
    const left = formatDecimal(decimalOrThrow(credit), currencyDigits(currency));
    const message = `takes ${amount} ${currency} from the credit of the client, which is ${left}`;
    throw new Problem(rejection, `This ${message}.`, {
      errors: pointer === undefined ? undefined : [{ pointer, code: rejection, message }],
      extensions: { credit: left },
    });
  }

  private settle(
    tx: Tx,
    by: Principal,
    invoice: InvoiceRow,
    action: 'pay' | 'unpay',
    payment: PaymentRow,
    allocations: readonly Allocation[],
    reason?: string,
  ): Promise<InvoiceRow> {
    const amount = allocations.find(({ invoiceId }) => invoiceId === invoice.id)?.amount ?? '0';
    return this.invoiceActions.settle(tx, by, invoice, { action, reason, details: { paymentId: payment.id, amount } });
  }

  private minus(a: string, b: string, currency: string): string {
    return formatDecimal(subtract(decimalOrThrow(a), decimalOrThrow(b)), currencyDigits(currency));
  }
}

/** Adds allocations to existing ones; several allocations to one invoice become one. */
function merged(before: readonly Allocation[], further: readonly Allocation[], currency: string): Allocation[] {
  const sums = new Map<number, Decimal>();
  for (const { invoiceId, amount } of [...before, ...further]) {
    sums.set(invoiceId, add(sums.get(invoiceId) ?? ZERO, decimalOrThrow(amount)));
  }
  return [...sums].map(([invoiceId, amount]) => ({
    invoiceId,
    amount: formatDecimal(amount, currencyDigits(currency)),
  }));
}
