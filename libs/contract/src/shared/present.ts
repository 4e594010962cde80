import type { z } from 'zod';
import { declaredBy, type KeepDeclared } from './declared-members.js';

/** The part of a zod object that a presenter needs. */
interface ViewSchema<View> {
  readonly shape: object;
  parse(value: unknown): View;
}

/** The type of a member in the row: rows contain Date objects for times. */
type RowValue<Value> =
  | Value
  | (string extends Value ? Date : never)
  | (Value extends readonly (infer Each)[] ? readonly Each[] : never);

type RowOf<View, Computed> = { readonly [Name in Exclude<keyof View, keyof Computed>]: RowValue<View[Name]> };

type Members = Readonly<Record<string, unknown>>;

const known = new WeakMap<object, readonly (readonly [name: string, keep: KeepDeclared])[]>();

function membersOf({ shape }: ViewSchema<unknown>) {
  const found =
    known.get(shape) ??
    Object.entries(shape as Record<string, z.core.$ZodType>).map(
      ([name, member]) => [name, declaredBy(member)] as const,
    );
  known.set(shape, found);
  return found;
}

/**
 * Converts a row to its view, which has the declared members in their order, at every depth. Members that are not computed come from the
 * row. A member that is neither a column nor computed does not compile.
 * @throws RangeError for a time without an end, which no view can contain
 */
export function present<View, Computed extends Partial<View>>(
  view: ViewSchema<View>,
  row: RowOf<View, Computed>,
  computed: Computed,
): View {
  const [stored, derived]: readonly [Members, Members] = [row, computed];
  const presented: Record<string, unknown> = {};
  for (const [name, keep] of membersOf(view)) {
    const value = name in derived ? derived[name] : stored[name];
    // JSON would contain null instead. pg returns such a number for the time 'infinity'.
    if (value === Infinity || value === -Infinity) throw new RangeError(`${name} is infinite`);
    presented[name] = value instanceof Date ? value.toISOString() : keep(value);
  }
  return presented as View;
}
