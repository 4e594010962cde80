/*
 * Parameters that hold several names: `expand=client,payments`, `expand=client&expand=payments`, or both.
 */

/** All that is named, as it was written. */
export const wordsIn = (given: unknown): unknown[] =>
  [given ?? []].flat().flatMap((part: unknown) => (typeof part === 'string' ? part.split(',') : [part]));

/** Each name once. Of what is not known one is left, for one fault and not a thousand. */
export function namesIn(given: unknown, known: readonly unknown[]): unknown {
  if (given === undefined) return undefined;
  const names = wordsIn(given);
  const unknown = names.find((name) => !known.includes(name));
  return unknown === undefined ? [...new Set(names)] : [unknown];
}
