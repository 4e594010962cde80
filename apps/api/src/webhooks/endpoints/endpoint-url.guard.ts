import { EgressGuard } from '@billhook/webhooks/attempts/egress-guard';
import { createParamDecorator, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    urlProblem?: string | undefined;
  }
}

const requestOf = (context: ExecutionContext): FastifyRequest => context.switchToHttp().getRequest<FastifyRequest>();

/** Resolves the URL in a body. A guard, because no look-up may take place in the transaction around the handler. */
@Injectable()
export class EndpointUrlGuard implements CanActivate {
  constructor(private readonly egress: EgressGuard) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const url: unknown = (request.body as { readonly url?: unknown } | null | undefined)?.url;
    if (typeof url === 'string') request.urlProblem = await this.egress.refusalNow(url);
    return true;
  }
}

/** Why the URL in the body cannot receive webhooks, as found by the guard; undefined if it can, or if there is none. */
export const UrlProblem = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | undefined => requestOf(context).urlProblem,
);
