import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** A smaller response fits into one packet anyway. */
const SMALLEST_BYTES = 1_024;

const toGzip = promisify(gzip);

/**
 * Compresses the JSON of reads with gzip if `Accept-Encoding` allows it. A `no-store` response may contain a secret, which its compressed length
 * would reveal (BREACH), so it is sent uncompressed. The ETag belongs to the uncompressed body. Register after respondConditionally.
 */
export function compressReads(fastify: FastifyInstance): void {
  fastify.addHook('onSend', async (request, reply, payload: unknown) => {
    if (!['GET', 'HEAD'].includes(request.method) || reply.getHeader('Cache-Control') === 'no-store') return payload;
    if (reply.statusCode === 304) addVary(reply, 'Accept-Encoding');
    if (reply.statusCode !== 200 || !isJson(reply.getHeader('Content-Type'))) return payload;
    addVary(reply, 'Accept-Encoding');
    if (typeof payload !== 'string' || payload.length < SMALLEST_BYTES) return payload;
    if (!takesGzip(request.headers['accept-encoding'])) return payload;
    void reply.header('Content-Encoding', 'gzip').removeHeader('Content-Length');
    return toGzip(payload);
  });
}

const isJson = (type: unknown): boolean => typeof type === 'string' && type.startsWith('application/json');

/** Whether an Accept-Encoding accepts gzip (RFC 9110, 12.5.3). */
export function takesGzip(accepted = ''): boolean {
  const weights = new Map<string, number>();
  for (const each of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0);
  }
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
}

/** Adds a request header that the response depends on (RFC 9110, 12.5.5). */
export function addVary(reply: FastifyReply, header: string): void {
  const named = String(reply.getHeader('Vary') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (named.some((name) => name === '*' || name.toLowerCase() === header.toLowerCase())) return;
  void reply.header('Vary', [...named, header].join(', '));
}
