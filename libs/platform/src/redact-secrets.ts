/**
 * Secrets in text from others: `bhk_`, `bhp_`, `bhi_`…, the locator that lists show, and the secret part.
 * The underscore can be URL-encoded. `bha_` is the client ID of an application, which is public.
 */
const SECRETS = /(bh[b-z](?:_|%5f)[0-9a-z]{8})[0-9a-z]+/gi;

/** The token of the link of a document, after its `/d/`, also if that is escaped. No other path below `/d/` has that many letters. */
const LINK_TOKEN = /((?:\/|%(?:25)*2f|&#x2f;|&#47;)d(?:\/|%(?:25)*2f|&#x2f;|&#47;))[0-9a-z]{20,}/gi;

/**
 * Removes secrets from a text. A client can send a key in the wrong place, such as a path, and logs must not contain it.
 * @param mark the replacement of the removed part
 */
export const redactSecrets = (text: string, mark = '…'): string =>
  text.replace(SECRETS, `$1${mark}`).replace(LINK_TOKEN, '$1{token}');

/** Other secrets by their form: signing secrets, JSON Web Tokens, credentials of a header, passwords of URLs, and tokens of links after their `#`. */
const OTHER_SECRETS: readonly (readonly [pattern: RegExp, kept: string])[] = [
  [/(wh(?:sec|sk)(?:_|%5f))[a-z0-9+/=_%-]+/gi, '$1'],
  // From the beginning of a word only: within it, every `eyJ` would be searched to the end.
  [/(?<![\w-])(eyJ)[\w-]{5,}\.[\w-]+\.[\w-]*/g, '$1'],
  [/\b((?:Bearer|Basic|Digest)(?: |%20|\+)+)[^\s"\\&]+/gi, '$1'],
  [/(:\/\/[^\s"\\/?#@:]*:)[^\s"\\/?#@]+(?=@)/g, '$1'],
  [/((?:#|%23|&#35;|&#x23;|\\u0023))[a-z0-9]{20,}/gi, '$1'],
];

/** Escaped letters, digits and `-._~`, which a URL need not escape (RFC 3986, 2.3), also if the escape is escaped again. */
const ESCAPE = /%(?:25)*([0-9a-f]{2})/gi;

/** The URL of a request with the form of its secrets and the names of its parameters, which escapes could hide. */
export const plainUrl = (url: string): string =>
  /[%"\\]/.test(url)
    ? url.replace(/["\\]/g, encodeURIComponent).replace(ESCAPE, (escape, code: string) => {
        const character = String.fromCharCode(Number.parseInt(code, 16));
        return /[\w.~-]/.test(character) ? character : escape;
      })
    : url;

/** A path below `/d/` that is no file. Its token may have been cut, or continued by mistake. */
const LINK_PATH = /^\/+d\/(?!assets\/|[\w-]+\.\w+$).+$/i;

/** The path of a request for logs and errors, without its query, which may contain secrets, and without those that it contains itself. */
export const plainPath = (url: string): string =>
  redactSecrets(plainUrl(url.split('?', 1)[0] ?? '')).replace(LINK_PATH, '/d/{token}');

/** Parts of the names of members and parameters whose value is a secret, whatever its form. */
const SECRET_WORDS = [
  ...['password', 'passphrase', 'passwd', 'secret', 'token', 'authorization', 'cookie', 'credential', 'signature'],
  ...['api[-_]?key', 'private[-_]?key'],
];

/** One pattern for each, because an alternation takes ten times as long to search. */
const SECRET_PATTERNS = SECRET_WORDS.map((word) => new RegExp(word, 'i'));

/** Whether a name, or any name in a text, may be that of a secret. */
export const hasSecretName = (text: string): boolean => SECRET_PATTERNS.some((pattern) => pattern.test(text));

/** A name ends before the next `?`, and its words are searched in a lookahead, so no text takes more than linear time. */
const SECRET_PARAMETER = new RegExp(
  String.raw`([?&](?=[^?=&#\s"]*(?:${SECRET_WORDS.join('|')}))[^?=&#\s"]*=)[^&#\s"\\]*`,
  'gi',
);

/** Removes the secrets that their form shows. For texts without the name of a secret, it is all of `redactStored`. */
export const redactByForm = (text: string, mark = '…'): string =>
  OTHER_SECRETS.reduce((rest, [pattern, kept]) => rest.replace(pattern, `${kept}${mark}`), redactSecrets(text, mark));

/** Removes every secret that its form or the name of its parameter shows, for texts that are stored: a URL, a header, JSON. */
export function redactStored(text: string, mark = '…'): string {
  const byForm = redactByForm(text, mark);
  return hasSecretName(byForm) ? byForm.replace(SECRET_PARAMETER, `$1${mark}`) : byForm;
}

/** Applies `redactSecrets` to all texts within a JSON value. */
export function redactSecretsWithin(value: unknown): unknown {
  if (typeof value === 'string') return redactSecrets(value);
  if (Array.isArray(value)) return value.map(redactSecretsWithin);
  // A date has no entries: it is serialized as usual.
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, redactSecretsWithin(each)]));
}
