import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { digestTag, isKnown } from './entity-tag.js';

const READS = ['GET', 'HEAD'];

/** Of a 304 without the body that they tell of. */
const OF_THE_BODY = ['Content-Type', 'Content-Length', 'Content-Disposition'];

/**
 * Conditional reads (RFC 9110, 13): every JSON answer to a GET has an ETag, its record's version or else a digest, and whoever has it
 * already is told so (304) instead of being sent it again.
 */
export function answerConditionally(fastify: FastifyInstance): void {
  fastify.addHook('onSend', async (request, reply, payload: unknown) => {
    if (!READS.includes(request.method) || reply.statusCode !== 200) return payload;
    const set = reply.getHeader('ETag');
    if (set === undefined && !(typeof payload === 'string' && isJson(reply.getHeader('Content-Type')))) return payload;
    const tag = typeof set === 'string' ? set : digestTag(String(payload));
    void reply.header('ETag', tag);
    if (!reply.hasHeader('Cache-Control')) void reply.header('Cache-Control', 'private, no-cache');
    if (!isKnown(request.headers['if-none-match'], tag)) return payload;
    if (payload instanceof Readable) payload.destroy();
    for (const name of OF_THE_BODY) void reply.removeHeader(name);
    void reply.status(304);
    // Fastify's own hook for HEAD, which comes last, can not take the null that says "no body".
    return request.method === 'HEAD' ? Readable.from([]) : null;
  });
}

const isJson = (type: unknown): boolean => typeof type === 'string' && type.startsWith('application/json');
