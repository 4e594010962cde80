import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type Observable, tap } from 'rxjs';
import { versionTag } from './entity-tag.js';

/** The version of a single record begins its ETag (RFC 9110, 8.8.3): it is what If-Match of a later change refers to. */
@Injectable()
export class EtagInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      tap((answer: unknown) => {
        const version: unknown = typeof answer === 'object' && answer !== null && 'version' in answer && answer.version;
        if (typeof version === 'number') void reply.header('ETag', versionTag(version));
      }),
    );
  }
}
