import { Problem } from '@billhook/domain/shared/problems';
import type { FastifyRequest } from 'fastify';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Against forged requests from other sites: browsers say in Sec-Fetch-Site where a request comes from, older ones at least in Origin.
 * Programs send neither, and carry no one's cookie.
 * @throws Problem 403 cross_site
 */
export function refuseCrossSite(request: FastifyRequest): void {
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
