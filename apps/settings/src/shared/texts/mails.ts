import { addTexts } from '@billhook/ui/i18n';
import { useTranslation } from 'react-i18next';
import { en } from './mails.en.js';
import { fr } from './mails.fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    mails: typeof en;
  }
}

addTexts('mails', { en, fr });

/** The texts of the mails. They are loaded with this file. */
export const useMailTexts = () => useTranslation('mails');
