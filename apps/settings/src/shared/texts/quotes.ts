import { addTexts } from '@billhook/ui/i18n';
import { useTranslation } from 'react-i18next';
import { en } from './quotes.en.js';
import { fr } from './quotes.fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    quotes: typeof en;
  }
}

addTexts('quotes', { en, fr });

/** The texts of the quote screens. */
export const useQuotesTexts = () => useTranslation('quotes');
