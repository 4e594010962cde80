import { addTexts } from '@billhook/ui/i18n';
import { useTranslation } from 'react-i18next';
import { en } from './audit-details.en.js';
import { fr } from './audit-details.fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    auditDetails: typeof en;
  }
}

addTexts('auditDetails', { en, fr });

/** The names and values of what entries of the audit log hold. They are loaded with this file. */
export const useAuditDetailTexts = () => useTranslation('auditDetails');
