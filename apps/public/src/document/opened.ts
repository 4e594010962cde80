import type { ClientPageView } from '@billhook/contract/invoicing/client-page';
import { isLanguage, type Language } from '@billhook/ui/i18n';
import type { Loaded } from './use-document.js';

/** What the server rendered, which the browser takes over. */
export interface Opened {
  readonly language: Language;
  readonly loaded: Loaded;
  /** The page of a client, instead of a document. */
  readonly client?: ClientPageView | undefined;
}

/** The id of the element with this as JSON. */
export const OPENED = 'opened';

/** Undefined on a page that the server did not render: an old link, or a preview of a member. */
export function readOpened(): Opened | undefined {
  const json = document.getElementById(OPENED)?.textContent;
  const opened = json ? (JSON.parse(json) as Opened) : undefined;
  return opened && isLanguage(opened.language) ? opened : undefined;
}
