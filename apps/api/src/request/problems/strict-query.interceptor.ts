import { Problem } from '@billhook/domain/shared/problems';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { surfaceOfRequest } from '../surface.rules.js';
import { unknownParameters } from './validation.pipe.js';

/**
 * Rejects any query on handlers that declare none; the others are validated by their schema. The query of /mcp is ignored: directories add
 * one to the address of a server, and the parameters of a message are in its body.
 */
@Injectable()
export class StrictQueryInterceptor implements NestInterceptor {
  private readonly declared = new WeakMap<object, boolean>();

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const names = Object.keys(request.query ?? {});
    if (names.length > 0 && surfaceOfRequest(request) !== 'mcp' && !this.declaresQuery(context)) {
      throw new Problem('invalid_query', undefined, { errors: unknownParameters(names, []) });
    }
    return next.handle();
  }

  private declaresQuery(context: ExecutionContext): boolean {
    const handler = context.getHandler();
    let known = this.declared.get(handler);
    if (known === undefined) {
      const args: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), handler.name);
      known = Object.keys(args ?? {}).some((key) => key.startsWith(`${RouteParamtypes.QUERY}:`));
      this.declared.set(handler, known);
    }
    return known;
  }
}
