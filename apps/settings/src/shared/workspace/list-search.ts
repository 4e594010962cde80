/* The filters of lists in the address. Unknown members and values are dropped, so that an old bookmark still opens. */

type Reader<T> = (value: unknown) => T | undefined;

/** The type of what `searchOf` reads. */
export type SearchOf<Readers extends Record<string, Reader<unknown>>> = {
  [Name in keyof Readers]?: Readers[Name] extends Reader<infer T> ? T : never;
};

/** Free text, trimmed, with at most 100 characters, as in the API. */
export const words: Reader<string> = (value) => {
  // The router reads `?q=2026` as a number.
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 100) : '';
  return text || undefined;
};

/** The id of a record. */
export const recordId: Reader<number> = (value) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;

/** A calendar date, YYYY-MM-DD. */
export const day: Reader<string> = (value) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;

/** A switch: true, or absent. */
export const flag: Reader<true> = (value) => (value === true || value === 'true' || value === 1 ? true : undefined);

export function oneOf<const T extends string>(known: readonly T[]): Reader<T> {
  return (value) => known.find((each) => each === value);
}

/** A member to sort by, with a leading `-` for descending order. */
export function sortBy<const T extends string>(members: readonly T[]): Reader<T | `-${T}`> {
  return oneOf(members.flatMap((member) => [member, `-${member}`] as const));
}

/** A `validateSearch` of the router from a table of parsers. */
export function searchOf<const Readers extends Record<string, Reader<unknown>>>(readers: Readers) {
  return (search: Record<string, unknown>): SearchOf<Readers> => {
    const read = Object.entries(readers).map(([name, reader]) => [name, reader(search[name])] as const);
    // Dropped members are undefined: the router merges the result into the address, and would keep absent ones.
    return Object.fromEntries(read) as SearchOf<Readers>;
  };
}

/** Whether a filter is set besides the order: an empty list then has no match, and the workspace need not be empty. */
export function isFiltered(search: object): boolean {
  return Object.entries(search).some(([name, value]) => name !== 'sort' && value !== undefined);
}

/** How many filters are set besides the search, which phones always show. A range of dates is one. */
export function filterCount(search: object): number {
  const names = Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return new Set(names.filter((name) => name !== 'sort' && name !== 'q').map((name) => (name === 'to' ? 'from' : name)))
    .size;
}
