import { Problem } from '@billhook/domain/problems';
import type { FastifyInstance } from 'fastify';

/**
 * Bodies are JSON: every other media type is refused (415), and broken JSON is told with its position. A body of no bytes is no body,
 * because an action such as send needs none.
 */
export function acceptJsonOnly(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      done(null, JSON.parse(String(body)));
    } catch (error) {
      done(new Problem('malformed_json', error instanceof Error ? `${error.message}.` : undefined));
    }
  });
}
