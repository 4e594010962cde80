/**
 * Custom fields in the order of their names. jsonb keeps an order of its own, and a message must be, byte for byte,
 * what the GET answers later.
 */
export function sortedFields<T>(fields: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
}
