import { addTexts } from '@billhook/ui/i18n';
import { useTranslation } from 'react-i18next';
import { en } from './documents.en.js';
import { fr } from './documents.fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    documents: typeof en;
  }
}

addTexts('documents', { en, fr });

/** The texts of what invoices, quotes and credit notes share. */
export const useDocumentsTexts = () => useTranslation('documents');
