import { z } from 'zod';
import { oneLine, text } from '../shared/common.js';
import {
  byName,
  FILTERED_REFERENCES,
  REFERENCE_NAMES,
  REFERENCE_ROWS,
  type Reference,
  SEARCHED_REFERENCES,
} from './document-fields.js';
import { DOCUMENT_TEXTS } from './document-texts.js';

/* The schemas of references. Separate from their table, because browsers and the PDF must not load zod. */

const described = (name: Reference): string => `${REFERENCE_ROWS[name].description} (${REFERENCE_ROWS[name].term})`;

/** What each reference is. */
export const REFERENCE_WORDS: Readonly<Record<Reference, string>> = byName(REFERENCE_NAMES, described);

/** The references in the create body. */
export const referenceBody = byName(REFERENCE_NAMES, (name) =>
  oneLine(REFERENCE_ROWS[name].max)
    .optional()
    .meta({ description: described(name) }),
);

/** The references in the view: types without rules, as rows can be older than a rule. */
export const referenceView = byName(REFERENCE_NAMES, (name) =>
  z
    .string()
    .nullable()
    .meta({ description: `${described(name)}; null without one` }),
);

/** The references in the query of a list. */
export const referenceQuery = byName(FILTERED_REFERENCES, (name) =>
  text(REFERENCE_ROWS[name].max).optional().meta({ description: 'The complete reference, as the client gave it' }),
);

/** The members that `q` searches, as text: `others`, then the references. */
export function searchedIn(...others: readonly string[]): string {
  const words = SEARCHED_REFERENCES.map((name) => `the ${DOCUMENT_TEXTS.en.references[name].toLowerCase()}`);
  const all = [...others, ...words];
  return `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
}
