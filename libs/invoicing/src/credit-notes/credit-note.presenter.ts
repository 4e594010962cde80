import { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import { documentMembers } from '../documents/document.presenter.js';
import { present } from '../records/present.js';
import type { CreditNoteRow } from './credit-note.entity.js';

/** The one place where a credit note is shaped for the wire. */
export function presentCreditNote(note: CreditNoteRow): CreditNoteView {
  const status = 'Issued' as const;
  return present(CreditNoteView, note, { ...documentMembers(note), status, number: note.number ?? '' });
}
