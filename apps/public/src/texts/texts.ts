import { en } from './en.js';
import { fr } from './fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    document: typeof en;
  }
}

/** Both languages are part of the program: they are smaller than what one more request costs. */
export const texts = { en: () => ({ document: en }), fr: () => ({ document: fr }) };
