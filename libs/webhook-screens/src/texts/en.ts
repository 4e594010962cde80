import { first } from './first.en.js';
import { rest } from './pages.en.js';

/** Texts of the webhook pages. `fr.ts` has the same keys. */
export const en = { ...first, ...rest };
