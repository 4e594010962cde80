import type { Statement } from '@billhook/db/statement';
import { currencyDigits, type CurrencyCode } from '@billhook/domain/invoicing/codes/currency';
import type { PaymentKind, PaymentStatus } from '@billhook/domain/invoicing/payment';
import { decimalOrThrow, formatDecimal, isZero, subtract, ZERO } from '@billhook/domain/shared/decimal';

/** The part of a payment that the ledger needs. */
interface LedgerPayment {
  readonly id: number;
  readonly companyId: number;
  readonly kind: PaymentKind;
  readonly status: PaymentStatus;
  readonly date: string;
  readonly currency: CurrencyCode;
  readonly allocations: readonly { readonly invoiceId: number; readonly amount: string }[];
}

/** The amount for each invoice by which a payment changes what it settles; a deleted payment settles nothing, a refund takes back. */
function changesOf(before: LedgerPayment | null, next: LedgerPayment): [invoiceId: number, amount: string][] {
  const settles = ({ status, allocations }: LedgerPayment, invoiceId: number) => {
    const held = status === 'Recorded' ? allocations.find((each) => each.invoiceId === invoiceId) : undefined;
    return held ? decimalOrThrow(held.amount) : ZERO;
  };
  const invoices = new Set([...(before?.allocations ?? []), ...next.allocations].map(({ invoiceId }) => invoiceId));
  return [...invoices].flatMap((invoiceId) => {
    const was = before ? settles(before, invoiceId) : ZERO;
    const is = settles(next, invoiceId);
    const change = next.kind === 'Refund' ? subtract(was, is) : subtract(is, was);
    return isZero(change) ? [] : [[invoiceId, formatDecimal(change, currencyDigits(next.currency))]];
  });
}

/**
 * The entries of a new payment or refund, from its date, and not before the issue date of the invoice.
 * @returns undefined if it has no allocation
 */
export function entriesOfNewPayment(payment: LedgerPayment): Statement | undefined {
  const changes = changesOf(null, payment);
  if (changes.length === 0) return undefined;
  return {
    name: 'settlement_entries_new',
    text: `INSERT INTO settlement_entries (company_id, invoice_id, payment_id, date, amount)
      SELECT $1, i.id, $2, greatest($3::date, i.issue_date), a.amount
      FROM unnest($4::bigint[], $5::numeric[]) AS a (invoice_id, amount) JOIN invoices i ON i.id = a.invoice_id`,
    values: [
      ...[payment.companyId, payment.id, payment.date],
      ...[changes.map(([invoiceId]) => invoiceId), changes.map(([, amount]) => amount)],
    ],
  };
}

/**
 * The entries of an allocation, a release or a deletion, from the day in the time zone of the company on which it happens.
 * @returns undefined if the payment settles the same as before
 */
export function entriesOfChangedPayment(before: LedgerPayment, next: LedgerPayment, at: Date): Statement | undefined {
  const changes = changesOf(before, next);
  if (changes.length === 0) return undefined;
  return {
    name: 'settlement_entries_changed',
    text: `INSERT INTO settlement_entries (company_id, invoice_id, payment_id, date, amount)
      SELECT c.id, i.id, $2, greatest(($3::timestamptz AT TIME ZONE c.time_zone)::date, $4::date, i.issue_date), a.amount
      FROM unnest($5::bigint[], $6::numeric[]) AS a (invoice_id, amount) JOIN invoices i ON i.id = a.invoice_id
      JOIN companies c ON c.id = $1`,
    values: [
      ...[next.companyId, next.id, at, next.date],
      ...[changes.map(([invoiceId]) => invoiceId), changes.map(([, amount]) => amount)],
    ],
  };
}

/** The part of an invoice that the ledger needs. */
interface LedgerInvoice {
  readonly id: number;
  readonly companyId: number;
  readonly currency: CurrencyCode;
  readonly issuedAt: Date | null;
  readonly amountWrittenOff: string;
  readonly writeOff: { readonly date: string } | null;
  readonly dueDate: string | null;
}

const TODAY = '($2::timestamptz AT TIME ZONE c.time_zone)::date';

/** The entry of a write-off, from its date, or of its reopening, from the day on which it happens. */
function entryOfWriteOff(before: LedgerInvoice, next: LedgerInvoice, at: Date): Statement | undefined {
  const change = subtract(decimalOrThrow(next.amountWrittenOff), decimalOrThrow(before.amountWrittenOff));
  if (isZero(change)) return undefined;
  return {
    name: 'settlement_entry_write_off',
    text: `INSERT INTO settlement_entries (company_id, invoice_id, date, amount)
      SELECT c.id, $3, coalesce($4::date, ${TODAY}), $5 FROM companies c WHERE c.id = $1`,
    values: [
      ...[next.companyId, at, next.id, next.writeOff?.date ?? null],
      formatDecimal(change, currencyDigits(next.currency)),
    ],
  };
}

/** The due date that an issued invoice had until now. */
function earlierDueDate(before: LedgerInvoice, next: LedgerInvoice, at: Date): Statement | undefined {
  if (before.issuedAt === null || before.dueDate === null || before.dueDate === next.dueDate) return undefined;
  return {
    name: 'postponement_add',
    text: `INSERT INTO postponements (company_id, invoice_id, date, due_date_before)
      SELECT c.id, $3, ${TODAY}, $4 FROM companies c WHERE c.id = $1`,
    values: [next.companyId, at, next.id, before.dueDate],
  };
}

/** What the reports need of a changed invoice: its write-off or reopening, and the due date before it was postponed. */
export function ledgerOfInvoice(before: LedgerInvoice, next: LedgerInvoice, at: Date): Statement[] {
  return [entryOfWriteOff(before, next, at), earlierDueDate(before, next, at)].flatMap((statement) => statement ?? []);
}
