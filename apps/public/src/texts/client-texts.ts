import { en } from './client.en.js';
import { fr } from './client.fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    client: typeof en;
  }
}

/** The texts of the page of a client, in its script. */
export const clientTexts = { en: () => ({ client: en }), fr: () => ({ client: fr }) };
