/**
 * What reads an index that is not unique: a sort or a filter of the list of its table, the deletion of the rows that a foreign key refers to,
 * the deletion of a company, or a statement.
 */
export type IndexUse =
  | { readonly sort: string }
  | { readonly filter: string }
  /** The first columns of the index are those of the key. */
  | { readonly reference: true }
  | { readonly company: true }
  /**
   * `text` is in the file below `libs`, also with other line breaks. `as` is explained instead if the text is no whole statement; `beside` is
   * another index that the statement combines with this one.
   */
  | { readonly file: string; readonly text: string; readonly as?: string; readonly beside?: string };

export const sort = (name: string): IndexUse => ({ sort: name });
export const filter = (name: string): IndexUse => ({ filter: name });
export const read = (file: string, text: string, as?: string, beside?: string): IndexUse => ({
  ...{ file, text, ...(as === undefined ? {} : { as }), ...(beside === undefined ? {} : { beside }) },
});
export const REFERENCE: IndexUse = { reference: true };
export const COMPANY: IndexUse = { company: true };

export type IndexUses = Readonly<Record<string, IndexUse>>;
