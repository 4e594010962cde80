import { createHash } from 'node:crypto';
import { Problem } from '@billhook/domain/shared/problems';

/** A list of entity tags, strong or weak (RFC 9110, 8.8.3). Headers are Latin-1, without control characters. */
export const ENTITY_TAGS =
  /^[ \t]*(?:W\/)?"[\x20\x21\x23-\x7e\x80-\xff]*"(?:[ \t]*,[ \t]*(?:W\/)?"[\x20\x21\x23-\x7e\x80-\xff]*")*[ \t]*$/;

/** The version of a record, with which its tag begins. */
export const versionTag = (version: number): string => `"${version}"`;

/**
 * The tag of a response: the version of its record, if it has one, and a digest, because balances, counts and expansions change without a new
 * version.
 * @param begun the result of versionTag; any other tag is kept
 */
export function exactTag(begun: string | undefined, body: string): string {
  return begun === undefined ? `"${digest(body)}"` : begun.replace(/^"(\d+)"$/, `"$1-${digest(body)}"`);
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/**
 * The versions in an If-Match (RFC 9110, 13.1.1); undefined without the header and for `*`. A proxy that compresses makes tags weak, or appends
 * the encoding, and the version remains (decision 190).
 * @throws Problem 400 for an invalid list of tags
 */
export function versionsOf(ifMatch: string | undefined): number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  if (!ENTITY_TAGS.test(ifMatch)) {
    throw new Problem(
      'bad_request',
      'If-Match must be an ETag as the API returned it, including the quotes, like "2".',
    );
  }
  return [...ifMatch.matchAll(/(?:^|,)\s*(?:W\/)?"(0|[1-9]\d{0,9})(?:[-;:/][^"]*)?"\s*(?=,|$)/g)].map(([, version]) =>
    Number(version),
  );
}

/** Whether the caller already has this response (RFC 9110, 13.1.2): If-None-Match treats weak and strong tags alike. */
export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const strong = tag.replace(/^W\//, '');
  return [...ifNoneMatch.matchAll(/"[^"]*"/g)].some(([known]) => known === strong);
}
