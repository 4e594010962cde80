import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { exactTag, isKnown } from './etag.rules.js';

const READS = ['GET', 'HEAD'];

/** Headers that describe a body, which a 304 does not have. */
const OF_THE_BODY = ['Content-Type', 'Content-Length', 'Content-Disposition', 'Content-Encoding'];

/**
 * Conditional reads (RFC 9110, 13): every JSON response to a GET has an ETag, and so has every record in a response; a caller
 * that has the current one gets 304 without a body.
 */
export function respondConditionally(fastify: FastifyInstance): void {
  fastify.addHook('onSend', async (request, reply, payload: unknown) => {
    const reads = READS.includes(request.method) && reply.statusCode === 200;
    const begun = reply.getHeader('ETag');
    if (begun === undefined && !(reads && isJson(reply.getHeader('Content-Type')))) return payload;
    const known = begun === undefined ? undefined : String(begun);
    const tag = typeof payload === 'string' ? exactTag(known, payload) : known;
    if (tag === undefined) return payload;
    void reply.header('ETag', tag);
    if (!reads) return payload;
    if (!reply.hasHeader('Cache-Control')) void reply.header('Cache-Control', 'private, no-cache');
    if (!isKnown(request.headers['if-none-match'], tag)) return payload;
    if (payload instanceof Readable) payload.destroy();
    for (const name of OF_THE_BODY) void reply.removeHeader(name);
    void reply.status(304);
    // Fastify's own hook for HEAD, which comes last, cannot take the null that says "no body".
    return request.method === 'HEAD' ? Readable.from([]) : null;
  });
}

const isJson = (type: unknown): boolean => typeof type === 'string' && type.startsWith('application/json');
