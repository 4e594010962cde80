import { addTexts } from '@billhook/ui/i18n';
import { useTranslation } from 'react-i18next';
import { en } from './deprecated-calls.en.js';
import { fr } from './deprecated-calls.fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    deprecatedCalls: typeof en;
  }
}

addTexts('deprecatedCalls', { en, fr });

/** The texts of what still calls routes that will be removed. They are loaded with this file. */
export const useDeprecatedCallsTexts = () => useTranslation('deprecatedCalls');
