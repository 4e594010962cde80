import { BEGINNING } from '@billhook/contract/webhooks/event';
import { strikeSecrets } from '@billhook/platform/struck-secrets';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Observable, tap } from 'rxjs';
import { routedPath } from '../routes/route-table.js';

/** The cursors of a response that is a page. */
interface Cursors {
  readonly nextCursor: string | null;
  readonly prevCursor: string | null;
}

/** The parameters that name a place in a list. A feed that is read on by `after` goes on by it. */
const PLACES = ['cursor', 'after'] as const;

/**
 * The pages beside the one that is answered, as the Link header of RFC 8288 says them: the caller's own query, to the letter, but for
 * its cursor.
 * @param url what was asked for, from the path on
 * @param publicUrl where the installation is reached from outside, without a slash at its end
 */
export function pageLinks(publicUrl: string, url: string, { nextCursor, prevCursor }: Cursors): string {
  const [path = '', asked = ''] = url.split(/\?(.*)/s);
  // As the server reads a query: a name may be escaped too.
  const parts = asked.split('&').filter((part) => part !== '');
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

/** What would end the target of a link, or stand in no header: a URL says it in per cents. */
const escaped = (url: string): string => url.replace(/[^!#-;=?-~]/gsu, encodeURIComponent);

/** Every answer that is a page of a list gets its Link header. */
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
const queryOf = ({ originalUrl }: FastifyRequest): string => strikeSecrets(originalUrl.split(/\?(.*)/s)[1] ?? '', '');

function cursorsOf(answer: unknown): Cursors | undefined {
  if (typeof answer !== 'object' || answer === null || !('page' in answer)) return undefined;
  const { page } = answer;
  if (typeof page !== 'object' || page === null || !('nextCursor' in page) || !('prevCursor' in page)) return undefined;
  const { nextCursor, prevCursor } = page;
  return isCursor(nextCursor) && isCursor(prevCursor) ? { nextCursor, prevCursor } : undefined;
}

const isCursor = (value: unknown): value is string | null => value === null || typeof value === 'string';
