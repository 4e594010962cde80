/** The input of a form whose record someone else has changed. */
export interface Conflict {
  readonly resource: 'clients' | 'invoices' | 'quotes';
  /** The record that the form began with. */
  readonly base: { readonly id: number };
  /** The version that the page knows: another one is compared again. */
  readonly latest: number;
  /** The members that saving would change. */
  readonly mine: () => object;
  /** The label of the field of a pointer. */
  readonly labelOf: (pointer: string) => string | undefined;
}

type ConflictMembers = Readonly<Record<string, unknown>>;

/** A member whose values differ. */
export interface ConflictRow {
  readonly name: string;
  /** Undefined if only the others changed it: saving leaves theirs. */
  readonly mine?: { readonly value: unknown };
  readonly theirs: unknown;
}

/** Without a value, a form sends null, and a record has null, an empty text or no member. */
const comparable = (value: unknown): string => JSON.stringify(value === '' ? null : (value ?? null));
const isSame = (a: unknown, b: unknown): boolean => comparable(a) === comparable(b);

/**
 * The members in which an input and the present record differ: those that the input changes, then those that only the others changed.
 * @param base the record that the input began with
 * @param mine the members that the input changes
 * @param isShown whether a member has a name on screen; computed ones have none
 */
export function conflictRows(
  {
    base,
    mine,
    theirs,
  }: { readonly base: ConflictMembers; readonly mine: ConflictMembers; readonly theirs: ConflictMembers },
  isShown: (name: string) => boolean,
): ConflictRow[] {
  const changed = Object.keys(mine).filter((name) => !isSame(mine[name], theirs[name]));
  const others = Object.keys(theirs).filter((name) => !(name in mine) && !isSame(base[name], theirs[name]));
  return [
    ...changed.map((name) => ({ name, mine: { value: mine[name] }, theirs: theirs[name] })),
    ...others.map((name) => ({ name, theirs: theirs[name] })),
  ].filter(({ name }) => isShown(name));
}
