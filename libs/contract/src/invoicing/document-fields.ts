import { z } from 'zod';
import { oneLine, text } from '../shared/common.js';
import { DOCUMENT_WORDS } from './document-words.js';

/** One line of text that a document carries, and that its client sees on the PDF and on the page. */
interface ReferenceField {
  /** The business term of EN 16931. */
  readonly term: string;
  readonly max: number;
  /** Lists of invoices and quotes filter by the whole text. */
  readonly filter?: 'exact';
  /** `q` of these lists looks in it too. Each table needs an index for either. */
  readonly search?: true;
}

/** Everything that takes, stores or shows a reference is derived from its row here (docs/adding-a-field.md). */
export const REFERENCES = {
  purchaseOrder: { term: 'BT-13', max: 100, filter: 'exact', search: true },
  buyerReference: { term: 'BT-10', max: 100 },
  contract: { term: 'BT-12', max: 100 },
  project: { term: 'BT-11', max: 100 },
} as const satisfies Record<string, ReferenceField>;

export type Reference = keyof typeof REFERENCES;
type FilteredReference = {
  [Name in Reference]: (typeof REFERENCES)[Name] extends { filter: 'exact' } ? Name : never;
}[Reference];

const ROWS: Readonly<Record<Reference, ReferenceField>> = REFERENCES;
export const REFERENCE_NAMES = Object.keys(REFERENCES) as readonly Reference[];
export const FILTERED_REFERENCES = REFERENCE_NAMES.filter(
  (name): name is FilteredReference => ROWS[name].filter !== undefined,
);
export const SEARCHED_REFERENCES = REFERENCE_NAMES.filter((name) => ROWS[name].search === true);

/** An object with a value for each name. */
export function byName<Name extends string, T>(names: readonly Name[], valueOf: (name: Name) => T): Record<Name, T> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, T>;
}

/** In the create body. */
export const referenceBody = byName(REFERENCE_NAMES, (name) => oneLine(ROWS[name].max).optional());

/** In the view: shapes without rules, as rows may be older than a rule. */
export const referenceView = byName(REFERENCE_NAMES, () => z.string().nullable());

/** In the query of a list. */
export const referenceQuery = byName(FILTERED_REFERENCES, (name) =>
  text(ROWS[name].max).optional().meta({ description: 'The whole reference, as the client gave it' }),
);

/** What `q` looks in, in words: `others`, then the references. */
export function searchedIn(...others: readonly string[]): string {
  const words = SEARCHED_REFERENCES.map((name) => `the ${DOCUMENT_WORDS.en.references[name].toLowerCase()}`);
  const all = [...others, ...words];
  return `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
}
