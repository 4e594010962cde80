import { IdText } from '@billhook/contract/common';
import { Problem } from '@billhook/domain/problems';
import type { Target as RecordTarget } from '@billhook/records/target';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

export type { RecordTarget };

/** The versions that an If-Match names (RFC 9110, 13.1.1); undefined where it asks for none or takes any. A weak tag never matches. */
export function versionsOf(ifMatch: string | undefined): number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  return [...ifMatch.matchAll(/(?:^|,)\s*"(0|[1-9]\d{0,9})"\s*(?=,|$)/g)].map(([, version]) => Number(version));
}

/** The record in the path and the versions in If-Match: what every change of a record is aimed at. */
export const Target = createParamDecorator((_: unknown, context: ExecutionContext): RecordTarget => {
  const request = context.switchToHttp().getRequest<FastifyRequest<{ Params: { id: string } }>>();
  const id = IdText.safeParse(request.params.id);
  if (!id.success) throw new Problem('not_found', 'There is no such record: ids are positive whole numbers.');
  return { id: id.data, versions: versionsOf(request.headers['if-match']) };
});
