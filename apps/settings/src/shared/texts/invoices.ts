import { addTexts } from '@billhook/ui/i18n';
import { useTranslation } from 'react-i18next';
import { en } from './invoices.en.js';
import { fr } from './invoices.fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    invoices: typeof en;
  }
}

addTexts('invoices', { en, fr });

/** The texts of the invoice screens. */
export const useInvoicesTexts = () => useTranslation('invoices');
