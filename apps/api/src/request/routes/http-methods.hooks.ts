import { Problem } from '@billhook/domain/shared/problems';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RouteTable } from './route-table.js';

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '';

/**
 * Answers what there is no route for: OPTIONS on any path that exists (204 with Allow), and every method that a path does not take
 * (405 with Allow). Preflights are the CORS plugin's; a path that does not exist is left to the router, as 404.
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

/** Where the CORS plugin has not answered yet: it does so on the surfaces that take requests of other sites. */
export function respondToPlainOptions(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (request.method === 'OPTIONS' && reply.hasHeader('Allow')) return reply.status(204).send();
    return undefined;
  });
}

/** After the gate, so that a missing right is reported before a wrong method (OPTIONS and the document are public). */
export function rejectOtherMethods(fastify: FastifyInstance, routes: RouteTable): void {
  fastify.addHook('onRequest', async (request) => {
    // The router takes `batch` for an id where the method is another one's.
    if (!request.is404 && !routes.isOther(request.method, pathOf(request))) return;
    const allow = routes.methods(pathOf(request));
    if (allow.length === 0) return;
    throw new Problem('method_not_allowed', `This path allows ${allow.join(', ')}.`, { extensions: { allow } });
  });
}
