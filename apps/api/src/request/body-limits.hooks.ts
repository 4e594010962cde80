import type { FastifyInstance, FastifyRequest } from 'fastify';
import { surfaceOf } from './surface.rules.js';

/** Bytes of a body from a known caller. */
export const BODY_LIMIT = 1_048_576;

/** Bytes of a body to a public route: a form with an email address, a password and a message. */
export const PUBLIC_BODY_LIMIT = 16_384;

/** Receiving more costs more than a new connection. */
const MOST_DISCARDED = 32 * BODY_LIMIT;

/**
 * Whether Node receives and discards the rest of a body that is too large. Fastify would close the connection, which resets it while the
 * client still sends, so that a proxy loses the response.
 */
export const isDiscarded = ({ headers }: FastifyRequest): boolean =>
  Number(headers['content-length']) <= MOST_DISCARDED;

/** Sets the limit of every route at registration. Fastify rejects a larger Content-Length before it reads the body. */
export function limitBodies(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const isPublic = route.config?.access === 'public' || surfaceOf(route.url) === 'public-page';
    route.bodyLimit = isPublic ? PUBLIC_BODY_LIMIT : (route.config?.mostBytes ?? BODY_LIMIT);
  });
}

/** The body limit of a request, as text. */
export function bodyLimitOf({ routeOptions: { bodyLimit = BODY_LIMIT } }: FastifyRequest): string {
  return bodyLimit >= BODY_LIMIT ? `${bodyLimit / BODY_LIMIT} MiB` : `${bodyLimit / 1_024} KiB`;
}
