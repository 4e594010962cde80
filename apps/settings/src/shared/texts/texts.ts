import { en } from './en.js';
import { fr } from './fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    settings: typeof en;
  }
}

export const texts = { en, fr };
