/*
 * The filters of lists in the address. What the address holds and no filter knows is dropped, so that an old bookmark still opens.
 */

type Reader<T> = (value: unknown) => T | undefined;

/** The type of what `searchOf` reads. */
export type SearchOf<Readers extends Record<string, Reader<unknown>>> = {
  [Name in keyof Readers]?: Readers[Name] extends Reader<infer T> ? T : never;
};

/** Free text, trimmed; at most 100 characters, as the API takes them. */
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

/** A switch that is on, or not there. */
export const flag: Reader<true> = (value) => (value === true || value === 'true' || value === 1 ? true : undefined);

export function oneOf<const T extends string>(known: readonly T[]): Reader<T> {
  return (value) => known.find((each) => each === value);
}

/** A member to sort by, `-` in front for descending. */
export function sortBy<const T extends string>(members: readonly T[]): Reader<T | `-${T}`> {
  return oneOf(members.flatMap((member) => [member, `-${member}`] as const));
}

/** A `validateSearch` of the router from a table of readers. */
export function searchOf<const Readers extends Record<string, Reader<unknown>>>(readers: Readers) {
  return (search: Record<string, unknown>): SearchOf<Readers> => {
    const read = Object.entries(readers).map(([name, reader]) => [name, reader(search[name])] as const);
    // What is dropped stays as undefined: the router puts this over what the address holds, and would keep what is not named.
    return Object.fromEntries(read) as SearchOf<Readers>;
  };
}

/** Whether anything but the order is set, so that an empty list is an empty answer and no empty workspace. */
export function isFiltered(search: object): boolean {
  return Object.entries(search).some(([name, value]) => name !== 'sort' && value !== undefined);
}
