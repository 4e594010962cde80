import { challenge, problemDocument, statusOf } from '@billhook/contract/shared/problem-document';
import { isLostDatabase, lostDatabaseFinding } from '@billhook/db/lost-database';
import { resourceUrl, type OAuthResource } from '@billhook/domain/identity/oauth-resource';
import { Problem, type ProblemCode } from '@billhook/domain/shared/problems';
import type { Logger } from '@billhook/platform/logger';
import { plainPath } from '@billhook/platform/redact-secrets';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bodyLimitOf, isDiscarded } from '../body-limits.hooks.js';
import type { RouteTable } from '../routes/route-table.js';
import { resourceOfRequest, surfaceOfRequest, type Surface } from '../surface.rules.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The problem that was sent, for the log. */
    problemCode?: ProblemCode;
  }
}

const METADATA = '/.well-known/oauth-protected-resource';

/** Surfaces whose 401 must challenge (RFC 9110, 15.5.2): there is no challenge for cookies. */
const BEARER_SURFACES: ReadonlySet<Surface> = new Set(['api', 'mcp', 'public-page']);

/** The suggested wait after the database was lost. */
const RETRY_AFTER_S = 5;

/** The errors of the frameworks, as problems. Any other error is a bug in Billhook. */
export function problemOf(error: unknown, request: FastifyRequest): Problem | undefined {
  if (error instanceof Problem) return error;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Problem('unsupported_media_type');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('body_too_large', `This operation accepts at most ${bodyLimitOf(request)}.`);
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Problem('bad_request');
  }
  if (isLostDatabase(error)) return lostDatabaseProblem(error);
  const status = error instanceof HttpException ? error.getStatus() : statusIn(error);
  if (status === 404) return new Problem('route_not_found');
  if (status === 413) return new Problem('body_too_large', `This operation accepts at most ${bodyLimitOf(request)}.`);
  if (status === 415) return new Problem('unsupported_media_type');
  if (status === 400) return new Problem('bad_request', error instanceof Error ? error.message : undefined);
  return undefined;
}

/** 503 with the time to wait. */
export const lostDatabaseProblem = (error: unknown): Problem =>
  new Problem('not_ready', lostDatabaseFinding(error).detail, { extensions: { retryAfter: RETRY_AFTER_S } });

function statusIn(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return undefined;
  return typeof error.statusCode === 'number' ? error.statusCode : undefined;
}

/** The only place where an error becomes a response. An unknown error is a 500 without its message. */
@Catch()
@Injectable()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly publicUrl: string,
    private readonly logger: Logger,
    private readonly routes: RouteTable,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    let problem = this.placed(problemOf(error, request), pathOf(request));
    if (problem?.code === 'not_ready') this.logger.error({ err: error, requestId: request.id }, problem.message);
    if (!problem) {
      this.logger.error(
        { err: error, requestId: request.id, method: request.method, path: pathOf(request) },
        'unexpected error',
      );
      problem = new Problem('internal_error');
    }
    request.problemCode = problem.code;
    if (reply.sent) return;
    if (problem.code === 'body_too_large' && isDiscarded(request)) void reply.removeHeader('Connection');
    const value = this.challengeOf(problem, request);
    if (value !== undefined) void reply.header('WWW-Authenticate', value);
    void reply.headers(headersOf(problem));
    void reply
      .status(statusOf(problem.code))
      .type('application/problem+json')
      .header('Cache-Control', 'no-store')
      // The hook that sets Request-Id does not run for a target without a path: `OPTIONS *`.
      .header('Request-Id', request.id)
      .send(problemDocument(problem, { publicUrl: this.publicUrl, instance: pathOf(request), requestId: request.id }));
  }

  /** On the surfaces of OAuth, a challenge also names the metadata through which applications find the authorization server. */
  private challengeOf(problem: Problem, request: FastifyRequest): string | undefined {
    const surface = surfaceOfRequest(request);
    if (!BEARER_SURFACES.has(surface)) return undefined;
    if (surface === 'public-page') return challenge(problem);
    return challenge(problem, metadataUrl(this.publicUrl, resourceOfRequest(request)));
  }

  /** Detects a trailing slash after a path that exists without it. */
  private placed(problem: Problem | undefined, path: string): Problem | undefined {
    if (problem?.code !== 'route_not_found' || !path.endsWith('/')) return problem;
    const isThere = this.routes.methods(path.slice(0, -1)).length > 0;
    return isThere ? new Problem('route_not_found', 'Remove the slash at the end of the path.') : problem;
  }
}

/** Members of a problem that are headers as well; lists with commas. */
const IN_HEADERS = {
  retryAfter: 'Retry-After',
  allow: 'Allow',
  requiredPermissions: 'X-Required-Permissions',
  held: 'X-Key-Permissions',
} as const;

export function headersOf({ options: { extensions = {} } }: Problem): Record<string, string> {
  return Object.fromEntries(
    Object.entries(IN_HEADERS)
      .filter(([member]) => extensions[member] !== undefined)
      .map(([member, header]) => [header, [extensions[member]].flat().join(', ')]),
  );
}

const pathOf = ({ url }: FastifyRequest): string => plainPath(url);

/** The URL of the metadata of a resource (RFC 9728, 3.1): the well-known part goes before the path of the resource. */
function metadataUrl(publicUrl: string, resource: OAuthResource): string {
  const { origin, pathname } = new URL(resourceUrl(publicUrl, resource));
  return `${origin}${METADATA}${pathname}`;
}
