import { isDeepStrictEqual } from 'node:util';

export interface AuditedChange {
  readonly from: unknown;
  readonly to: unknown;
}

/**
 * The changed members for an audit entry, with their values before and after.
 * @param names the members to compare; never one that holds a secret
 */
export function changesOf<T extends object>(
  before: T,
  after: T,
  names: readonly (keyof T & string)[],
): Readonly<Record<string, AuditedChange>> {
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, { from: before[name], to: after[name] }]));
}
