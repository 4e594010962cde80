import { createHash } from 'node:crypto';

/** The stored form of the random token in a cookie or a link, useless to a reader of the database. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
