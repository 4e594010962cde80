import type { Target as RecordTarget } from '@billhook/invoicing/records/target';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { versionsOf } from '../caching/entity-tag.rules.js';
import { idOf } from './id.param.js';

export type { RecordTarget };

/** The record in the path and the versions in If-Match: what every change of a record is aimed at. */
export const Target = createParamDecorator((_: unknown, context: ExecutionContext): RecordTarget => {
  const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
  return { id: idOf(context), versions: versionsOf(headers['if-match']) };
});

/** The versions in If-Match, where the path names no id. */
export const SeenVersions = createParamDecorator((_: unknown, context: ExecutionContext): RecordTarget['versions'] => {
  const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
  return versionsOf(headers['if-match']);
});
