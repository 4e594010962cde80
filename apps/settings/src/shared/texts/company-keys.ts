import { addTexts } from '@billhook/ui/i18n';
import { useTranslation } from 'react-i18next';
import { en } from './company-keys.en.js';
import { fr } from './company-keys.fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    companyKeys: typeof en;
  }
}

addTexts('companyKeys', { en, fr });

/** The texts of the list of all keys of the company. They are loaded with this file. */
export const useCompanyKeyTexts = () => useTranslation('companyKeys');
