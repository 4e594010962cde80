import type { FastifyReply } from 'fastify';

/** Adds a request header that the response depends on (RFC 9110, 12.5.5). */
export function addVary(reply: FastifyReply, header: string): void {
  const named = String(reply.getHeader('Vary') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (named.some((name) => name === '*' || name.toLowerCase() === header.toLowerCase())) return;
  void reply.header('Vary', [...named, header].join(', '));
}
