import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { KeyPrincipal } from '../principal.js';
import { surfaceOf, surfaceOfRequest } from '../surface.js';
import { asDocumented, deprecationHeaders, parametersOf } from './deprecated-headers.js';
import type { Deprecation } from './deprecated.decorator.js';

/** A route as the documentation writes it: `GET`, `/v1/things/{id}`. */
export interface NamedRoute {
  readonly method: string;
  readonly route: string;
}

export type DeprecatedRoute = NamedRoute & Deprecation;

/** What is told that a key has called a deprecated route. It must be quick: the answer waits for it. */
export interface CallListener {
  note(by: KeyPrincipal, route: NamedRoute): void;
}

const nameOf = ({ method, route }: NamedRoute): string => `${method} ${route}`;

/** The routes of /v1 that will be removed. */
@Injectable()
export class DeprecatedRoutes {
  private readonly routes = new Map<string, DeprecatedRoute>();

  /** @throws Error when the successor needs a parameter that the path does not have */
  add({ method, url, config }: Pick<RouteOptions, 'method' | 'url' | 'config'>): void {
    const deprecation = config?.deprecated;
    if (!deprecation || surfaceOf(url) !== 'api') return;
    const route = asDocumented(url);
    const missing = parametersOf(deprecation.successor ?? '').find((name) => !parametersOf(route).includes(name));
    if (missing !== undefined)
      throw new Error(`${route}: its successor has the parameter {${missing}}, which the route does not have`);
    for (const one of [method].flat()) {
      // HEAD comes with its GET.
      if (one !== 'HEAD') this.routes.set(nameOf({ method: one, route }), { method: one, route, ...deprecation });
    }
  }

  find(route: NamedRoute): DeprecatedRoute | undefined {
    return this.routes.get(nameOf(route));
  }

  get isEmpty(): boolean {
    return this.routes.size === 0;
  }
}

/**
 * Every answer of a deprecated route says so, refusals too once the caller is known, and the calls of keys are noted. Learns the routes
 * while they are registered.
 */
export function announceDeprecations(
  fastify: FastifyInstance,
  publicUrl: string,
  routes: DeprecatedRoutes,
  calls: CallListener,
): void {
  fastify.addHook('onRoute', (route) => routes.add(route));
  fastify.addHook('onSend', async (request, reply, payload) => {
    const { deprecated, access } = request.routeOptions.config;
    const known = request.principal !== undefined || access === 'public';
    if (!deprecated || !known || surfaceOfRequest(request) !== 'api') return payload;
    announce(deprecated, publicUrl, request, reply);
    if (request.principal?.kind === 'key') calls.note(request.principal, namedRoute(request));
    return payload;
  });
}

function announce(deprecated: Deprecation, publicUrl: string, request: FastifyRequest, reply: FastifyReply): void {
  const params = request.params as Readonly<Record<string, string | undefined>>;
  const { deprecation, sunset, links } = deprecationHeaders(deprecated, publicUrl, params);
  // A page of a list has links of its own.
  const own = [reply.getHeader('Link') ?? []].flat().map(String);
  void reply.headers({ Deprecation: deprecation, Sunset: sunset, Link: [...own, ...links].join(', ') });
}

function namedRoute({ method, routeOptions }: FastifyRequest): NamedRoute {
  return { method: method === 'HEAD' ? 'GET' : method, route: asDocumented(routeOptions.url ?? '') };
}
