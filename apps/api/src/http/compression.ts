import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { addVary } from './vary.js';

type Coding = 'br' | 'gzip';

/** A smaller answer fits into one packet anyway. */
const SMALLEST_BYTES = 1_024;

/** Brotli at 4 takes the time of gzip at 6 and leaves a tenth less; its default of 11 is for files. */
const ENCODERS: Readonly<Record<Coding, (text: string) => Promise<Buffer>>> = {
  br: (text) => toBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text) => toGzip(text),
};
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * Compresses the JSON of reads, as `Accept-Encoding` allows. An answer marked `no-store` may carry a secret: compressed, its length would
 * tell of it (BREACH), so it is sent as it is. The entity tag is that of the uncompressed body. Register after answerConditionally.
 */
export function compressReads(fastify: FastifyInstance): void {
  fastify.addHook('onSend', async (request, reply, payload: unknown) => {
    if (!['GET', 'HEAD'].includes(request.method) || reply.getHeader('Cache-Control') === 'no-store') return payload;
    if (reply.statusCode === 304) addVary(reply, 'Accept-Encoding');
    if (reply.statusCode !== 200 || !isJson(reply.getHeader('Content-Type'))) return payload;
    addVary(reply, 'Accept-Encoding');
    if (typeof payload !== 'string' || payload.length < SMALLEST_BYTES) return payload;
    const coding = codingOf(request.headers['accept-encoding']);
    if (coding === undefined) return payload;
    void reply.header('Content-Encoding', coding).removeHeader('Content-Length');
    return ENCODERS[coding](payload);
  });
}

const isJson = (type: unknown): boolean => typeof type === 'string' && type.startsWith('application/json');

/** The coding that an Accept-Encoding takes (RFC 9110, 12.5.3), Brotli before gzip; undefined for the body as it is. */
export function codingOf(accepted: string | undefined): Coding | undefined {
  const weights = new Map<string, number>();
  for (const each of (accepted ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0);
  }
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0;
  const [br, zip] = [weightOf('br'), weightOf('gzip')];
  if (br === 0 && zip === 0) return undefined;
  return br >= zip ? 'br' : 'gzip';
}
