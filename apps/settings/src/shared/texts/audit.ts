import { addTexts } from '@billhook/ui/i18n';
import { useTranslation } from 'react-i18next';
import { en } from './audit.en.js';
import { fr } from './audit.fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    audit: typeof en;
  }
}

addTexts('audit', { en, fr });

/** The texts of the audit log. They are loaded with this file. */
export const useAuditTexts = () => useTranslation('audit');
