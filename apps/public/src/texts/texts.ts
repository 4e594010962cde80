import { en } from './en.js';
import { fr } from './fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    document: typeof en;
  }
}

export const texts = { en, fr };
