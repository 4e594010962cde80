import { checkNumbers, parseChecked } from '@billhook/contract/shared/checked-json';
import { Problem } from '@billhook/domain/shared/problems';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { surfaceOfRequest } from '../surface.rules.js';

/** The media types of bodies: JSON, and for a patch also merge-patch+json (RFC 7396). */
const MEDIA_TYPES = ['application/json', 'application/merge-patch+json'];

/** JSON is UTF-8 (RFC 8259, 8.1). Invalid bytes are rejected, because replacing them would change the content. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The part of the text that V8 quotes in its error: it may be the middle of a password. */
const EXCERPT = /, (?:\.{3})?".*"(?:\.{3})? is not valid JSON$/s;

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i;

/** Labels of UTF-8 and of ASCII, its subset. */
const UTF8_LABELS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

/**
 * Bodies are JSON: every other media type, charset or encoding is rejected (415), and the error for invalid JSON has its position. A body
 * of no bytes is not a body, whatever its headers say: an action such as send needs none, and many clients label it all the same.
 */
export function acceptJsonOnly(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': chunked } = request.headers;
    if (Number(length) === 0 && chunked === undefined) delete request.headers['content-type'];
    done();
  });
  fastify.addContentTypeParser('*', rejectBytes);
  fastify.addContentTypeParser(MEDIA_TYPES, { parseAs: 'buffer' }, (request, body, done) => {
    const { 'content-encoding': encoding = 'identity', 'content-type': type = '' } = request.headers;
    const [, charset = 'utf-8'] = CHARSET.exec(type) ?? [];
    if (body.length === 0) return done(null, undefined);
    if (encoding.toLowerCase() !== 'identity') {
      return done(new Problem('unsupported_media_type', 'Send the body without a Content-Encoding.'));
    }
    if (!UTF8_LABELS.has(charset.toLowerCase())) {
      return done(new Problem('unsupported_media_type', 'Send the body as UTF-8.'));
    }
    try {
      const text = UTF8.decode(Buffer.from(body));
      const value = parseChecked(text, body as Buffer);
      // A tool call is checked as the request that it becomes, whose error the assistant can read.
      if (surfaceOfRequest(request) !== 'mcp') checkNumbers(text);
      done(null, value);
    } catch (error) {
      if (error instanceof Problem) return done(error);
      done(
        new Problem(
          'malformed_json',
          error instanceof SyntaxError
            ? `${error.message.replace(EXCERPT, ', which is not valid JSON')}.`
            : 'The body is not UTF-8.',
        ),
      );
    }
  });
}

/** A body of another media type, sent in chunks, is rejected at its first byte. For a path that does not exist, the 404 comes first. */
function rejectBytes(
  { is404 }: FastifyRequest,
  payload: FastifyRequest['raw'],
  done: (error: Error | null, body?: undefined) => void,
): void {
  if (is404) return done(null);
  const finish = (error: Error | null) => {
    payload.off('data', onData).off('end', onEnd).off('error', finish);
    done(error);
  };
  const onData = () => finish(new Problem('unsupported_media_type'));
  const onEnd = () => finish(null);
  payload.on('data', onData).on('end', onEnd).on('error', finish);
}
