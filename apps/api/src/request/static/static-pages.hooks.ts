import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem } from '@billhook/domain/shared/problems';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { surfaceOfUrl } from '../surface.rules.js';

interface Site {
  readonly path: string;
  readonly dist: string;
  /** Whether the names under assets/ contain a digest of their content, which therefore never changes. */
  readonly digests: boolean;
  /** Responds if there is no such file. */
  readonly fallback: { readonly file: string; readonly status: 200 | 404 };
  /** Whether archives have addresses without a digest here. */
  readonly archives?: boolean;
  /** Whether its texts for programs name the address of the demo. In pages, a script replaces it. */
  readonly namesDemo?: boolean;
  /** Whether a path without a file is the token of a link. No address of the site is sent to other sites or listed by a search engine. */
  readonly opensLinks?: boolean;
}

const DEMO = 'http://localhost:3000';

const TEXT_TYPES: Readonly<Record<string, string>> = { '.md': 'text/markdown', '.txt': 'text/plain' };

const distOf = (app: string): string => fileURLToPath(new URL(`../../../../${app}/dist/`, import.meta.url));

/** The folder of the built page of a document. */
export const PUBLIC_PAGE: string = distOf('public');

/** The folder of the built documentation. */
export const DOCS: string = distOf('docs');

const APP = { digests: true, fallback: { file: 'index.html', status: 200 } } as const;

/** The built pages, each under its own path. */
const SITES: readonly Site[] = [
  { path: '/settings', dist: distOf('settings'), ...APP },
  { path: '/portal', dist: distOf('portal'), ...APP },
  { path: '/d', dist: PUBLIC_PAGE, ...APP, opensLinks: true },
  {
    path: '/docs',
    dist: DOCS,
    digests: false,
    fallback: { file: '404.html', status: 404 },
    archives: true,
    namesDemo: true,
  },
];

/** Nothing from other hosts, and no page may frame another. */
const SITE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  'Referrer-Policy': 'same-origin',
} as const;

/** The headers of the page of a document. */
export const PAGE_HEADERS = {
  ...SITE_HEADERS,
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
} as const;

/** Files that no browser shows as a document, so the policy would only make 20 responses of a first load longer. */
const PART = /\.(css|js)$/;

const ASSET = /^assets\//;

/** Programs read these, and no page in their place. */
const MARKDOWN = /\.(md|txt)$/;
const NO_MARKDOWN = 'There is no such page. /docs/llms.txt lists all pages.\n';

/** `Accept-Encoding` selects the compressed files, which have no separate address. Modules are for the server. */
const UNSERVED = /\.(br|gz|mjs)$/;

/** The address with a digest for the name of an archive; undefined for other names. */
type ArchiveAddress = (file: string, request: FastifyRequest, reply: FastifyReply) => Promise<string | undefined>;

/** Responds with the page of a link. */
type LinkPage = (token: string, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Serves the screens and the documentation. */
export async function servePages(
  fastify: FastifyInstance,
  publicUrl: string,
  addressOf: ArchiveAddress,
  openLink: LinkPage,
): Promise<void> {
  const here = fileURLToPath(new URL('.', import.meta.url));
  // The build writes `.br` and `.gz` beside each file (tools/precompress.ts).
  await fastify.register(fastifyStatic, { root: here, serve: false, preCompressed: true });
  for (const site of SITES) {
    const root = site.dist;
    // With the query: `/portal?add=true` opens a dialog.
    fastify.get(site.path, ({ url }, reply) => {
      // `/portal?add=true` opens a dialog.
      const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
      return reply.redirect(`${site.path}/${query}`, 308);
    });
    fastify.get<{ Params: { '*': string } }>(
      `${site.path}/*`,
      { errorHandler: answerRange },
      async (request, reply) => {
        const wanted = fileFor(root, request.params['*']);
        const archive =
          site.archives && wanted === undefined ? await addressOf(request.params['*'], request, reply) : undefined;
        if (archive !== undefined) return reply.header('Cache-Control', 'no-cache').redirect(archive, 302);
        // A page that was open during an update requests scripts that no longer exist; a page in their place would hide the error.
        const isOfScript = ASSET.test(request.params['*']) || surfaceOfUrl(request.url) !== 'none';
        if (wanted === undefined && isOfScript) throw new Problem('route_not_found');
        if (wanted === undefined && site.fallback.status === 404 && MARKDOWN.test(request.params['*'])) {
          return reply
            .status(404)
            .header('Cache-Control', 'no-cache')
            .type('text/plain; charset=utf-8')
            .send(NO_MARKDOWN);
        }
        if (wanted === undefined && site.opensLinks)
          return openLink(request.params['*'].replace(/\/$/, ''), request, reply);
        const immutable = site.digests && wanted !== undefined && ASSET.test(wanted);
        void reply
          .headers(PART.test(wanted ?? '') ? {} : site.opensLinks ? PAGE_HEADERS : SITE_HEADERS)
          .header('Cache-Control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
        if (wanted === undefined) void reply.status(site.fallback.status);
        const type = site.namesDemo && publicUrl !== DEMO ? TEXT_TYPES[extname(wanted ?? '')] : undefined;
        if (type !== undefined) {
          const text = await readFile(join(root, wanted ?? ''), 'utf8');
          return reply.type(`${type}; charset=utf-8`).send(text.replaceAll(DEMO, publicUrl));
        }
        return reply.sendFile(wanted ?? site.fallback.file, root, { cacheControl: false });
      },
    );
  }
  fastify.get('/', (_, reply) => reply.redirect('/settings/', 302));
}

/** What the package that serves files throws, with the headers of the response. */
type UnservedRange = FastifyError & { readonly headers?: Record<string, string> };

/** 416 for a range beyond the end of a file, which would otherwise be an unexpected error. Other errors become problems as everywhere. */
function answerRange(error: UnservedRange, _: FastifyRequest, reply: FastifyReply): void {
  if (error.statusCode !== 416) throw error;
  void reply
    .status(416)
    .headers(error.headers ?? {})
    .send();
}

/** The file for a path below the root, `index.html` for a folder; undefined when there is none. */
function fileFor(root: string, path: string): string | undefined {
  if (path.includes('..') || path.includes('\0') || UNSERVED.test(path)) return undefined;
  const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
  if (existsSync(join(root, file)) && /\.[a-z0-9]+$/i.test(file)) return file;
  return existsSync(join(root, path, 'index.html')) ? join(path, 'index.html') : undefined;
}
