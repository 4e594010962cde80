/**
 * Secrets in text from others: `bhk_`, `bhp_`, `bhi_`…, the locator that lists show, and the secret part.
 * The underscore can be URL-encoded. `bha_` is the client ID of an application, which is public.
 */
const SECRETS = /(bh[b-z](?:_|%5f)[0-9a-z]{8})[0-9a-z]+/gi;

/**
 * Removes secrets from a text. A client can send a key in the wrong place, such as a path, and logs must not contain it.
 * @param mark the replacement of the removed part
 */
export const redactSecrets = (text: string, mark = '…'): string => text.replace(SECRETS, `$1${mark}`);

/** Applies `redactSecrets` to all texts within a JSON value. */
export function redactSecretsWithin(value: unknown): unknown {
  if (typeof value === 'string') return redactSecrets(value);
  if (Array.isArray(value)) return value.map(redactSecretsWithin);
  // A date has no entries: it is serialized as usual.
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, redactSecretsWithin(each)]));
}
