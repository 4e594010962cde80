import { addTexts } from '@billhook/ui/i18n';
import { useTranslation } from 'react-i18next';
import { en } from './company.en.js';
import { fr } from './company.fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    company: typeof en;
  }
}

addTexts('company', { en, fr });

/** The texts of the company's own settings. They are loaded with this file. */
export const useCompanyTexts = () => useTranslation('company');
