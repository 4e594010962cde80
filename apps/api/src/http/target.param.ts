import { IdText } from '@billhook/contract/common';
import { Problem } from '@billhook/domain/problems';
import type { Target as RecordTarget } from '@billhook/records/target';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

export type { RecordTarget };

/** A list of entity tags, strong or weak (RFC 9110, 8.8.3). */
const ENTITY_TAGS = /^\s*(W\/)?"[^"]*"(\s*,\s*(W\/)?"[^"]*")*\s*$/;

/** The versions that an If-Match names (RFC 9110, 13.1.1); undefined where it asks for none or takes any. A weak tag never matches. */
export function versionsOf(ifMatch: string | undefined): number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  if (!ENTITY_TAGS.test(ifMatch)) {
    throw new Problem('bad_request', 'If-Match takes the ETag as it was answered, quotes included: "2".');
  }
  return [...ifMatch.matchAll(/(?:^|,)\s*"(0|[1-9]\d{0,9})"\s*(?=,|$)/g)].map(([, version]) => Number(version));
}

/** The record in the path and the versions in If-Match: what every change of a record is aimed at. */
export const Target = createParamDecorator((_: unknown, context: ExecutionContext): RecordTarget => {
  const request = context.switchToHttp().getRequest<FastifyRequest<{ Params: { id: string } }>>();
  const id = IdText.safeParse(request.params.id);
  if (!id.success) throw new Problem('not_found', 'There is no such record: ids are positive whole numbers.');
  return { id: id.data, versions: versionsOf(request.headers['if-match']) };
});
