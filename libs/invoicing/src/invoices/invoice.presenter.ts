import { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { present } from '@billhook/contract/shared/present';
import { currencyDigits } from '@billhook/domain/invoicing/codes/currency';
import { availableActions, balance, settledBy } from '@billhook/domain/invoicing/invoice';
import { followsTerms } from '@billhook/domain/invoicing/payment-details/due-date';
import { paymentReference } from '@billhook/domain/invoicing/payment-reference';
import { actorOfLabel } from '@billhook/domain/shared/actor-label';
import { decimalOrThrow, formatDecimal } from '@billhook/domain/shared/decimal';
import { documentMembers } from '../document-base/document.presenter.js';
import type { InvoiceRow } from './invoice.entity.js';

/** Converts an invoice to the form of its GET response and of its events. */
export function presentInvoice(invoice: InvoiceRow): InvoiceView {
  const digits = currencyDigits(invoice.currency);
  return present(InvoiceView, invoice, {
    ...documentMembers(invoice),
    type: 'Invoice' as const,
    // 0.1.0 kept the value when it sent a draft. The digest of its entry does not cover the member.
    dueDateByTerms: invoice.issuedAt === null ? (invoice.dueDateByTerms ?? byCompanyTerms(invoice)) : null,
    settledBy: settledBy(invoice),
    // Rows from before write-offs contain a zero without decimals.
    amountWrittenOff: formatDecimal(decimalOrThrow(invoice.amountWrittenOff), digits),
    balance: formatDecimal(balance(invoice), digits),
    paymentReference: paymentReference(invoice, invoice.seller),
    availableActions: availableActions(invoice),
    rejection: withActor(invoice.rejection),
    writeOff: withActor(invoice.writeOff),
    lastTransition: withActor(invoice.lastTransition),
  });
}

/** Whether the due date is by the terms of the company; null if an earlier release wrote the draft. */
const byCompanyTerms = (invoice: InvoiceRow): boolean | null =>
  invoice.companyPaymentTerms ? followsTerms(invoice, null) : null;

/** Adds the parts of the actor, of whom only the text is stored. */
const withActor = <Entry extends { readonly by: string }>(entry: Entry | null) =>
  entry && { ...entry, actor: actorOfLabel(entry.by) };
