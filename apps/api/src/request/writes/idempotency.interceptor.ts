import { createHash } from 'node:crypto';
import { isRejectedBatch } from '@billhook/contract/shared/batch';
import { StoredResponses, type Claim } from '@billhook/db/stored-responses';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { readIdempotencyKey } from '@billhook/domain/shared/idempotency-key';
import { Problem } from '@billhook/domain/shared/problems';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { stringify } from 'safe-stable-stringify';
import { innerCall } from '../inner-call.js';
import type { BearerPrincipal, Principal } from '../principal.js';
import { routedPath } from '../routes/route-table.js';
import { surfaceOfRequest, type Surface } from '../surface.rules.js';
import { NO_DRY_RUN } from './no-dry-run.decorator.js';
import { ON_GLOBAL_SIDE } from './on-global-side.decorator.js';

const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];
const SURFACES: readonly Surface[] = ['api', 'portal-api'];

/**
 * Puts one transaction around a write that is performed once (`Idempotency-Key`) or only tried (`Prefer: dry-run`). The transaction contains the
 * response as well, so no crash separates it from the change; a dry run is rolled back. Idempotency keys require a key (/v1); dry runs also work in
 * the portal, which previews runs with them.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly answers: StoredResponses,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    if (!SURFACES.includes(surfaceOfRequest(request)) || !WRITES.includes(request.method)) return next.handle();

    const { headersDistinct } = request.raw;
    // A replay requires a known caller; a dry run does not.
    const principal = bearerOf(request.principal);
    const key = principal && readIdempotencyKey(headersDistinct['idempotency-key']);
    const dry = prefersDryRun(headersDistinct['prefer']);
    if (key === undefined && !dry) return next.handle();
    if (dry) requireDryRun(context);
    if (dry) void reply.header('Preference-Applied', 'dry-run');
    const handle = () => firstValueFrom(next.handle(), { defaultValue: undefined });
    const claim = principal && key !== undefined ? this.claimOf(request, principal, key) : undefined;
    const ending = dry ? 'discard' : 'commit';
    const side = Reflect.getMetadata(ON_GLOBAL_SIDE, context.getHandler()) === true ? 'global' : undefined;
    return from(this.uow.around(claim ? this.once(claim, handle, reply) : handle, ending, side));
  }

  private once(claim: Claim, handle: () => Promise<unknown>, reply: FastifyReply): (tx: Tx) => Promise<unknown> {
    return async (tx) => {
      const stored = await this.answers.claim(tx, claim);
      if (stored) {
        void reply.header('Idempotent-Replayed', 'true');
        if (stored.status !== undefined) void reply.status(stored.status);
        return stored.body;
      }
      const body = await handle();
      if (!isRejectedBatch(body)) this.answers.keep(tx, claim, { body, status: reply.statusCode });
      await innerCall()?.afterWrite?.(tx, reply.statusCode, body);
      return body;
    };
  }

  private claimOf(request: FastifyRequest, by: BearerPrincipal, key: string): Claim {
    const { method, query, body } = request;
    return {
      companyId: by.company.id,
      // A rotated key is the same client, so its repeats are recognised.
      integration: by.kind === 'key' ? `key:${by.key.familyId}` : `grant:${by.grant.id}`,
      method,
      path: routedPath(request),
      key,
      // With sorted members: equal content is the same request.
      digest: createHash('sha256')
        .update(stringify([query, body ?? null]) ?? '')
        .digest(),
      at: this.clock.now(),
    };
  }
}

const bearerOf = (principal: Principal | undefined): BearerPrincipal | undefined =>
  principal?.kind === 'key' || principal?.kind === 'app' ? principal : undefined;

/** @throws Problem 400 bad_request if the handler does not support dry runs */
function requireDryRun(context: ExecutionContext): void {
  const why: unknown = Reflect.getMetadata(NO_DRY_RUN, context.getHandler());
  if (typeof why === 'string') {
    throw new Problem('bad_request', `${why} Send the request without the header Prefer: dry-run.`);
  }
}

/**
 * Whether the caller requests a dry run (RFC 7240: `Prefer: dry-run`; other preferences are ignored). A misspelt one is rejected, because performing
 * what should only be tried is the worst possible mistake.
 * @param values of all Prefer headers
 * @throws Problem 400 bad_request
 */
export function prefersDryRun(values: readonly string[] | undefined): boolean {
  const preferences = (values ?? []).flatMap((value) => value.split(',')).map((preference) => preference.trim());
  const meant = preferences.filter((preference) => /^dryrun/.test(preference.toLowerCase().replace(/[^a-z=;]/g, '')));
  const wrong = meant.find((preference) => !/^dry-run\s*(?:=\s*(?:true|"true"|""))?\s*(?:;.*)?$/i.test(preference));
  if (wrong !== undefined)
    throw new Problem('bad_request', 'Write the preference for a dry run as dry-run, without a value.');
  return meant.length > 0;
}
