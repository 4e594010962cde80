/** Some members of an object. */
export function pick<T extends object, Name extends keyof T>(from: T, names: readonly Name[]): Pick<T, Name> {
  const picked: Partial<Pick<T, Name>> = {};
  for (const name of names) picked[name] = from[name];
  return picked as Pick<T, Name>;
}
