import { BEGINNING } from '@billhook/contract/webhooks/event';
import { redactSecrets } from '@billhook/platform/redact-secrets';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Observable, tap } from 'rxjs';
import { routedPath } from '../routes/route-table.js';

/** The cursors of a response that is a page. */
interface Cursors {
  readonly nextCursor: string | null;
  readonly prevCursor: string | null;
}

/** The parameters that name a position in a list. A feed that is read with `after` continues with `after`. */
const PLACES = ['cursor', 'after'] as const;

/**
 * The adjacent pages for the Link header (RFC 8288): the caller's query, unchanged except for its cursor.
 * @param url the requested address, from the path on
 * @param publicUrl the external address of the installation, without a trailing slash
 */
export function pageLinks(publicUrl: string, url: string, { nextCursor, prevCursor }: Cursors): string {
  const [path = '', queryText = ''] = url.split(/\?(.*)/s);
  // Parsed as the server does, because a name may be escaped.
  const parts = queryText.split('&').filter((part) => part !== '');
  const names = (part: string, name: string) => new URLSearchParams(part).has(name);
  const kept = parts.filter((part) => !PLACES.some((name) => names(part, name)));
  const isFeed = parts.some((part) => names(part, 'after'));
  const place = isFeed ? 'after' : 'cursor';
  const link = (rel: string, cursor: string | null) => {
    const query = cursor === null ? kept : [...kept, `${place}=${cursor}`];
    return `<${publicUrl}${escaped([path, query.join('&')].filter((part) => part !== '').join('?'))}>; rel="${rel}"`;
  };
  return [
    ...(nextCursor === null ? [] : [link('next', nextCursor)]),
    ...(prevCursor === null ? [] : [link('prev', prevCursor)]),
    link('first', isFeed ? BEGINNING : null),
  ].join(', ');
}

/** Percent-encodes characters that would end the target of a link or are not allowed in a header. */
const escaped = (url: string): string => url.replace(/[^!#-;=?-~]/gsu, encodeURIComponent);

/** Adds the Link header to every page of a list. */
@Injectable()
export class LinkHeaderInterceptor implements NestInterceptor {
  constructor(private readonly publicUrl: string) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    return next.handle().pipe(
      tap((answer: unknown) => {
        const cursors = cursorsOf(answer);
        if (cursors)
          void reply.header('Link', pageLinks(this.publicUrl, `${routedPath(request)}?${queryOf(request)}`, cursors));
      }),
    );
  }
}

/** A search for a whole key uses its prefix only: the secret part is not repeated. */
const queryOf = ({ originalUrl }: FastifyRequest): string => redactSecrets(originalUrl.split(/\?(.*)/s)[1] ?? '', '');

function cursorsOf(answer: unknown): Cursors | undefined {
  if (typeof answer !== 'object' || answer === null || !('page' in answer)) return undefined;
  const { page } = answer;
  if (typeof page !== 'object' || page === null || !('nextCursor' in page) || !('prevCursor' in page)) return undefined;
  const { nextCursor, prevCursor } = page;
  return isCursor(nextCursor) && isCursor(prevCursor) ? { nextCursor, prevCursor } : undefined;
}

const isCursor = (value: unknown): value is string | null => value === null || typeof value === 'string';
