import type { CreateCreditNote } from '@billhook/contract/invoicing/credit-note';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { chosenBodies, type ChosenLines } from './credit-preview.js';

export interface CreditNoteValues {
  code: CreateCreditNote['reason']['code'];
  text: string;
  issueDate: string;
  series: string;
  notes: string;
  channel: 'Email' | 'Link' | 'None';
  /** Undefined until the suggested recipients were changed. */
  to: string[] | undefined;
  message: string;
}

/**
 * The body of a credit note.
 * @param expectedTotal the total on screen: the API rejects another one
 */
export function creditBody(
  invoice: InvoiceView,
  values: CreditNoteValues,
  chosen: ChosenLines | undefined,
  expectedTotal: string,
): CreateCreditNote {
  const { code, text, issueDate, series, notes, channel, to, message } = values;
  const lines = chosen && chosenBodies(invoice, chosen);
  return {
    invoiceId: invoice.id,
    reason: { code, ...(text.trim() && { text: text.trim() }) },
    series,
    notes: notes.trim() ? [notes.trim()] : [],
    channel,
    expectedTotal,
    ...(lines && { lines }),
    ...(issueDate && { issueDate }),
    ...(channel === 'Email' && {
      ...(to && to.length > 0 && { to }),
      ...(message.trim() && { message: message.trim() }),
    }),
  };
}
