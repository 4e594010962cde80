import { IdText } from '@billhook/contract/common';
import { Problem } from '@billhook/domain/problems';
import type { Target as RecordTarget } from '@billhook/records/target';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { versionsOf } from './entity-tag.js';

export type { RecordTarget };

/** The record in the path and the versions in If-Match: what every change of a record is aimed at. */
export const Target = createParamDecorator((_: unknown, context: ExecutionContext): RecordTarget => {
  const request = context.switchToHttp().getRequest<FastifyRequest<{ Params: { id: string } }>>();
  const id = IdText.safeParse(request.params.id);
  if (!id.success) throw new Problem('not_found', 'There is no such record: ids are positive whole numbers.');
  return { id: id.data, versions: versionsOf(request.headers['if-match']) };
});
