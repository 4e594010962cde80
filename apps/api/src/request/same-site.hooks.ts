import { Problem } from '@billhook/domain/shared/problems';
import type { FastifyRequest } from 'fastify';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Rejects forged requests from other sites, by Sec-Fetch-Site, or by Origin in older browsers. Programs send neither, and no cookie of a
 * person.
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
