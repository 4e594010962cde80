import { addTexts } from '@billhook/ui/i18n';
import { useTranslation } from 'react-i18next';
import { en } from './sign-in.en.js';
import { fr } from './sign-in.fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    signIn: typeof en;
  }
}

addTexts('signIn', { en, fr });

/** The texts of the pages that let somebody in. They are loaded with this file. */
export const useSignInTexts = () => useTranslation('signIn');
