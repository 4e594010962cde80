import type { FastifyRequest } from 'fastify';
import type { Origin } from './principal.js';

/** Where a request came from: the address behind the trusted proxies, and the software. */
export function originOf(request: FastifyRequest): Origin {
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    requestId: request.id,
  };
}
