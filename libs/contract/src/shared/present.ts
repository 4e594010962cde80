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

/**
 * Converts a row to its view. Members that are not computed come from the row. A member that is neither a column nor computed
 * does not compile.
 * @throws RangeError for a time without an end, which no view can contain
 */
export function present<View, Computed extends Partial<View>>(
  view: ViewSchema<View>,
  row: RowOf<View, Computed>,
  computed: Computed,
): View {
  const values: Readonly<Record<string, unknown>> = { ...row, ...computed };
  const presented: Record<string, unknown> = {};
  for (const name of Object.keys(view.shape)) {
    const value = values[name];
    // JSON would contain null instead. pg returns such a number for the time 'infinity'.
    if (value === Infinity || value === -Infinity) throw new RangeError(`${name} is infinite`);
    presented[name] = value instanceof Date ? value.toISOString() : value;
  }
  return presented as View;
}
