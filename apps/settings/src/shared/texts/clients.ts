import { addTexts } from '@billhook/ui/i18n';
import { useTranslation } from 'react-i18next';
import { en } from './clients.en.js';
import { fr } from './clients.fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    clients: typeof en;
  }
}

addTexts('clients', { en, fr });

/** The texts of the clients. They are loaded with this file. */
export const useClientTexts = () => useTranslation('clients');
