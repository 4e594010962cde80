import { addTexts } from '@billhook/ui/i18n';
import { useTranslation } from 'react-i18next';
import { en } from './payments.en.js';
import { fr } from './payments.fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    payments: typeof en;
  }
}

addTexts('payments', { en, fr });

/** The texts of the payments. They are loaded with this file. */
export const usePaymentTexts = () => useTranslation('payments');
