import { addTexts } from '@billhook/ui/i18n';
import { useTranslation } from 'react-i18next';
import { en } from './refusals.en.js';
import { fr } from './refusals.fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    refusals: typeof en;
  }
}

addTexts('refusals', { en, fr });

/** The words for faults and problems of the API. */
export const useRefusalTexts = () => useTranslation('refusals');
