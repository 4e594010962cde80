import { addTexts } from '@billhook/ui/i18n';
import { useTranslation } from 'react-i18next';
import { en } from './numbering.en.js';
import { fr } from './numbering.fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    numbering: typeof en;
  }
}

addTexts('numbering', { en, fr });

/** The texts of the number series. They are loaded with this file. */
export const useNumberingTexts = () => useTranslation('numbering');
