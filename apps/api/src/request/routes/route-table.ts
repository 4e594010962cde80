import type { FastifyInstance, RouteOptions, FastifyRequest } from 'fastify';
import FindMyWay, { type HTTPMethod } from 'find-my-way';
import { asDocumented } from './deprecation-headers.rules.js';

/** The maximum length of all headers: longer ids are treated as unknown records, not as unreadable addresses. */
export const MAX_PARAM_LENGTH = 16_384;

/** In the order of an Allow header. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly HTTPMethod[];

/** A route and the parameters of its path. */
export interface FoundRoute {
  readonly route: RouteOptions;
  readonly params: Readonly<Record<string, string | undefined>>;
}

/**
 * The routes by concrete path: which methods does it support, and what do they require? The router knows only whether one method of a path exists.
 */
export class RouteTable {
  /** The methods of each path without parameters. `/v1/clients/batch` supports only POST, although `/v1/clients/:id` supports others. */
  private readonly fixed = new Map<string, HTTPMethod[]>();
  private readonly router = FindMyWay({ maxParamLength: MAX_PARAM_LENGTH });

  /** Records the routes when they are registered. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', (route) => {
      for (const method of METHODS.filter((one) => [route.method].flat().includes(one))) {
        this.router.on(method, route.url, () => undefined, { route });
        if (!/[:*]/.test(route.url)) this.fixed.set(route.url, [...(this.fixed.get(route.url) ?? []), method]);
      }
    });
  }

  /** @param path as in the request line, without the query */
  find(method: string, path: string): FoundRoute | undefined {
    const known = METHODS.find((one) => one === method);
    const found = known && !this.isOther(known, path) && path.startsWith('/') ? this.router.find(known, path) : null;
    // Nest ignores an empty parameter as well: `/v1/clients/` is not a client.
    if (!found || Object.entries(found.params).some(([name, value]) => name !== '*' && value === '')) return undefined;
    return { route: (found.store as { route: RouteOptions }).route, params: found.params };
  }

  /** The route of a path as the reference writes it: `/v1/clients/{id}`, also for `/v1/clients/8`. */
  documented(path: string): string | undefined {
    const urls = METHODS.flatMap((method) => this.find(method, path)?.route.url ?? []).map(asDocumented);
    return urls.find((url) => url === path) ?? urls[0];
  }

  /** Whether a path without parameters exists, but not with this method. */
  isOther(method: string, path: string): boolean {
    const known = METHODS.find((one) => one === method);
    return known !== undefined && this.fixed.get(path)?.includes(known) === false;
  }

  /** The methods of a path, including OPTIONS; empty if the path is unknown. */
  methods(path: string): string[] {
    const taken = METHODS.filter((method) => this.find(method, path) !== undefined);
    return taken.length > 0 ? [...taken, 'OPTIONS'] : [];
  }
}

/**
 * The path of a request as the router matched it: the path of the route with its parameters, however the client wrote it (`/%761/clients`,
 * `http://host/v1/clients`). Parameters are encoded: PostgreSQL cannot store a NUL, and a header cannot contain a line break.
 */
export function routedPath({ routeOptions, params }: Pick<FastifyRequest, 'routeOptions' | 'params'>): string {
  const values = params as Readonly<Record<string, string | undefined>>;
  return (routeOptions.url ?? '').replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}
