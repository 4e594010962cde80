import { first } from './first.en.js';
import { rest } from './rest.en.js';

/** Texts of the webhook pages. `fr.ts` has the same keys. */
export const en = { ...first, ...rest };
