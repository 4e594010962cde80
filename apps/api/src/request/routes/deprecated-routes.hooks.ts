import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { surfaceOf, surfaceOfRequest } from '../surface.rules.js';
import type { Deprecation } from './deprecated.decorator.js';
import { asDocumented, deprecationHeaders, parametersOf } from './deprecation-headers.rules.js';

/** Sends the headers of a deprecated route with every response, including errors once the caller is known. */
export function announceDeprecations(fastify: FastifyInstance, publicUrl: string): void {
  fastify.addHook('onRoute', requireParameters);
  fastify.addHook('onSend', async (request, reply, payload) => {
    const { deprecated, access } = request.routeOptions.config;
    const known = request.principal !== undefined || access === 'public';
    if (deprecated && known && surfaceOfRequest(request) === 'api') announce(deprecated, publicUrl, request, reply);
    return payload;
  });
}

/** @throws Error when the successor of a route needs a parameter that the route does not have */
export function requireParameters({ url, config }: Pick<RouteOptions, 'url' | 'config'>): void {
  const deprecation = config?.deprecated;
  if (!deprecation || surfaceOf(url) !== 'api') return;
  const route = asDocumented(url);
  const missing = parametersOf(deprecation.successor ?? '').find((name) => !parametersOf(route).includes(name));
  if (missing !== undefined)
    throw new Error(`${route}: its successor has the parameter {${missing}}, which the route does not have`);
}

function announce(deprecated: Deprecation, publicUrl: string, request: FastifyRequest, reply: FastifyReply): void {
  const params = request.params as Readonly<Record<string, string | undefined>>;
  const { deprecation, sunset, links } = deprecationHeaders(deprecated, publicUrl, params);
  // A page of a list already has links.
  const own = [reply.getHeader('Link') ?? []].flat().map(String);
  void reply.headers({ Deprecation: deprecation, Sunset: sunset, Link: [...own, ...links].join(', ') });
}
