/** The characters of an address before its fragment. */
const ADDRESS = String.raw`(?:https?:\/\/[^\s"'<>\\#]*)?`;

/** A `#`, also as it is written in a query, in HTML and in JSON. */
const HASH = String.raw`(?:#|%23|&#35;|&#x23;|\\u0023)`;

/** The slashes around the `d` of a link, as they are written there. */
const SLASH = String.raw`(?:\/|\\\/|%2f|&#x2f;|&#47;|\\u002f)`;

/** The token of a link has at least 32 letters and digits (`newLinkToken`). No anchor of our pages has that many characters without a hyphen. */
const LINK = new RegExp(`${ADDRESS}(?:${HASH}|${SLASH}d${SLASH})[A-Za-z0-9]{20,}`, 'gi');
const ONLY_LINK = new RegExp(`^${LINK.source}$`, 'i');

const LEFT_OUT = '[link left out]';

/**
 * A value of JSON without the links that open a document without a sign-in, at any depth: a member that is such a link is left out, and
 * in a longer text, such as an email or a message of a webhook, the link is replaced.
 */
export function withoutLinks(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(LINK, LEFT_OUT);
  if (Array.isArray(value)) return value.map(withoutLinks);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (isLink(name, member) ? [] : [[name, withoutLinks(member)]])),
  );
}

/** Without a link, `publicUrl` is null, which reveals no more. */
const isLink = (name: string, value: unknown): boolean =>
  name === 'publicUrl' || (typeof value === 'string' && ONLY_LINK.test(value));
