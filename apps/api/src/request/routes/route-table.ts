import FindMyWay, { type HTTPMethod } from 'find-my-way';
import type { FastifyInstance, RouteOptions, FastifyRequest } from 'fastify';

/** As long as all headers together may be: an id that no record can have is an unknown record, and no address that cannot be read. */
export const MAX_PARAM_LENGTH = 16_384;

/** In the order of an Allow header. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly HTTPMethod[];

/** A route and what its path holds. */
export interface FoundRoute {
  readonly route: RouteOptions;
  readonly params: Readonly<Record<string, string | undefined>>;
}

/**
 * The routes that there are, asked by a concrete path: which methods does it take, and what does a route ask of its caller? The server's
 * own router tells only whether the very request has a route.
 */
export class RouteTable {
  /** The methods of each path without parameters. `/v1/clients/batch` takes POST alone, though `/v1/clients/:id` takes others. */
  private readonly fixed = new Map<string, HTTPMethod[]>();
  private readonly router = FindMyWay({ maxParamLength: MAX_PARAM_LENGTH });

  /** Learns the routes while they are registered. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', (route) => {
      for (const method of METHODS.filter((one) => [route.method].flat().includes(one))) {
        this.router.on(method, route.url, () => undefined, { route });
        if (!/[:*]/.test(route.url)) this.fixed.set(route.url, [...(this.fixed.get(route.url) ?? []), method]);
      }
    });
  }

  /** @param path without its query, as it stands in the request line */
  find(method: string, path: string): FoundRoute | undefined {
    const known = METHODS.find((one) => one === method);
    const found = known && !this.isOther(known, path) && path.startsWith('/') ? this.router.find(known, path) : null;
    // An empty parameter is none, to Nest neither: `/v1/clients/` is no client.
    if (!found || Object.entries(found.params).some(([name, value]) => name !== '*' && value === '')) return undefined;
    return { route: (found.store as { route: RouteOptions }).route, params: found.params };
  }

  /** Whether a path without parameters has routes, and none for this method. */
  isOther(method: string, path: string): boolean {
    const known = METHODS.find((one) => one === method);
    return known !== undefined && this.fixed.get(path)?.includes(known) === false;
  }

  /** The methods that a path takes, OPTIONS included; none when the path is unknown. */
  methods(path: string): string[] {
    const taken = METHODS.filter((method) => this.find(method, path) !== undefined);
    return taken.length > 0 ? [...taken, 'OPTIONS'] : [];
  }
}

/**
 * The path of a request as the router has read it: the route's own, with its parameters. However a client writes it (`/%761/clients`,
 * `http://host/v1/clients`), it is one path.
 */
export function routedPath({ routeOptions, params }: Pick<FastifyRequest, 'routeOptions' | 'params'>): string {
  const values = params as Readonly<Record<string, string | undefined>>;
  return (routeOptions.url ?? '').replace(/:(\w+)/g, (_, name: string) => values[name] ?? '');
}
