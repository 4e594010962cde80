import { first } from './first-page.en.js';
import { rest } from './other-pages.en.js';

/** Texts of the webhook pages. `fr.ts` has the same keys. */
export const en = { ...first, ...rest };
