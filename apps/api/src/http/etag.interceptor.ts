import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type Observable, tap } from 'rxjs';
import { versionTag } from './entity-tag.js';

/** The version of a single record as its ETag (RFC 9110, 8.8.3): what If-Match of a later change refers to. */
@Injectable()
export class EtagInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      tap((answer: unknown) => {
        const { version, expanded }: { version?: unknown; expanded?: unknown } = isRecord(answer) ? answer : {};
        if (typeof version === 'number') void reply.header('ETag', versionTag(version, expanded));
      }),
    );
  }
}

const isRecord = (answer: unknown): answer is object => typeof answer === 'object' && answer !== null;
