import type { Cells } from '@billhook/db/cells';
import { inCell } from '@billhook/db/current-cell';
import { Database } from '@billhook/db/database';
import { UNATTENDED_HEADER } from '@billhook/domain/identity/unattended';
import { Problem } from '@billhook/domain/shared/problems';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { ENV, type Env } from '@billhook/platform/env';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import passport from 'passport';
import { portalCookie, sessionCookie } from '../request/cookies.rules.js';
import { innerCall } from '../request/inner-call.js';
import { KeyRejected } from '../request/key-rejected.js';
import { originOf } from '../request/origin.rules.js';
import type {
  AnyPrincipal,
  BearerPrincipal,
  DocumentPrincipal,
  MemberPrincipal,
  PortalPrincipal,
  Principal,
} from '../request/principal.js';
import { expandOf } from '../request/routes/route.decorator.js';
import { idInPath, NO_ID } from '../request/routes/target.param.js';
import { rejectCrossSite, rejectForeignOrigin } from '../request/same-site.hooks.js';
import { surfaceOfRequest, type Surface } from '../request/surface.rules.js';
import { bearerOf, readBearer } from './authorization-header.rules.js';
import { BearerStrategy } from './bearer.strategy.js';
import { DocumentLookup, PortalLookup, SessionLookup } from './lookups.js';
import { requireRoute } from './permission.rules.js';
import { IncludedRequests } from './rate-limits/included-requests.js';
import { RateLimitsService } from './rate-limits/rate-limits.service.js';
import { requirePortalAccess, requireStepUpOfRoute } from './step-up.rules.js';

/**
 * How old the gate's decision may be when the body has arrived: about as long as a handler may wait for a lock. A
 * client that delays its body may take 30 s.
 */
const FRESH_MS = 500;

interface KnowsCells {
  readonly cells: Pick<Cells, 'numbers' | 'has'>;
}

/** When a request for an unknown cell is repeated. */
const UNKNOWN_CELL_S = 5;

/**
 * Admits requests by their headers, before anything else is read: a caller without a credential gets 401 and learns
 * nothing about routes, records or bodies. The API does not start if a route has no access rule.
 */
@Injectable()
export class AccessGate {
  // Not the instance that the package exports: a second application in the process would replace its strategy.
  private readonly passport = new passport.Authenticator();

  constructor(
    strategy: BearerStrategy,
    private readonly sessions: SessionLookup,
    private readonly portals: PortalLookup,
    private readonly documents: DocumentLookup,
    private readonly limits: RateLimitsService,
    private readonly included: IncludedRequests,
    @Inject(Database) private readonly db: KnowsCells,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.passport.use('bearer', strategy);
  }

  /** Sets `request.principal`. @throws Problem 401, 429 or 403, in this order */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const surface = surfaceOfRequest(request);
    if (surface === 'settings-api' || surface === 'portal-api' || surface === 'public-page') rejectCrossSite(request);
    const { config } = request.routeOptions;
    const rule = config.access;
    if (request.method === 'OPTIONS') return;
    if (rule === 'public') return this.admitPublic(surface, request, reply);
    if (surface === 'none') {
      // Pages are open. A route with an access rule must be on a surface that has a credential.
      if (rule !== undefined) throw new Problem('access_undeclared');
      return;
    }

    if (surface === 'public-page') await this.limits.admitVisitor(request, reply);
    const known = await this.authenticate(surface, request, reply).catch((error: unknown) => {
      if (surface === 'api' || surface === 'mcp') return this.limits.reject(error, request, reply);
      throw error;
    });
    await this.requireCell(known.company.cell);
    const principal = { ...known, origin: originOf(request) };
    request.principal = principal;
    request.judgedAt = performance.now();
    if (principal.kind === 'key' || principal.kind === 'app') {
      setExpiryHeader(principal, reply);
      // The caller's request to /mcp has already been counted.
      if (!innerCall()) await this.count(principal, request, reply);
    }
    if (surface === 'mcp') rejectForeignOrigin(request, this.env, principal);
    // The router rejects an unknown path, now that the caller is known.
    if (request.is404) return;
    if (rule === undefined) throw new Problem('access_undeclared');
    requireRoute(principal, config, expandOf(request));
    requireKept(principal, request);
    requirePortalAccess(principal, request);
    requireStepUpOfRoute(principal, request, this.clock.now());
  }

  /**
   * Checks the caller again after a slow body. Neither a limit nor the use of a key is counted twice.
   * @throws Problem 401 or 403, as `admit`
   */
  async admitAgain(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { judgedAt, routeOptions } = request;
    const surface = surfaceOfRequest(request);
    if (surface === 'none' || judgedAt === undefined || performance.now() - judgedAt <= FRESH_MS) return;
    // A rejected caller is unknown, to the log and to stored responses as well.
    delete request.principal;
    const principal = { ...(await this.authenticate(surface, request, reply)), origin: originOf(request) };
    request.principal = principal;
    requireRoute(principal, routeOptions.config, expandOf(request));
    requireKept(principal, request);
    requirePortalAccess(principal, request);
    requireStepUpOfRoute(principal, request, this.clock.now());
  }

  private async count(principal: BearerPrincipal, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const id = request.routeOptions.config.canBeIncluded ? idInPath(request) : NO_ID;
    const { id: companyId, cell } = principal.company;
    const isIncluded = id !== NO_ID && (await inCell(cell, () => this.included.take(companyId, id)));
    if (isIncluded) this.limits.show(principal, reply);
    else await this.limits.admit(principal, reply);
  }

  /** A cell that was created after this process has read the cells. @throws Problem 503 not_ready if there is none with this number */
  private async requireCell(cell: number): Promise<void> {
    if (this.db.cells.numbers.includes(cell) || (await this.db.cells.has(cell))) return;
    throw new Problem('not_ready', `The cell ${cell} of the company is not known.`, {
      extensions: { retryAfter: UNKNOWN_CELL_S },
    });
  }

  /**
   * Admits a request for the page of a link, whose token is in its path.
   * @throws Problem 429, 401 document_link_invalid
   */
  async admitLink(token: string, request: FastifyRequest, reply: FastifyReply): Promise<DocumentPrincipal & Principal> {
    await this.limits.admitVisitor(request, reply);
    const principal = { ...(await this.document(request, token)), origin: originOf(request) };
    request.principal = principal;
    return principal;
  }

  /** Counts by network address, before the body is read. */
  private async admitPublic(surface: Surface, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (surface === 'api') return this.admitUnauthenticated(request, reply);
    const { isUncounted, readsSession } = request.routeOptions.config;
    const known = readsSession ? await this.sessionIfAny(request) : undefined;
    if (known) {
      await this.requireCell(known.company.cell);
      request.principal = { ...known, origin: originOf(request) };
    } else if (!isUncounted) await this.limits.admitVisitor(request, reply);
  }

  /** Public routes need no credential. A caller with a valid key or token is counted by it instead of the network address. */
  private async admitUnauthenticated(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = await this.bearerIfAny(request, reply);
    if (!caller) return this.limits.admitUnauthenticated(request, reply);
    await this.requireCell(caller.company.cell);
    request.principal = { ...caller, origin: originOf(request) };
    setExpiryHeader(caller, reply);
    await this.limits.admit(caller, reply);
  }

  private async bearerIfAny(request: FastifyRequest, reply: FastifyReply): Promise<BearerPrincipal | undefined> {
    if (request.headers.authorization === undefined) return undefined;
    return this.bearer(request, reply).catch((error: unknown) =>
      error instanceof Problem ? undefined : this.limits.reject(error, request, reply),
    );
  }

  private authenticate(
    surface: Exclude<Surface, 'none'>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<AnyPrincipal> {
    switch (surface) {
      case 'api':
      case 'mcp':
        return this.bearer(request, reply);
      case 'settings-api':
        return this.session(request);
      case 'portal-api':
        return this.portal(request);
      case 'public-page':
        return this.document(request, bearerOf(request.raw.headersDistinct.authorization ?? []));
    }
  }

  private async session(request: FastifyRequest): Promise<MemberPrincipal> {
    if (request.headers.authorization !== undefined) throw new Problem('wrong_credential');
    const principal = await this.sessionIfAny(request);
    if (!principal) throw new Problem('session_missing');
    return principal;
  }

  private async sessionIfAny(request: FastifyRequest): Promise<MemberPrincipal | undefined> {
    const id = request.cookies[sessionCookie(this.env)];
    if (id === undefined) return undefined;
    const principal = await (isUnattended(request) ? this.sessions.findAgain(id) : this.sessions.find(id));
    if (principal) request.sessionId = id;
    return principal;
  }

  private async portal(request: FastifyRequest): Promise<PortalPrincipal> {
    const id = request.cookies[portalCookie(this.env)];
    const principal = id === undefined ? undefined : await this.portals.find(id);
    if (!principal || !isOf(principal, request.headers['portal-company'])) throw new Problem('portal_session_missing');
    return principal;
  }

  /**
   * Missing, malformed, foreign and revoked tokens get the same error after the same work. A signed-in member of the company gets a
   * preview, so that the seller's views do not count as the client's.
   */
  private async document(request: FastifyRequest, token: string | undefined): Promise<DocumentPrincipal> {
    const principal = await this.documents.find(token);
    if (!principal) throw new Problem('document_link_invalid');
    const session = request.cookies[sessionCookie(this.env)];
    const isOwn = session !== undefined && (await this.sessions.worksFor(session, principal.company.id));
    return isOwn ? { ...principal, openedWith: 'Preview' } : principal;
  }

  /** Lets passport run the bearer strategy, in the callback form, which leaves the response to the caller. */
  private async bearer(request: FastifyRequest, reply: FastifyReply): Promise<BearerPrincipal> {
    const { query, headers } = request;
    readBearer({ authorization: request.raw.headersDistinct.authorization ?? [], query, headers });
    return new Promise((resolve, reject) => {
      const done = (error: unknown, principal?: BearerPrincipal | false | null): void => {
        if (principal) resolve(principal);
        else {
          if (error instanceof KeyRejected) request.rejectedKey = error;
          reject(error instanceof Error ? error : new Problem('credential_malformed'));
        }
      };
      const run = this.passport.authenticate('bearer', { session: false }, done) as (
        request: FastifyRequest,
        reply: FastifyReply,
        next: (error?: unknown) => void,
      ) => void;
      run(request, reply, done);
    });
  }
}

/** Adds the expiry of an expiring key or grant to the response, for callers who do not read the email. */
export function setExpiryHeader(by: BearerPrincipal, reply: FastifyReply): void {
  const { status, expiresAt } = by.kind === 'key' ? by.key : by.grant;
  if (status === 'expiring' && expiresAt) void reply.header('X-Key-Expires-At', expiresAt.toISOString());
}

/** A page names its company: another link that was opened in the same browser may have replaced its session by one of another company. */
const isOf = ({ company }: PortalPrincipal, named: string | readonly string[] | undefined): boolean =>
  named === undefined || named === String(company.id);

/** Whether a page sends it while no person uses it. */
const isUnattended = ({ headers, routeOptions }: FastifyRequest): boolean =>
  headers[UNATTENDED_HEADER] === 'true' || routeOptions.config.isUnattended === true;

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Writes that do not belong to the company, or that its owners need until it is deleted. */
const ALLOWED: readonly RegExp[] = [
  /^\/app\/session(\/|$)/,
  /^\/app\/sessions(\/|$)/,
  /^\/app\/account(\/|$)/,
  /^\/app\/sandboxes\/:id\/open$/,
  /^\/app\/company\/exports$/,
  /^\/app\/company\/deletion(\/withdraw)?$/,
  /^\/portal\/api\/session(\/|$)/,
  // A call of a tool sends a request to /v1, which is checked as well.
  /^\/mcp$/,
];

/** A company whose deletion is requested is read-only. @throws Problem 409 deletion_requested */
function requireKept(
  { company }: AnyPrincipal,
  { method, routeOptions }: Pick<FastifyRequest, 'method' | 'routeOptions'>,
): void {
  const path = routeOptions.url ?? '';
  if (company.deletesAt === null || READS.includes(method) || ALLOWED.some((allowed) => allowed.test(path))) return;
  throw new Problem('deletion_requested', undefined, { extensions: { deletesAt: company.deletesAt.toISOString() } });
}
