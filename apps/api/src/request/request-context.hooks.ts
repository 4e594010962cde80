import { currentRequest, runForRequest } from '@billhook/platform/current-request';
import type { Span, Tracer } from '@billhook/platform/tracing/tracer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { surfaceOfRequest } from './surface.rules.js';

const spans = new WeakMap<FastifyRequest, Span>();

/**
 * Makes the request known to everything that it causes: its id goes to the events that it emits, and from there to the log lines of their
 * deliveries. With tracing, its span is above theirs.
 */
export function nameRequests(fastify: FastifyInstance, tracer: Tracer): void {
  fastify.addHook('onRequest', async (request) => {
    // Pages and health checks are not part of a trace.
    if (surfaceOfRequest(request) === 'none') return;
    const { method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    const { traceparent } = request.headers;
    const above = currentRequest()?.traceparent ?? (typeof traceparent === 'string' ? traceparent : undefined);
    const span = tracer.start(`${method} ${route}`, 'server', above, {
      'http.request.method': method,
      'http.route': route,
      'billhook.request.id': request.id,
    });
    if (span) spans.set(request, span);
  });
  // With a callback, because the rest of the request runs within this call.
  fastify.addHook('preHandler', (request, _, done) => {
    const traceparent = spans.get(request)?.traceparent;
    const startSpan = traceparent === undefined ? undefined : startBelow(tracer, traceparent);
    runForRequest({ requestId: request.id, traceparent, startSpan }, done);
  });
  fastify.addHook('onResponse', async (request, reply) => {
    const error = reply.statusCode >= 500 ? (request.problemCode ?? 'internal_error') : undefined;
    spans.get(request)?.end({ 'http.response.status_code': reply.statusCode }, error);
  });
}

const startBelow =
  (tracer: Tracer, traceparent: string) => (name: string, attributes: Readonly<Record<string, string>>) =>
    tracer.start(name, 'client', traceparent, attributes);
