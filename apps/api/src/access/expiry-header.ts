import type { FastifyReply } from 'fastify';
import type { KeyPrincipal } from '../request/principal.js';

/** Says on an answer when the key that asked will expire, in the last days of its life: who reads no mail may read this. */
export function tellExpiry({ key: { status, expiresAt } }: KeyPrincipal, reply: FastifyReply): void {
  if (status === 'expiring' && expiresAt) void reply.header('X-Key-Expires-At', expiresAt.toISOString());
}
