/* Parameters with several names: `expand=client,payments`, `expand=client&expand=payments`, or both. */

/** All names as written. */
export const wordsIn = (given: unknown): unknown[] =>
  [given ?? []].flat().flatMap((part: unknown) => (typeof part === 'string' ? part.split(',') : [part]));

/** Each name once. Keeps a single unknown name, so there is one field error instead of a thousand. */
export function namesIn(given: unknown, known: readonly unknown[]): unknown {
  if (given === undefined) return undefined;
  const names = wordsIn(given);
  const unknown = names.find((name) => !known.includes(name));
  return unknown === undefined ? [...new Set(names)] : [unknown];
}
