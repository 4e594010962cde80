import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from '@billhook/domain/problems';
import { newId } from '@billhook/platform/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problemDocument, statusOf } from './problem-document.js';

/** Answers what Fastify refuses before any hook: an address that can not be decoded. */
export function answerBadUrl(publicUrl: string) {
  return (_error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const problem = new Problem('bad_request', 'The address can not be decoded.');
    const instance = request.url.split('?', 1)[0] ?? '';
    void reply
      .status(statusOf(problem.code))
      .header('Request-Id', request.id)
      .type('application/problem+json')
      .send(problemDocument(problem, { publicUrl, instance, requestId: request.id }));
  };
}

/** Answers what Node can not read as HTTP at all, on the bare socket. */
export function answerBrokenHttp(publicUrl: string) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const problem =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? new Problem('headers_too_large')
        : new Problem('bad_request', 'This is not an HTTP request that can be read.');
    const requestId = newId('req');
    const status = statusOf(problem.code);
    const body = JSON.stringify(problemDocument(problem, { publicUrl, instance: '', requestId }));
    socket.end(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
        'Content-Type: application/problem+json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `Request-Id: ${requestId}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  };
}
