import { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import { present } from '@billhook/contract/shared/present';
import { documentMembers } from '../document-base/document.presenter.js';
import type { CreditNoteRow } from './credit-note.entity.js';

/** Converts a credit note to the form of its API responses. */
export function presentCreditNote(note: CreditNoteRow): CreditNoteView {
  const status = 'Issued' as const;
  return present(CreditNoteView, note, { ...documentMembers(note), status, number: note.number ?? '' });
}
