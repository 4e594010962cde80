import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ClientPageView } from '@billhook/contract/invoicing/client-page';
import { PublicDocumentView } from '@billhook/contract/invoicing/public-document';
import { statusOf } from '@billhook/contract/shared/problem-document';
import { FIRST_CELL } from '@billhook/db/cell-rows';
import { inCell } from '@billhook/db/current-cell';
import { Database } from '@billhook/db/database';
import { Problem } from '@billhook/domain/shared/problems';
import { cellOfLink } from '@billhook/invoicing/document-base/link-token';
import { LOGGER, type Logger } from '@billhook/platform/logger';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccessGate } from '../../access/access.gate.js';
import { addVary, takes } from '../../request/caching/compression.hooks.js';
import { pageLanguage } from '../../request/page-language.rules.js';
import { headersOf, problemOf } from '../../request/problems/problem.filter.js';
import { PAGE_HEADERS, PUBLIC_PAGE } from '../../request/static/static-pages.hooks.js';
import { ClientPageService } from './client-page.service.js';
import { PublicPageService } from './public-page.service.js';

/** What `apps/public/src/server/render-page.tsx` exports. An application cannot import another one. */
interface PageRenderer {
  readonly renderPage: (page: {
    readonly token: string;
    readonly document: PublicDocumentView | null;
    readonly client?: ClientPageView | undefined;
    readonly language: 'en' | 'fr';
  }) => string;
}

const RENDERER = join(PUBLIC_PAGE, 'server/render-page.mjs');

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Above this level, the next percent takes ten times as long. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Renders the page of a document or of a client on the server. It changes nothing: the displayed page reports that it was viewed. */
@Injectable()
export class LinkPageService {
  constructor(
    private readonly gate: AccessGate,
    private readonly pages: PublicPageService,
    private readonly clients: ClientPageService,
    private readonly db: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Unknown, replaced and revoked links get the same page. After an error, the browser tries to render the page. */
  async respond(token: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    // A lost database fails again within the page, which has a response for it.
    const cell = await this.db.cells.orFirst(cellOfLink(token)).catch(() => FIRST_CELL);
    return inCell(cell, () => this.respondInCell(token, request, reply));
  }

  private async respondInCell(token: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    void reply.headers(PAGE_HEADERS).header('Cache-Control', 'no-store');
    try {
      const document = await this.documentOf(token, request, reply);
      const client = document ? undefined : await this.clients.find(token, pageOf(request));
      const { renderPage } = await loadRenderer();
      const language = pageLanguage(request.headers['accept-language']);
      const html = renderPage({ token, document, client, language });
      void reply.status(document || client ? 200 : 404).type('text/html; charset=utf-8');
      return await sendCompressed(html, request, reply);
    } catch (error) {
      const problem = problemOf(error, request) ?? new Problem('internal_error');
      if (problem.code === 'internal_error' || problem.code === 'not_ready')
        this.logger.error({ err: error, requestId: request.id }, 'the page of a link was not rendered');
      request.problemCode = problem.code;
      void reply.status(statusOf(problem.code)).headers(headersOf(problem));
      return reply.sendFile('index.html', PUBLIC_PAGE, { cacheControl: false });
    }
  }

  private async documentOf(
    token: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<PublicDocumentView | null> {
    try {
      const by = await this.gate.admitLink(token, request, reply);
      // Removes the members that the view does not name.
      return PublicDocumentView.parse(await this.pages.get(by));
    } catch (error) {
      if (error instanceof Problem && error.code === 'document_link_invalid') return null;
      throw error;
    }
  }
}

/** The number of the page in `?page=2`. */
function pageOf({ query }: FastifyRequest): number {
  const { page } = query as { readonly page?: unknown };
  return typeof page === 'string' && /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
}

/** `npm run dev` builds it again while this process runs. */
const loadRenderer = async (): Promise<PageRenderer> =>
  (await import(`${pathToFileURL(RENDERER).href}?${(await stat(RENDERER)).mtimeMs}`)) as PageRenderer;

/** The page contains nothing that the request chose, so its compressed length reveals nothing (BREACH). */
async function sendCompressed(html: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const coding = ['br', 'gzip'].find((each) => takes(each, request.headers['accept-encoding']));
  addVary(reply, 'Accept-Encoding');
  if (coding === undefined) return reply.send(html);
  void reply.header('Content-Encoding', coding);
  return reply.send(coding === 'br' ? await toBrotli(html, BROTLI) : await toGzip(html));
}
