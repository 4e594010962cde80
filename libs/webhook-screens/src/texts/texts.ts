import { en } from './en.js';
import { fr } from './fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    portal: typeof en;
  }
}

/** Both languages are in the bundle: they are smaller than the cost of one more request. */
export const texts = { en: () => ({ portal: en }), fr: () => ({ portal: fr }) };
