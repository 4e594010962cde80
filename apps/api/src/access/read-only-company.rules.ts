import { Problem } from '@billhook/domain/shared/problems';
import type { FastifyRequest } from 'fastify';
import type { AnyPrincipal } from '../request/principal.js';

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Writes that do not belong to the company, or that its owners need until it is deleted. */
const ALLOWED: readonly RegExp[] = [
  /^\/app\/session(\/|$)/,
  /^\/app\/sessions(\/|$)/,
  /^\/app\/account(\/|$)/,
  /^\/app\/company\/exports$/,
  /^\/app\/company\/deletion(\/withdraw)?$/,
  /^\/portal\/api\/session(\/|$)/,
  // A call of a tool sends a request to /v1, which is checked as well.
  /^\/mcp$/,
];

/** A company whose deletion is requested is read-only. @throws Problem 409 deletion_requested */
export function requireKept(
  { company }: AnyPrincipal,
  { method, routeOptions }: Pick<FastifyRequest, 'method' | 'routeOptions'>,
): void {
  const path = routeOptions.url ?? '';
  if (company.deletesAt === null || READS.includes(method) || ALLOWED.some((allowed) => allowed.test(path))) return;
  throw new Problem('deletion_requested', undefined, { extensions: { deletesAt: company.deletesAt.toISOString() } });
}
