import { createHash } from 'node:crypto';
import { archivePath } from '@billhook/contract/installation/archives';
import { Problem } from '@billhook/domain/shared/problems';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ArchivesService } from './archives.service.js';

/** Serves the archives of this release and of earlier ones, at addresses that never change their content. */
export function serveArchives(
  fastify: FastifyInstance,
  archives: ArchivesService,
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  const path = archivePath(':digest', ':name');
  fastify.get<{ Params: { digest: string; name: string } }>(path, async (request, reply) => {
    const { digest, name } = request.params;
    const content = await archives.contentOf(name, digest, () => admit(request, reply));
    if (!content) throw new Problem('route_not_found', 'This installation has not served this archive.');
    const sha256 = createHash('sha256').update(content).digest('base64');
    void reply.headers({
      'Content-Type': name.endsWith('.whl') ? 'application/zip' : 'application/gzip',
      'Cache-Control': 'public, max-age=31536000, immutable',
      ETag: `"${digest}"`,
      'Repr-Digest': `sha-256=:${sha256}:`,
    });
    return reply.send(content);
  });
}
