import type { FastifyReply } from 'fastify';
import type { KeyPrincipal } from '../request/principal.js';

/** Adds the expiry of an expiring key to the response, for callers who do not read the email. */
export function setExpiryHeader({ key: { status, expiresAt } }: KeyPrincipal, reply: FastifyReply): void {
  if (status === 'expiring' && expiresAt) void reply.header('X-Key-Expires-At', expiresAt.toISOString());
}
