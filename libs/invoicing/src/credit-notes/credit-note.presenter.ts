import type { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import { sortedFields } from '../records/custom-fields.js';
import { presentDocument, presentHandedOver } from '../documents/document.presenter.js';
import type { CreditNoteRow } from './credit-note.entity.js';

/** The one place where a credit note is shaped for the wire. */
export function presentCreditNote(note: CreditNoteRow): CreditNoteView {
  return {
    id: note.id,
    number: note.number ?? '',
    status: 'Issued',
    invoiceId: note.invoiceId,
    invoiceNumber: note.invoiceNumber,
    clientId: note.clientId,
    externalId: note.externalId,
    reason: note.reason,
    issueDate: note.issueDate,
    ...presentDocument(note),
    allocation: note.allocation,
    seller: note.seller,
    client: { ...note.client, customFields: sortedFields(note.client.customFields) },
    ...presentHandedOver(note),
    version: note.version,
    createdAt: note.createdAt.toISOString(),
    updatedAt: note.updatedAt.toISOString(),
  };
}
