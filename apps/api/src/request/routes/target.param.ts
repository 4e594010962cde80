import type { Target as RecordTarget } from '@billhook/db/target';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { versionsOf } from '../caching/etag.rules.js';
import { idOf } from './id.param.js';

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
