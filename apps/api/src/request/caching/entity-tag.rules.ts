import { createHash } from 'node:crypto';
import { Problem } from '@billhook/domain/shared/problems';

/** A list of entity tags, strong or weak (RFC 9110, 8.8.3). Headers are Latin-1, without control characters. */
export const ENTITY_TAGS =
  /^[ \t]*(?:W\/)?"[\x20\x21\x23-\x7e\x80-\xff]*"(?:[ \t]*,[ \t]*(?:W\/)?"[\x20\x21\x23-\x7e\x80-\xff]*")*[ \t]*$/;

/** The version of a record, with which its tag begins. */
export const versionTag = (version: number): string => `"${version}"`;

/**
 * The tag of an answer: the version of its record, where it is one, and a digest. The version alone would not do: balances, counts, the next
 * number of a series and what the calendar makes of a quote change without a new one, and so does what an answer is expanded by.
 * @param begun what versionTag made; another tag is kept as it is
 */
export function exactTag(begun: string | undefined, body: string): string {
  return begun === undefined ? `"${digest(body)}"` : begun.replace(/^"(\d+)"$/, `"$1-${digest(body)}"`);
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/**
 * The versions that an If-Match names (RFC 9110, 13.1.1); undefined where it asks for none or takes any. A weak tag never matches.
 * @throws Problem 400 for what is no list of tags
 */
export function versionsOf(ifMatch: string | undefined): number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  if (!ENTITY_TAGS.test(ifMatch)) {
    throw new Problem(
      'bad_request',
      'If-Match must be an ETag as the API returned it, including the quotes, like "2".',
    );
  }
  return [...ifMatch.matchAll(/(?:^|,)\s*"(0|[1-9]\d{0,9})(?:-[\w-]+)?"\s*(?=,|$)/g)].map(([, version]) =>
    Number(version),
  );
}

/** Whether the caller has this answer already (RFC 9110, 13.1.2): weak or strong is alike to If-None-Match. */
export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const strong = tag.replace(/^W\//, '');
  return [...ifNoneMatch.matchAll(/"[^"]*"/g)].some(([known]) => known === strong);
}
