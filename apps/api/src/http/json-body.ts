import { Problem } from '@billhook/domain/problems';
import type { FastifyInstance } from 'fastify';

/** What bodies come as: JSON, and for a patch also under the name of what it is (RFC 7396). */
const MEDIA_TYPES = ['application/json', 'application/merge-patch+json'];

/** JSON is UTF-8 (RFC 8259, 8.1). Broken text is refused: to replace what can not be read would change what was meant. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i;

/**
 * Bodies are JSON: every other media type, charset or encoding is refused (415), and broken JSON is told with its position. A body of no
 * bytes is no body, because an action such as send needs none.
 */
export function acceptJsonOnly(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(MEDIA_TYPES, { parseAs: 'buffer' }, (request, body, done) => {
    const { 'content-encoding': encoding = 'identity', 'content-type': type = '' } = request.headers;
    const [, charset = 'utf-8'] = CHARSET.exec(type) ?? [];
    if (encoding.toLowerCase() !== 'identity') {
      return done(new Problem('unsupported_media_type', 'Send the body without a Content-Encoding.'));
    }
    if (charset.toLowerCase() !== 'utf-8')
      return done(new Problem('unsupported_media_type', 'Send the body as UTF-8.'));
    if (body.length === 0) return done(null, undefined);
    try {
      done(null, JSON.parse(UTF8.decode(Buffer.from(body))));
    } catch (error) {
      done(
        new Problem('malformed_json', error instanceof SyntaxError ? `${error.message}.` : 'The body is not UTF-8.'),
      );
    }
  });
}
