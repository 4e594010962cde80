import type { FastifyRequest } from 'fastify';

/** The surfaces of the service, each with its own kind of credential. `open` is for pages, health and documents. */
export type Surface = 'api' | 'settings' | 'portal' | 'document' | 'open';

const PREFIXES: readonly (readonly [string, Surface])[] = [
  ['/v1', 'api'],
  ['/app', 'settings'],
  ['/portal/api', 'portal'],
  ['/public/api', 'document'],
];

/** The surface that a path belongs to. */
export function surfaceOf(url: string): Surface {
  const path = url.split('?', 1)[0] ?? '';
  const match = PREFIXES.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`));
  return match ? match[1] : 'open';
}

/**
 * The surface of a request is that of its route. What the client wrote may name the same route in other ways, which the router undoes:
 * encoded (`/%761/clients`) or as a whole URL (`http://host/v1/clients`). Where there is no route, they are undone here: a method that a path
 * does not take is told after the credential was looked at, however the path is written.
 */
export function surfaceOfRequest(request: Pick<FastifyRequest, 'url' | 'routeOptions'>): Surface {
  return request.routeOptions.url === undefined ? surfaceOfUrl(request.url) : surfaceOf(request.routeOptions.url);
}

/** The surface of an address as a client writes it, before there is a route. */
export const surfaceOfUrl = (url: string): Surface => surfaceOf(asRouted(url));

/** An address as the router reads it. */
function asRouted(url: string): string {
  const path = url.replace(/^https?:\/\/.*?\//, '/');
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
