import type { ReadRunner } from '@billhook/db/statement';
import { currencyDigits } from '@billhook/domain/invoicing/codes/currency';
import { allows, balance } from '@billhook/domain/invoicing/invoice';
import { paymentUrl } from '@billhook/domain/invoicing/payment-details/payment-link';
import { paymentReference } from '@billhook/domain/invoicing/payment-reference';
import { decimalOrThrow, formatDecimal, isZeroText } from '@billhook/domain/shared/decimal';
import type { Company } from '@billhook/identity/companies/company.entity';
import type { InvoiceRow } from './invoice.entity.js';

/** The part of a payment that pays an invoice. */
export interface PartPayment {
  readonly date: string;
  readonly amount: string;
}

/** Where the outstanding amount of an issued invoice can be paid; null if the company has no payment link, or nothing can be paid. */
export function payUrlOf(company: Pick<Company, 'kind' | 'paymentLink'>, invoice: InvoiceRow): string | null {
  const { number, seller, currency, status } = invoice;
  const { paymentLink, kind } = company;
  if (paymentLink === null || kind === 'Sandbox' || number === null || !seller) return null;
  // A draft that has a number is being issued.
  const amount =
    status === 'Draft' || allows('pay', status) ? formatDecimal(balance(invoice), currencyDigits(currency)) : '0';
  if (isZeroText(amount) || amount.startsWith('-')) return null;
  return paymentUrl(paymentLink, { number, amount, currency, reference: paymentReference(invoice, seller) ?? number });
}

/** More are shown as their sum. */
const MOST_PARTS = 10;

/**
 * The payments of an invoice, the oldest first. None if there are many, or a refund among them: then only their sum is clear to a client.
 */
export async function partPayments(db: ReadRunner, invoice: InvoiceRow): Promise<PartPayment[]> {
  const { id, companyId, currency, amountPaid } = invoice;
  if (isZeroText(amountPaid)) return [];
  const rows = await db.query<PartPayment & { kind: string }>({
    name: 'invoice_part_payments',
    text: `SELECT p.kind, p.date, a.amount::text AS amount FROM payment_allocations a JOIN payments p ON p.id = a.payment_id
      WHERE a.invoice_id = $1 AND p.company_id = $2 AND p.status = 'Recorded' ORDER BY p.date, p.id LIMIT $3::integer`,
    values: [id, companyId, MOST_PARTS + 1],
  });
  if (rows.length > MOST_PARTS || rows.some(({ kind }) => kind !== 'Payment')) return [];
  const digits = currencyDigits(currency);
  return rows.map(({ date, amount }) => ({ date, amount: formatDecimal(decimalOrThrow(amount), digits) }));
}
