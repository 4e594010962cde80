import { IdText } from '@billhook/contract/shared/common';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** An id that no record has. */
const NO_ID = 0;

/** The id in the path. A malformed id becomes one that no record has, so that it gets the same 404 as an unknown one. */
export function idOf(context: ExecutionContext): number {
  const { params } = context.switchToHttp().getRequest<FastifyRequest<{ Params: { id: string } }>>();
  return IdText.safeParse(params.id).data ?? NO_ID;
}

/** The id in the path, as a number. */
export const Id = createParamDecorator((_: unknown, context: ExecutionContext): number => idOf(context));
