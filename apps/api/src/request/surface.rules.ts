import type { OAuthResource } from '@billhook/domain/identity/oauth-resource';
import type { FastifyRequest } from 'fastify';
import { innerCall } from './inner-call.js';

/** The surfaces of the service, each with one kind of credential. `none` is for pages and health checks, which need none. */
export type Surface = 'api' | 'mcp' | 'settings-api' | 'portal-api' | 'public-page' | 'none';

const PREFIXES: readonly (readonly [string, Surface])[] = [
  ['/v1', 'api'],
  ['/mcp', 'mcp'],
  ['/app', 'settings-api'],
  ['/portal/api', 'portal-api'],
  ['/public/api', 'public-page'],
];

/** The surface that a path belongs to. */
export function surfaceOf(url: string): Surface {
  const path = url.split('?', 1)[0] ?? '';
  const match = PREFIXES.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`));
  return match ? match[1] : 'none';
}

/**
 * The surface of a request is the surface of its route, which the router finds for encoded paths (`/%761/clients`) and whole URLs as well.
 * Without a route they are normalised here, so that 405 always comes after the credential check.
 */
export function surfaceOfRequest(request: Pick<FastifyRequest, 'url' | 'routeOptions'>): Surface {
  return request.routeOptions.url === undefined ? surfaceOfUrl(request.url) : surfaceOf(request.routeOptions.url);
}

/** The surface of an address as the client wrote it, without a route. */
export const surfaceOfUrl = (url: string): Surface => surfaceOf(asRouted(url));

/** An address as the router normalises it. */
function asRouted(url: string): string {
  const path = url.replace(/^https?:\/\/.*?\//, '/');
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** The resource that an access token must be issued for. If a call causes another one, the resource of the outer request applies. */
export const resourceOfRequest = (request: Pick<FastifyRequest, 'url' | 'routeOptions'>): OAuthResource =>
  innerCall()?.resource ?? (surfaceOfRequest(request) === 'mcp' ? 'mcp' : 'v1');
