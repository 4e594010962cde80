import { addTexts } from '@billhook/ui/i18n';
import { useTranslation } from 'react-i18next';
import { en } from './forms.en.js';
import { fr } from './forms.fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    forms: typeof en;
  }
}

addTexts('forms', { en, fr });

/** The texts of fields that several forms have. They are loaded with this file. */
export const useFormTexts = () => useTranslation('forms');
