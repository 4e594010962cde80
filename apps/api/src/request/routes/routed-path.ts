import type { FastifyRequest } from 'fastify';

/**
 * The path of a request as the router has read it: the route's own, with its parameters. However a client writes it (`/%761/clients`,
 * `http://host/v1/clients`), it is one path.
 */
export function routedPath({ routeOptions, params }: Pick<FastifyRequest, 'routeOptions' | 'params'>): string {
  const values = params as Readonly<Record<string, string | undefined>>;
  return (routeOptions.url ?? '').replace(/:(\w+)/g, (_, name: string) => values[name] ?? '');
}
