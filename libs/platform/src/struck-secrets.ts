/**
 * What begins like a secret of ours, in text that somebody else wrote: `bhk_`, `bhp_`, `bhi_`… and the part that lists show, then what is
 * nobody's business. The underscore may come as a URL writes it.
 */
const SECRETS = /(bh[a-z](?:_|%5f)[0-9a-z]{8})[0-9a-z]+/gi;

/**
 * The text without our secrets. A client may put a key where none belongs, into a path say, and a line of the log must not keep it.
 * @param mark what stands where something was struck out
 */
export const strikeSecrets = (text: string, mark = '…'): string => text.replace(SECRETS, `$1${mark}`);

/** As `strikeSecrets`, of every text within a value that JSON holds. */
export function strikeSecretsWithin(value: unknown): unknown {
  if (typeof value === 'string') return strikeSecrets(value);
  if (Array.isArray(value)) return value.map(strikeSecretsWithin);
  // A date has no entries of its own: it is left to write itself.
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, strikeSecretsWithin(each)]));
}
