import type { en } from './en.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    portal: typeof en;
  }
}

/** Each language is a script that is loaded with it: both together would be a tenth of the first load. */
export const texts = {
  en: async () => ({ portal: (await import('./en.js')).en }),
  fr: async () => ({ portal: (await import('./fr.js')).fr }),
};
