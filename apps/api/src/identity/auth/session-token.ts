import { createHash } from 'node:crypto';

/** The stored hash of the random id in a cookie or a link, which is useless to a reader of the database. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
