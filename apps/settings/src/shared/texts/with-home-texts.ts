import { addTexts } from '@billhook/ui/i18n';
import type { en as english } from './home.en.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    home: typeof english;
  }
}

const homeTexts = {
  en: () => import('./home.en.js').then(({ en }) => ({ home: en })),
  fr: () => import('./home.fr.js').then(({ fr }) => ({ home: fr })),
};

/** The home page with its texts, which no other page shows. */
export async function withHomeTexts<Page>(page: Promise<Page>): Promise<Page> {
  const [loaded] = await Promise.all([page, addTexts(homeTexts)]);
  return loaded;
}
