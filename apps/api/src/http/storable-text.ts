import type { Fault } from '@billhook/domain/problems';

const UNSTORABLE = /\0|\p{Surrogate}/u;

/**
 * Finds texts, names of properties included, that JSON can spell and PostgreSQL can not keep: the character NUL, and half of a surrogate
 * pair (RFC 7493, section 2.1). Schemas need not think of them.
 * @param value what a schema has accepted
 * @returns the path to each such text
 */
export function unstorableTexts(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value === 'string') return UNSTORABLE.test(value) ? [[...path]] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    UNSTORABLE.test(name) ? [[...path]] : unstorableTexts(item, [...path, name]),
  );
}

/** What is said of each. */
export const UNSTORABLE_FAULT = {
  code: 'invalid_text',
  message: 'must not hold the character NUL or half of a surrogate pair',
} as const satisfies Fault;
