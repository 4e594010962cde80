import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { currencyDigits } from '@billhook/domain/invoicing/currency';
import { decimalOrThrow, formatDecimal } from '@billhook/domain/shared/decimal';
import { availableActions, balance, settledBy } from '@billhook/domain/invoicing/invoice';
import { sortedFields } from '../records/custom-fields.js';
import { instant, presentDocument, presentHandedOver } from '../documents/document.presenter.js';
import type { InvoiceRow } from './invoice.entity.js';

/** The one place where an invoice is shaped for the wire: the answer of its GET and the data of its events. */
export function presentInvoice(invoice: InvoiceRow): InvoiceView {
  const digits = currencyDigits(invoice.currency);
  return {
    id: invoice.id,
    number: invoice.number,
    type: 'Invoice',
    status: invoice.status,
    settledBy: settledBy(invoice),
    clientId: invoice.clientId,
    externalId: invoice.externalId,
    issueDate: invoice.issueDate,
    dueDate: invoice.dueDate,
    supplyDate: invoice.supplyDate,
    servicePeriod: invoice.servicePeriod,
    ...presentDocument(invoice),
    amountPaid: invoice.amountPaid,
    amountCredited: invoice.amountCredited,
    // Rows from before write-offs have a zero without digits.
    amountWrittenOff: formatDecimal(decimalOrThrow(invoice.amountWrittenOff), digits),
    balance: formatDecimal(balance(invoice), digits),
    seller: invoice.seller,
    client: invoice.client && { ...invoice.client, customFields: sortedFields(invoice.client.customFields) },
    rejection: invoice.rejection,
    writeOff: invoice.writeOff,
    lastTransition: invoice.lastTransition,
    availableActions: availableActions(invoice),
    creditNoteIds: invoice.creditNoteIds,
    quoteId: invoice.quoteId,
    ...presentHandedOver(invoice),
    issuedAt: instant(invoice.issuedAt),
    sentAt: instant(invoice.sentAt),
    paidAt: instant(invoice.paidAt),
    overdueSince: instant(invoice.overdueSince),
    rejectedAt: instant(invoice.rejectedAt),
    voidedAt: instant(invoice.voidedAt),
    version: invoice.version,
    createdAt: invoice.createdAt.toISOString(),
    updatedAt: invoice.updatedAt.toISOString(),
  };
}
