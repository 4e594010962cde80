import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The built pages that this server hands out, each under its own path. `fallback` answers what is no file. */
const SITES = [
  { path: '/settings', dist: '../../../settings/dist', fallback: { file: 'index.html', status: 200 } },
  { path: '/portal', dist: '../../../portal/dist', fallback: { file: 'index.html', status: 200 } },
  { path: '/docs', dist: '../../../docs/dist', fallback: { file: '404.html', status: 404 } },
] as const;

/** Nothing from other hosts, and nobody else may frame the pages; the portal is framed by the settings. */
const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'self'",
  'Referrer-Policy': 'same-origin',
} as const;

/** File names with a digest in them never change their content. */
const IMMUTABLE = /^assets\//;

/** Serves the screens and the documentation. */
export async function servePages(fastify: FastifyInstance): Promise<void> {
  const here = fileURLToPath(new URL('.', import.meta.url));
  await fastify.register(fastifyStatic, { root: here, serve: false });
  for (const site of SITES) {
    const root = join(here, site.dist);
    fastify.get(site.path, (_, reply) => reply.redirect(`${site.path}/`, 308));
    fastify.get(`${site.path}/*`, (request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply) => {
      const wanted = fileFor(root, request.params['*']);
      const immutable = wanted !== undefined && IMMUTABLE.test(wanted);
      void reply.headers(PAGE_HEADERS).header('Cache-Control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (wanted === undefined) void reply.status(site.fallback.status);
      return reply.sendFile(wanted ?? site.fallback.file, root, { cacheControl: false });
    });
  }
  fastify.get('/', (_, reply) => reply.redirect('/settings/', 302));
}

/** The file for a path below the root, `index.html` for a folder; undefined when there is none. */
function fileFor(root: string, path: string): string | undefined {
  if (path.includes('..') || path.includes('\0')) return undefined;
  const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
  if (existsSync(join(root, file)) && /\.[a-z0-9]+$/i.test(file)) return file;
  return existsSync(join(root, path, 'index.html')) ? join(path, 'index.html') : undefined;
}
