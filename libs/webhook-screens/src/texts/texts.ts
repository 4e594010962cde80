import type { en } from './en.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    portal: typeof en;
  }
}

/** The texts of the first page. Each language is a script that is loaded with it: all texts would be a tenth of the first load. */
export const texts = {
  en: async () => ({ portal: (await import('./first-page.en.js')).first }),
  fr: async () => ({ portal: (await import('./first-page.fr.js')).first }),
};

/** The texts of all other pages and of the dialogs. */
export const restOfTexts = {
  en: async () => ({ portal: (await import('./other-pages.en.js')).rest }),
  fr: async () => ({ portal: (await import('./other-pages.fr.js')).rest }),
};
