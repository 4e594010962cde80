import type { FastifyReply } from 'fastify';
import type { BearerPrincipal } from '../request/principal.js';

/** Adds the expiry of an expiring key or grant to the response, for callers who do not read the email. */
export function setExpiryHeader(by: BearerPrincipal, reply: FastifyReply): void {
  const { status, expiresAt } = by.kind === 'key' ? by.key : by.grant;
  if (status === 'expiring' && expiresAt) void reply.header('X-Key-Expires-At', expiresAt.toISOString());
}
