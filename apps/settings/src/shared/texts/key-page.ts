import { addTexts } from '@billhook/ui/i18n';
import { useTranslation } from 'react-i18next';
import { en } from './key-page.en.js';
import { fr } from './key-page.fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    keyPage: typeof en;
  }
}

addTexts('keyPage', { en, fr });

/** The texts of the page of one API key. They are loaded with this file. */
export const useKeyPageTexts = () => useTranslation('keyPage');
