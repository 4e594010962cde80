import { addTexts } from '@billhook/ui/i18n';
import { useTranslation } from 'react-i18next';
import { en } from './keys.en.js';
import { fr } from './keys.fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    keys: typeof en;
  }
}

addTexts('keys', { en, fr });

/** The texts of the lists of API keys. They are loaded with this file. */
export const useKeyTexts = () => useTranslation('keys');
