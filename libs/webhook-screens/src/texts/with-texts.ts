import { addTexts } from '@billhook/ui/i18n';
import { restOfTexts } from './texts.js';

/** A script with the texts and the styles that it needs in addition to the first page's. */
export async function withTexts<Page>(script: Promise<Page>): Promise<Page> {
  const [page] = await Promise.all([script, addTexts(restOfTexts), import('@billhook/ui/more-styles')]);
  return page;
}
