import { en } from './answers.en.js';
import { fr } from './answers.fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    answers: typeof en;
  }
}

/** The texts of the dialog, in its script. */
export const answerTexts = { en: () => ({ answers: en }), fr: () => ({ answers: fr }) };
