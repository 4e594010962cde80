import { isRedirectOrigin } from '@billhook/domain/identity/application';
import { Problem } from '@billhook/domain/shared/problems';
import type { Env } from '@billhook/platform/env';
import type { FastifyRequest } from 'fastify';
import type { AnyPrincipal } from './principal.js';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** The origins whose scripts may call /mcp with any credential: the origin of the installation, and the origins that the operator allows. */
const mcpOrigins = ({ PUBLIC_URL, MCP_ALLOWED_ORIGINS }: Pick<Env, 'PUBLIC_URL' | 'MCP_ALLOWED_ORIGINS'>): string[] => [
  new URL(PUBLIC_URL).origin,
  ...MCP_ALLOWED_ORIGINS,
];

/**
 * Rejects scripts of other sites by their Origin (required by MCP against DNS rebinding: a name that an attacker points to this machine).
 * The Host header proves nothing: it contains the attacker's name. Programs send no Origin. An application may call from the origins of its
 * redirect URIs.
 * @throws Problem 403 cross_site
 */
export function rejectForeignOrigin(
  request: FastifyRequest,
  env: Parameters<typeof mcpOrigins>[0],
  by: AnyPrincipal,
): void {
  const { origin } = request.headers;
  if (origin === undefined || mcpOrigins(env).includes(origin)) return;
  if (by.kind === 'app' && isRedirectOrigin(by.application.redirectUris, origin)) return;
  throw new Problem(
    'cross_site',
    'Scripts of this origin may not call /mcp. Register a redirect URI of this origin for the application, or ask the operator to add the origin to MCP_ALLOWED_ORIGINS.',
  );
}

/**
 * Rejects forged requests from other sites, by Sec-Fetch-Site, or by Origin in older browsers. Programs send neither, and no session
 * cookie.
 * @throws Problem 403 cross_site
 */
export function rejectCrossSite(request: FastifyRequest): void {
  if (SAFE_METHODS.includes(request.method)) return;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') throw new Problem('cross_site');
    return;
  }
  const { origin } = request.headers;
  if (origin === undefined) return;
  if (!URL.canParse(origin) || new URL(origin).host !== request.host) throw new Problem('cross_site');
}
