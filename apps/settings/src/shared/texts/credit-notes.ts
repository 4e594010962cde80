import { addTexts } from '@billhook/ui/i18n';
import { useTranslation } from 'react-i18next';
import { en } from './credit-notes.en.js';
import { fr } from './credit-notes.fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    creditNotes: typeof en;
  }
}

addTexts('creditNotes', { en, fr });

/** The texts of the credit notes. They are loaded with this file. */
export const useCreditNoteTexts = () => useTranslation('creditNotes');
