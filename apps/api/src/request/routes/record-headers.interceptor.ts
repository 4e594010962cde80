import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Observable, tap } from 'rxjs';
import { versionTag } from '../caching/etag.rules.js';
import { surfaceOfRequest } from '../surface.rules.js';
import { CREATED_COLLECTION } from './route.decorator.js';

/**
 * The headers of a single record: an ETag that begins with its version (RFC 9110, 8.8.3), for If-Match, and the Location of a created
 * one.
 */
@Injectable()
export class RecordHeadersInterceptor implements NestInterceptor {
  constructor(private readonly publicUrl: string) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    const at: unknown = Reflect.getMetadata(CREATED_COLLECTION, context.getHandler());
    return next.handle().pipe(
      tap((answer: unknown) => {
        const { id, version }: { id?: unknown; version?: unknown } = isRecord(answer) ? answer : {};
        if (typeof version === 'number') void reply.header('ETag', versionTag(version));
        if (typeof at === 'string' && typeof id === 'number' && surfaceOfRequest(request) === 'api') {
          void reply.header('Location', `${this.publicUrl}/v1/${at}/${id}`);
        }
      }),
    );
  }
}

const isRecord = (answer: unknown): answer is object => typeof answer === 'object' && answer !== null;
