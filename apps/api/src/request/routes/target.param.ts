import { IdText } from '@billhook/contract/shared/common';
import type { Target as RecordTarget } from '@billhook/db/target';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { versionsOf } from '../caching/etag.rules.js';

export type { RecordTarget };

/** The record in the path and the versions in If-Match: the target of a change. */
export const Target = createParamDecorator((_: unknown, context: ExecutionContext): RecordTarget => {
  const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
  return { id: idOf(context), versions: versionsOf(headers['if-match']) };
});

/** The versions in If-Match, for a path without an id. */
export const SeenVersions = createParamDecorator((_: unknown, context: ExecutionContext): RecordTarget['versions'] => {
  const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
  return versionsOf(headers['if-match']);
});

/** An id that no record has. */
export const NO_ID = 0;

/** The id in the path. A malformed id becomes one that no record has, so that it gets the same 404 as an unknown one. */
export function idOf(context: ExecutionContext): number {
  return idInPath(context.switchToHttp().getRequest<FastifyRequest>());
}

export function idInPath({ params }: FastifyRequest): number {
  return IdText.safeParse((params as { readonly id?: string }).id).data ?? NO_ID;
}

/** The id in the path, as a number. */
export const Id = createParamDecorator((_: unknown, context: ExecutionContext): number => idOf(context));
