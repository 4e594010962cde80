import { addTexts } from '@billhook/ui/i18n';
import { useTranslation } from 'react-i18next';
import { en } from './step-up.en.js';
import { fr } from './step-up.fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    stepUp: typeof en;
  }
}

addTexts('stepUp', { en, fr });

/** The texts of the question for the password. Whoever calls it has them: they come with this file. */
export const useStepUpTexts = () => useTranslation('stepUp');
