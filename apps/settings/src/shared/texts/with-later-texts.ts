import { addTexts } from '@billhook/ui/i18n';

const laterTexts = {
  en: () => import('./later-texts.en.js').then(({ texts }) => texts),
  fr: () => import('./later-texts.fr.js').then(({ texts }) => texts),
};

/** A page or a dialog with the texts that the first load leaves out, such as those of the account and of the company. */
export async function withLaterTexts<Page>(page: Promise<Page>): Promise<Page> {
  const [loaded] = await Promise.all([page, addTexts(laterTexts)]);
  return loaded;
}
