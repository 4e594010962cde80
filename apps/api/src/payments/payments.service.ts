import type { CreatePayment, ListPayments } from '@billhook/contract/payment';
import { UNSAVED } from '@billhook/db/row';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { currencyDigits } from '@billhook/domain/currency';
import { formatDecimal } from '@billhook/domain/decimal';
import { unallocated } from '@billhook/domain/payment';
import { Problem } from '@billhook/domain/problems';
import type { Clock } from '@billhook/platform/clock';
import type { Slice, Sliced } from '@billhook/records/paging';
import type { PaymentRow } from '@billhook/records/payments/payment.entity';
import { PaymentsRepository } from '@billhook/records/payments/payments.repository';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../access/principal.js';
import { ClientsService } from '../clients/clients.service.js';
import { InvoicesService } from '../invoices/invoices.service.js';
import { CLOCK } from '../platform/tokens.js';
import { checkAllocations, checkDigits } from './payment-rules.js';

@Injectable()
export class PaymentsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly payments: PaymentsRepository,
    private readonly clients: ClientsService,
    private readonly invoices: InvoicesService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  list(by: Principal, filter: ListPayments, slice: Slice): Promise<Sliced<PaymentRow>> {
    return this.payments.list(by.company.id, filter, slice);
  }

  get(by: Principal, id: number): Promise<PaymentRow> {
    return this.payments.find(by.company.id, id);
  }

  /** Records a payment and settles the invoices it pays: one event for it and one for each of them, in one transaction. */
  create(by: Principal, body: CreatePayment): Promise<PaymentRow> {
    checkDigits(body);
    const rest = unallocated(body.amount, body.allocations);
    if (!rest) {
      throw new Problem('over_allocated', 'The allocations amount to more than the payment.', {
        errors: [{ pointer: '/allocations', code: 'over_allocated', message: 'add up to more than amount' }],
      });
    }
    return this.uow.run(async (tx) => {
      const ids = body.allocations.map((allocation) => allocation.invoiceId);
      const invoices = await this.invoices.lockForPayment(tx, by.company.id, ids);
      // After the invoices, as the send of one of them does: two transactions that lock in different orders wait for each other.
      await this.clients.forPayment(tx, by.company.id, body.clientId);
      checkAllocations(body, invoices);
      const payment = await this.payments.insert(
        tx,
        {
          id: UNSAVED,
          companyId: by.company.id,
          clientId: body.clientId,
          externalId: body.externalId ?? null,
          kind: 'Payment',
          status: 'Recorded',
          date: body.date,
          amount: body.amount,
          currency: body.currency,
          method: body.method ?? null,
          reference: body.reference ?? null,
          allocations: body.allocations,
          unallocated: formatDecimal(rest, currencyDigits(body.currency)),
          deletedAt: null,
          deletedBy: null,
          deletionReason: null,
          version: 1,
          createdAt: this.clock.now(),
        },
        'payment.created',
      );
      for (const invoice of invoices) await this.invoices.settle(tx, by, invoice);
      return payment;
    });
  }

  /** Takes a payment back, for a reason that is kept, and opens the balances again. */
  delete(by: Principal, id: number, reason: string): Promise<void> {
    return this.uow.run(async (tx) => {
      // The payment first tells which invoices to lock; they are always locked in the order of their ids.
      const payment = await this.payments.lock(tx, by.company.id, id);
      if (payment.status === 'Deleted') throw new Problem('payment_deleted');
      const now = this.clock.now();
      const ids = payment.allocations.map((allocation) => allocation.invoiceId);
      const invoices = await this.invoices.lockForPayment(tx, by.company.id, ids);
      const deleted: PaymentRow = {
        ...payment,
        status: 'Deleted',
        deletedAt: now,
        deletedBy: by.label,
        deletionReason: reason,
        version: payment.version + 1,
      };
      await this.payments.write(tx, deleted, 'payment.deleted', now);
      for (const invoice of invoices) await this.invoices.settle(tx, by, invoice, reason);
    });
  }
}
