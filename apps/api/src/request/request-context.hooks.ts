import { inCell } from '@billhook/db/current-cell';
import { Problem } from '@billhook/domain/shared/problems';
import { CLIENT_REQUEST_ID_PATTERN } from '@billhook/domain/shared/value-patterns';
import { inCompanyTime } from '@billhook/platform/company-time';
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
    const company = request.principal?.company;
    const inTime = () => inCompanyTime(company?.clockOffset ?? 0, done);
    runForRequest({ requestId: request.id, traceparent, startSpan }, () => inCell(company?.cell, inTime));
  });
  fastify.addHook('onResponse', async (request, reply) => {
    const error = reply.statusCode >= 500 ? (request.problemCode ?? 'internal_error') : undefined;
    spans.get(request)?.end({ 'http.response.status_code': reply.statusCode }, error);
  });
}

const startBelow =
  (tracer: Tracer, traceparent: string) => (name: string, attributes: Readonly<Record<string, string>>) =>
    tracer.start(name, 'client', traceparent, attributes);

/** Headers in which a client may send its own request id; the first one counts. */
const HEADERS = ['client-request-id', 'x-request-id', 'request-id'] as const;

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's own request id, for the client and the logs only. */
    clientRequestId?: string;
  }
}

function clientRequestIdOf({ headers }: FastifyRequest): string | undefined {
  const given = HEADERS.map((name) => headers[name]).find((value) => value !== undefined);
  return typeof given === 'string' && CLIENT_REQUEST_ID_PATTERN.test(given) ? given : undefined;
}

/** Every response identifies its request: by our id in Request-Id, and by the client's id, if sent, in Client-Request-Id. */
export function addRequestIds(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request, reply) => {
    void reply.header('Request-Id', request.id);
    request.clientRequestId = clientRequestIdOf(request);
    if (request.clientRequestId !== undefined) void reply.header('Client-Request-Id', request.clientRequestId);
    // Required by HTTP/1.1 (RFC 9112, 3.2).
    if (!request.headers.host && request.raw.httpVersion === '1.1')
      throw new Problem('bad_request', 'The header Host is missing.');
    // With two, each program on the way could choose another one (RFC 9112, 3.2).
    if ((request.raw.headersDistinct.host?.length ?? 0) > 1)
      throw new Problem('bad_request', 'The header Host was sent more than once.');
  });
}

/** Adds what injected requests lack: the headers as Node lists them, each once here. Register it before all other hooks. */
export function completeInjectedRequests(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async ({ raw }) => {
    if (raw.headersDistinct as typeof raw.headersDistinct | undefined) return;
    const lists = Object.entries(raw.headers).map(([name, value]) => [name, [value ?? []].flat()]);
    Object.defineProperty(raw, 'headersDistinct', { value: Object.fromEntries(lists) as typeof raw.headersDistinct });
  });
}
