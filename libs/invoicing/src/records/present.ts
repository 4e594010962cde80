/** A zod object, as far as a presenter needs it. */
interface ViewSchema<View> {
  readonly shape: object;
  parse(value: unknown): View;
}

/** What a row may hold of a member of a view: instants are dates there. */
type RowValue<Value> = Value | (string extends Value ? Date : never);

type RowOf<View, Computed> = { readonly [Name in Exclude<keyof View, keyof Computed>]: RowValue<View[Name]> };

/**
 * A record for the wire: every member of its view, taken from the row where it is not computed. A member that is neither a column nor
 * computed does not compile.
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
    presented[name] = value instanceof Date ? value.toISOString() : value;
  }
  return presented as View;
}
