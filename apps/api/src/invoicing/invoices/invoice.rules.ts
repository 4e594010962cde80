import type { UpdateInvoice } from '@billhook/contract/invoicing/invoice';
import { LAST_DATE } from '@billhook/contract/shared/common';
import { changedDates } from '@billhook/domain/invoicing/payment-details/due-date';
import { codeErrors } from '@billhook/domain/invoicing/stored-codes';
import { checkTaxRules } from '@billhook/domain/invoicing/taxes/tax-rules';
import { compare, decimalOrThrow, ZERO } from '@billhook/domain/shared/decimal';
import { invalidBody, Problem, type ProblemCode } from '@billhook/domain/shared/problems';
import type { Company } from '@billhook/identity/companies/company.entity';
import { snapshotCompany } from '@billhook/identity/companies/company.presenter';
import type { Client } from '@billhook/invoicing/clients/client.entity';
import { snapshotClient } from '@billhook/invoicing/clients/client.presenter';
import { invoiceSource } from '@billhook/invoicing/documents/pdf-sources';
import type { InvoiceRow } from '@billhook/invoicing/invoices/invoice.entity';
import { renderingErrors } from '@billhook/pdf/rendering-errors';
import { periodError } from '../../identity/companies/lock-date.rules.js';
import { decompose } from '../documents/document-composition.rules.js';

/** A field error with its place in the body. */
export interface PlacedError {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}

/** @throws Problem 422 when the due date is before the invoice date, or beyond the supported calendar */
export function checkDates(issueDate: string, dueDate: string | null): void {
  if (dueDate !== null && dueDate > LAST_DATE) {
    throw invalidBody('/dueDate', 'due_too_late', `must not be after ${LAST_DATE}: send an earlier date`);
  }
  if (dueDate === null || dueDate >= issueDate) return;
  throw invalidBody('/dueDate', 'due_before_issue', 'must not be before issueDate');
}

/**
 * The draft with the date that a send names. A due date by the payment terms is computed again.
 * @throws Problem 422 when the due date is before that date
 */
export function dated(invoice: InvoiceRow, issueDate: string | undefined, terms: Client['paymentTerms']): InvoiceRow {
  const dates = changedDates(invoice, { issueDate }, terms, terms);
  checkDates(dates.issueDate, dates.dueDate);
  return { ...invoice, ...dates };
}

/** @throws Problem 422 when the draft of a quote's invoice changes the quote's currency or client */
export function checkQuoted(invoice: InvoiceRow, patch: UpdateInvoice): void {
  if (invoice.quoteId === null) return;
  const reject = (code: ProblemCode, pointer: string): never => {
    const message = 'cannot be changed because the invoice was created from a quote';
    throw new Problem(code, `${pointer} ${message}.`, { errors: [{ pointer, code, message }] });
  };
  if (patch.currency !== undefined && patch.currency !== invoice.currency) reject('currency_mismatch', '/currency');
  if (patch.clientId !== undefined && patch.clientId !== invoice.clientId) reject('client_mismatch', '/clientId');
}

/** @throws Problem 422 when a new due date does not postpone the invoice */
export function checkPostponed(invoice: InvoiceRow, dueDate: string): void {
  checkDates(invoice.issueDate, dueDate);
  if (invoice.dueDate === null || dueDate > invoice.dueDate) return;
  const message = `must be after ${invoice.dueDate}, the current due date`;
  throw invalidBody('/dueDate', 'due_not_later', message);
}

/** @throws Problem 422 for a write-off before the date of its invoice or in the future */
export function checkWriteOffDate(invoice: InvoiceRow, date: string, today: string): void {
  const reject = (code: string, message: string): never => {
    throw invalidBody('/date', code, message);
  };
  if (date > today) reject('date_in_future', `must not be after today, ${today}`);
  if (date < invoice.issueDate)
    reject('date_before_invoice', `must not be before ${invoice.issueDate}, the issue date of the invoice`);
}

/** Everything that prevents an invoice from being sent; empty if nothing does. */
export function sendErrors(invoice: InvoiceRow, company: Company, client: Client, today: string): PlacedError[] {
  const fieldErrors: PlacedError[] = [
    ...checkTaxRules(decompose(invoice), {
      seller: company,
      buyer: client,
      supplied: invoice.supplyDate !== null || invoice.servicePeriod !== null,
    }),
    ...codeErrors(invoice, { seller: company, client }),
  ];
  // A number and the last date of its period are permanent: a future date would block all sends until then.
  if (invoice.issueDate > today) {
    fieldErrors.push({ pointer: '/issueDate', code: 'date_in_future', message: `must not be after today, ${today}` });
  }
  const closed = periodError(company, invoice.issueDate, '/issueDate');
  if (closed) fieldErrors.push(closed);
  if (invoice.lines.length === 0) {
    fieldErrors.push({ pointer: '/lines', code: 'lines_missing', message: 'must contain at least one line' });
  }
  if (compare(decimalOrThrow(invoice.payable), ZERO) < 0) {
    fieldErrors.push({ pointer: '/lines', code: 'total_negative', message: 'must not have a total below zero' });
  }
  const parties = { seller: snapshotCompany(company), client: snapshotClient(client) };
  return [...fieldErrors, ...renderingErrors(invoiceSource(invoice, parties))];
}

/** @throws Problem 422 invoice_not_sendable, naming all that is missing */
export function checkSendable(invoice: InvoiceRow, company: Company, client: Client, today: string): void {
  const errors = sendErrors(invoice, company, client, today);
  if (errors.length > 0) throw new Problem('invoice_not_sendable', undefined, { errors });
}
