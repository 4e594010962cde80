import { STATUS_CODES, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { problemDocument, statusOf } from '@billhook/contract/shared/problem-document';
import { Problem } from '@billhook/domain/shared/problems';
import type { Env } from '@billhook/platform/env';
import { newId } from '@billhook/platform/ids';
import type { Logger } from '@billhook/platform/logger';
import { plainPath } from '@billhook/platform/redact-secrets';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { securityHeaders } from '../static/security-headers.rules.js';
import { surfaceOfUrl } from '../surface.rules.js';

/** Responds to an address that cannot be decoded, which Fastify rejects before any hook. */
export function respondToBadUrl(env: Env, logger: Logger) {
  const { PUBLIC_URL: publicUrl } = env;
  return (_error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const problem = new Problem('bad_request', 'The URL cannot be decoded.');
    const instance = plainPath(request.url);
    logger.info({ requestId: request.id }, `${request.method} ${instance} ${statusOf(problem.code)}`);
    if (surfaceOfUrl(instance) === 'api') void reply.header('Access-Control-Allow-Origin', '*');
    void reply
      .status(statusOf(problem.code))
      .headers({ ...securityHeaders(env), 'Request-Id': request.id, 'Cache-Control': 'no-store' })
      .type('application/problem+json')
      .send(problemDocument(problem, { publicUrl, instance, requestId: request.id }));
  };
}

/** Requests that Node cannot parse, by error code. */
function problemOf(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return new Problem('headers_too_large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('request_timeout');
  return new Problem('bad_request', 'The request is not valid HTTP.');
}

/** Responds on the socket to what Node cannot parse as HTTP, or does not receive in time. */
export function respondToBrokenHttp(env: Env, logger: Logger) {
  const { PUBLIC_URL: publicUrl } = env;
  return (error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const problem = problemOf(error.code);
    const requestId = newId('req');
    const status = statusOf(problem.code);
    logger.info({ requestId, code: error.code }, `no request ${status}`);
    const body = JSON.stringify(problemDocument(problem, { publicUrl, instance: '', requestId }));
    socket.end(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
        'Content-Type: application/problem+json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `Request-Id: ${requestId}`,
        ...Object.entries(securityHeaders(env)).map(([name, value]) => `${name}: ${value}`),
        'Connection: close',
        '',
        // A response to HEAD has no body, even for an error.
        isHead(error.rawPacket) ? '' : body,
      ].join('\r\n'),
    );
  };
}

/** @param packet the received bytes, which Fastify's types omit */
const isHead = (packet: unknown): boolean => packet instanceof Buffer && packet.toString('latin1', 0, 5) === 'HEAD ';

/** Ignores expectations other than 100-continue, as RFC 9110, 10.1.1 allows: Node would reject them without a body. */
export function ignoreExpectations(server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}
