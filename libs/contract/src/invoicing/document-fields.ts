/** One line of text on a document, which its client sees in the PDF and on the page. */
interface ReferenceField {
  /** The business term of EN 16931. */
  readonly term: string;
  /** What it is, in the OpenAPI document. */
  readonly description: string;
  readonly max: number;
  /** Lists of invoices and quotes filter by the exact text. */
  readonly filter?: 'exact';
  /** `q` of these lists searches it, in an index of each table. */
  readonly search?: true;
}

/** All code that accepts, stores or shows a reference derives from its row (docs/adding-a-field.md). */
export const REFERENCES = {
  purchaseOrder: {
    term: 'BT-13',
    description: 'The number of the order of the client',
    max: 100,
    filter: 'exact',
    search: true,
  },
  buyerReference: { term: 'BT-10', description: 'The reference by which the client routes the document', max: 100 },
  contract: { term: 'BT-12', description: 'The number of the contract', max: 100 },
  project: { term: 'BT-11', description: 'The name or number of the project', max: 100 },
} as const satisfies Record<string, ReferenceField>;

export type Reference = keyof typeof REFERENCES;
type FilteredReference = {
  [Name in Reference]: (typeof REFERENCES)[Name] extends { filter: 'exact' } ? Name : never;
}[Reference];

/** The rows with all optional members. */
export const REFERENCE_ROWS: Readonly<Record<Reference, ReferenceField>> = REFERENCES;
export const REFERENCE_NAMES = Object.keys(REFERENCES) as readonly Reference[];
export const FILTERED_REFERENCES = REFERENCE_NAMES.filter(
  (name): name is FilteredReference => REFERENCE_ROWS[name].filter !== undefined,
);
export const SEARCHED_REFERENCES = REFERENCE_NAMES.filter((name) => REFERENCE_ROWS[name].search === true);

/** An object with a value for each name. */
export function byName<Name extends string, T>(names: readonly Name[], valueOf: (name: Name) => T): Record<Name, T> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, T>;
}
