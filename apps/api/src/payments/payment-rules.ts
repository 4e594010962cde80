import type { CreatePayment } from '@billhook/contract/payment';
import { currencyDigits } from '@billhook/domain/currency';
import { compare, formatDecimal, parseDecimal, ZERO } from '@billhook/domain/decimal';
import { allows, balance } from '@billhook/domain/invoice';
import { Problem, type Fault, type ProblemCode } from '@billhook/domain/problems';
import type { InvoiceRow } from '@billhook/records/invoices/invoice.entity';

/** @throws Problem 422 where an amount does not carry exactly the currency's digits */
export function checkDigits(body: CreatePayment): void {
  const digits = currencyDigits(body.currency);
  const amounts = [
    ['/amount', body.amount],
    ...body.allocations.map((a, n) => [`/allocations/${n}/amount`, a.amount]),
  ] as const;
  const faults: Fault[] = amounts
    .filter(([, amount]) => (amount?.split('.')[1]?.length ?? 0) !== digits)
    .map(([pointer]) => ({ pointer, code: 'wrong_decimals', message: `takes ${digits} decimals in ${body.currency}` }));
  if (faults.length > 0) throw new Problem('invalid_body', undefined, { errors: faults });
}

/**
 * Whether each invoice takes what is allocated to it. The invoices are locked.
 * @throws Problem 422 client_mismatch, currency_mismatch, invalid_body; 409 not_payable, over_allocated
 */
export function checkAllocations(body: CreatePayment, invoices: readonly InvoiceRow[]): void {
  const seen = new Set<number>();
  for (const [n, { invoiceId, amount }] of body.allocations.entries()) {
    const pointer = `/allocations/${n}`;
    const refuse = (code: ProblemCode, member: string, message: string): never => {
      throw new Problem(code, `${pointer}/${member} ${message}.`, {
        errors: [{ pointer: `${pointer}/${member}`, code, message }],
      });
    };
    if (seen.has(invoiceId)) refuse('invalid_body', 'invoiceId', 'names an invoice twice');
    seen.add(invoiceId);
    const invoice = invoices.find((candidate) => candidate.id === invoiceId);
    if (!invoice) throw new Problem('not_found');
    if (invoice.clientId !== body.clientId) refuse('client_mismatch', 'invoiceId', 'belongs to another client');
    if (invoice.currency !== body.currency) refuse('currency_mismatch', 'invoiceId', `is in ${invoice.currency}`);
    if (!allows('pay', invoice.status)) refuse('not_payable', 'invoiceId', `is ${invoice.status}`);
    const open = balance(invoice);
    if (compare(parseDecimal(amount, 6) ?? ZERO, open) > 0) {
      const left = formatDecimal(open, currencyDigits(invoice.currency));
      refuse('over_allocated', 'amount', `is more than the open balance, ${left}`);
    }
  }
}
