import { isDeepStrictEqual } from 'node:util';

export interface Change {
  readonly from: unknown;
  readonly to: unknown;
}

/**
 * What an entry tells of a change: before and after, of what differs.
 * @param names what is looked at; never what holds a secret
 */
export function changesOf<T extends object>(
  before: T,
  after: T,
  names: readonly (keyof T & string)[],
): Readonly<Record<string, Change>> {
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, { from: before[name], to: after[name] }]));
}
