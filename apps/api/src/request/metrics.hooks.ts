import type { Meter } from '@billhook/platform/metrics/meter';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { innerCall } from './inner-call.js';
import { surfaceOfRequest } from './surface.rules.js';

/** Counts every request when its response has ended: by its route, its caller and its `Idempotency-Key`. */
export function countRequests(fastify: FastifyInstance, meter: Meter): void {
  fastify.addHook('onResponse', async (request, reply) => {
    const method = METHODS.has(request.method) ? request.method : 'other';
    // The template, because a path contains ids. Unknown paths share one value, because callers choose them.
    const route = request.routeOptions.url ?? 'unknown';
    meter.count('billhook_http_requests_total', { method, route, status: String(reply.statusCode) });
    meter.observe('billhook_http_request_duration_seconds', { method, route }, reply.elapsedTime / 1_000);
    if (request.problemCode) meter.count('billhook_http_problems_total', { code: request.problemCode });
    countCredential(request, reply, meter);
    countIdempotency(request, reply, meter);
  });
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

function countCredential(request: FastifyRequest, reply: FastifyReply, meter: Meter): void {
  // The credential of a call of an assistant was counted with its request to /mcp.
  if (innerCall()) return;
  const surface = surfaceOfRequest(request);
  if (request.principal) meter.count('billhook_authentications_total', { surface, outcome: 'accepted' });
  else if (reply.statusCode === 401 && request.problemCode)
    meter.count('billhook_authentications_total', { surface, outcome: request.problemCode });
}

function countIdempotency(request: FastifyRequest, reply: FastifyReply, meter: Meter): void {
  if (request.headers['idempotency-key'] === undefined || !request.principal) return;
  const outcome =
    reply.getHeader('idempotent-replayed') === 'true'
      ? 'replayed'
      : request.problemCode?.startsWith('idempotency_')
        ? 'rejected'
        : 'performed';
  meter.count('billhook_idempotent_requests_total', { outcome });
}
