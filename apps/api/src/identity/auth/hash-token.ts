import { createHash } from 'node:crypto';

/** What is kept of the random id in a cookie or a link: whoever reads the database can not use it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
