import { z } from 'zod';
import { oneLine, text } from '../shared/common.js';
import {
  byName,
  FILTERED_REFERENCES,
  REFERENCE_NAMES,
  REFERENCE_ROWS,
  SEARCHED_REFERENCES,
} from './document-fields.js';
import { DOCUMENT_WORDS } from './document-words.js';

/* The references on the wire. Apart from their table, which browsers and the PDF load without the schemas. */

/** In the create body. */
export const referenceBody = byName(REFERENCE_NAMES, (name) => oneLine(REFERENCE_ROWS[name].max).optional());

/** In the view: shapes without rules, as rows may be older than a rule. */
export const referenceView = byName(REFERENCE_NAMES, () => z.string().nullable());

/** In the query of a list. */
export const referenceQuery = byName(FILTERED_REFERENCES, (name) =>
  text(REFERENCE_ROWS[name].max).optional().meta({ description: 'The complete reference, as the client gave it' }),
);

/** What `q` looks in, in words: `others`, then the references. */
export function searchedIn(...others: readonly string[]): string {
  const words = SEARCHED_REFERENCES.map((name) => `the ${DOCUMENT_WORDS.en.references[name].toLowerCase()}`);
  const all = [...others, ...words];
  return `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
}
