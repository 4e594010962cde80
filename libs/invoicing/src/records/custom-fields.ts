/**
 * Sorts custom fields by name. jsonb has its own order, and a message must be identical, byte for byte, to the
 * response of a later GET.
 */
export function sortedFields<T>(fields: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
}
