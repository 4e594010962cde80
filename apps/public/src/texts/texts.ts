import { en } from './en.js';
import { fr } from './fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    document: typeof en;
  }
}

/** Both languages are in the bundle, because one more request would cost more. */
export const texts = { en: () => ({ document: en }), fr: () => ({ document: fr }) };
