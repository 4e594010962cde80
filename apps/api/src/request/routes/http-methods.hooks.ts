import { Problem } from '@billhook/domain/shared/problems';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RouteTable } from './route-table.js';

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '';

/**
 * Responds to OPTIONS on existing paths (204 with Allow), and to unsupported methods (405 with Allow). The CORS plugin handles preflights, and the
 * router responds with 404 to unknown paths.
 */
export function respondToOptions(fastify: FastifyInstance, routes: RouteTable): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'OPTIONS') return undefined;
    const allow = routes.methods(pathOf(request));
    if (allow.length > 0) void reply.header('Allow', allow.join(', '));
    // A script of another site can only read that the path is unknown if its preflight passes.
    else if (request.headers['access-control-request-method'] === undefined) {
      reply.callNotFound();
      return reply;
    }
    return undefined;
  });
}

/** Only if the CORS plugin has not responded, which it does on surfaces that accept requests of other sites. */
export function respondToPlainOptions(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (request.method === 'OPTIONS' && reply.hasHeader('Allow')) return reply.status(204).send();
    return undefined;
  });
}

/** After the gate, so that a missing permission is reported before an unsupported method (OPTIONS and the document are public). */
export function rejectOtherMethods(fastify: FastifyInstance, routes: RouteTable): void {
  fastify.addHook('onRequest', async (request) => {
    // The router treats `batch` as an id if the other route has a different method.
    if (!request.is404 && !routes.isOther(request.method, pathOf(request))) return;
    const allow = routes.methods(pathOf(request));
    if (allow.length === 0) return;
    throw new Problem('method_not_allowed', `This path allows ${allow.join(', ')}.`, { extensions: { allow } });
  });
}
