import { addTexts } from '@billhook/ui/i18n';
import { useTranslation } from 'react-i18next';
import { en } from './key-forms.en.js';
import { fr } from './key-forms.fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    keyForms: typeof en;
  }
}

addTexts('keyForms', { en, fr });

/** The texts of the dialogs that make an API key. They are loaded with this file. */
export const useKeyFormTexts = () => useTranslation('keyForms');
