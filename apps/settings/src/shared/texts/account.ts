import { addTexts } from '@billhook/ui/i18n';
import { useTranslation } from 'react-i18next';
import { en } from './account.en.js';
import { fr } from './account.fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    account: typeof en;
  }
}

addTexts('account', { en, fr });

/** The texts of one's own account. They are loaded with this file. */
export const useAccountTexts = () => useTranslation('account');
