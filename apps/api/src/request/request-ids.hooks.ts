import { Problem } from '@billhook/domain/shared/problems';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Headers in which a client may send its own request id; the first one counts. */
const HEADERS = ['client-request-id', 'x-request-id', 'request-id'] as const;

/** Characters that are safe in a header and in a log line. */
const USABLE = /^[\x21-\x7e]{1,255}$/;

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's own request id, for the client and the log only. */
    clientRequestId?: string;
  }
}

function clientRequestIdOf({ headers }: FastifyRequest): string | undefined {
  const given = HEADERS.map((name) => headers[name]).find((value) => value !== undefined);
  return typeof given === 'string' && USABLE.test(given) ? given : undefined;
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
