import type { FastifyInstance, FastifyRequest } from 'fastify';
import { surfaceOf } from './surface.js';

/** Bytes of a body, where the caller is known. */
export const BODY_LIMIT = 1_048_576;

/** Bytes of a body that anybody may send: a form with an address, a password and a message. */
export const PUBLIC_BODY_LIMIT = 16_384;

/** Gives every route its limit while it is registered; Fastify refuses what announces more before it reads a byte. */
export function limitBodies(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const { access, bodyLimit } = route.config ?? {};
    const isPublic = access === 'public' || surfaceOf(route.url) === 'document';
    route.bodyLimit = bodyLimit ?? (isPublic ? PUBLIC_BODY_LIMIT : BODY_LIMIT);
  });
}

/** What a request may send at most, in words. */
export function bodyLimitOf({ routeOptions: { bodyLimit = BODY_LIMIT } }: FastifyRequest): string {
  return bodyLimit >= BODY_LIMIT ? `${bodyLimit / BODY_LIMIT} MiB` : `${bodyLimit / 1_024} KiB`;
}
