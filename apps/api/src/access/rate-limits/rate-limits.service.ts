import { Problem } from '@billhook/domain/shared/problems';
import { ENV, type Env } from '@billhook/platform/env';
import { LOGGER, type Logger } from '@billhook/platform/logger';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../../request/origin.rules.js';
import { callerNumber, type BearerPrincipal } from '../../request/principal.js';
import { clientAddress } from './client-address.rules.js';
import { policiesOf, policyWithQuota, type Policy, type PolicyName } from './rate-limit-policies.rules.js';
import { RateLimitStore } from './rate-limit-store.js';
import { RateLimiter, type RateLimit, type RateLimitVerdict, type RateLimitState } from './rate-limiter.js';

/**
 * The rate limits of /v1 and of public routes. A request with a valid credential counts against its key and company, any other against its
 * IP address. The response headers report the remaining quota.
 */
@Injectable()
export class RateLimitsService implements OnModuleInit, OnApplicationShutdown {
  private readonly policies;
  private readonly limiter: RateLimiter;
  /** The RateLimit-Policy header of each kind of caller. */
  private readonly ofKeys: string;
  private readonly ofAddresses: string;
  private readonly ofPublic: string;
  private started: Promise<void> | undefined;

  constructor(store: RateLimitStore, @Inject(ENV) env: Env, @Inject(LOGGER) logger: Logger) {
    this.policies = policiesOf(env);
    this.limiter = new RateLimiter(store, logger, { patience: env.RATE_LIMIT_PATIENCE_MS });
    this.ofKeys = headerOf(this.limits({ minute: 0, company: 0 }));
    this.ofAddresses = headerOf(this.limits({ address: '' }));
    this.ofPublic = headerOf(this.limits({ public: '' }));
  }

  async onModuleInit(): Promise<void> {
    if (this.policies.size > 0) await this.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.limiter.stop();
  }

  /** Counts a request with a valid key or access token. @throws Problem 429 rate_limited */
  async admit(principal: BearerPrincipal, reply: FastifyReply): Promise<void> {
    const { limits, policies, isOwn } = this.limitsOf(principal);
    // Without configured limits, the first key with a specific limit starts the counter.
    if (isOwn) await this.start();
    const verdict = await this.count(limits);
    this.setHeaders(reply, policies, verdict);
    if (verdict.violated.length > 0) throw rejection('rate_limited', verdict);
  }

  /** Reports the limits in the response to a request that does not count. */
  show(principal: BearerPrincipal, reply: FastifyReply): void {
    const { limits, policies } = this.limitsOf(principal);
    this.setHeaders(reply, policies, this.limiter.look(limits));
  }

  private limitsOf(principal: BearerPrincipal) {
    const { company } = principal;
    const quota = principal.kind === 'key' ? principal.key.rateLimit : null;
    const caller = callerNumber(principal);
    const own = quota === null ? undefined : this.limitsOfOwn(caller, quota, company.id);
    return {
      limits: own ?? this.limits({ minute: caller, company: company.id }),
      policies: own ? headerOf(own) : this.ofKeys,
      isOwn: own !== undefined,
    };
  }

  private start(): Promise<void> {
    this.started ??= this.limiter.start();
    return this.started;
  }

  /**
   * The limits of a key with a separate limit. The bucket belongs to that limit: when an administrator changes it, the next request starts a new count
   * under the new one, in every process.
   */
  private limitsOfOwn(keyId: number, quota: number, companyId: number): RateLimit[] {
    const own = { policy: policyWithQuota('minute', quota), of: `${keyId}/${quota}` };
    return [own, ...this.limits({ company: companyId })];
  }

  /** Counts a request to a public route of /v1 without a valid key. @throws Problem 429 rate_limited */
  async admitUnauthenticated(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const verdict = await this.countAddress(request, reply);
    if (verdict.violated.length > 0) throw rejection('rate_limited', verdict);
  }

  /** Counts a request to a page or form that needs no sign-in. @throws Problem 429 rate_limited */
  async admitVisitor(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const verdict = await this.count(this.limits({ public: clientAddress(addressOf(request)) }));
    this.setHeaders(reply, this.ofPublic, verdict);
    if (verdict.violated.length > 0) throw rejection('rate_limited', verdict);
  }

  /**
   * Counts a request whose credential was rejected.
   * @param error why it was rejected; an internal error is not counted
   * @throws Problem 429 too_many_attempts, or else the error
   */
  async reject(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<never> {
    if (!(error instanceof Problem)) {
      this.setHeaders(
        reply,
        this.ofAddresses,
        this.limiter.look(this.limits({ address: clientAddress(addressOf(request)) })),
      );
      throw error;
    }
    const verdict = await this.countAddress(request, reply);
    if (verdict.violated.length > 0) throw rejection('too_many_attempts', verdict);
    throw error;
  }

  private async countAddress(request: FastifyRequest, reply: FastifyReply): Promise<RateLimitVerdict> {
    const verdict = await this.count(this.limits({ address: clientAddress(addressOf(request)) }));
    this.setHeaders(reply, this.ofAddresses, verdict);
    return verdict;
  }

  private count(limits: readonly RateLimit[]): Promise<RateLimitVerdict> | RateLimitVerdict {
    return limits.length === 0 ? { standings: [], violated: [], retryAfter: 0 } : this.limiter.take(limits);
  }

  private limits(owners: Partial<Record<PolicyName, number | string>>): RateLimit[] {
    const limits: RateLimit[] = [];
    for (const policy of this.policies.values()) {
      const of = owners[policy.name];
      if (of !== undefined) limits.push({ policy, of });
    }
    return limits;
  }

  private setHeaders(reply: FastifyReply, policies: string, { standings }: RateLimitVerdict): void {
    if (standings.length === 0) return;
    void reply.header('RateLimit-Policy', policies).header('RateLimit', standingHeader(standings));
  }
}

const headerOf = (limits: readonly RateLimit[]): string => policyHeader(limits.map(({ policy }) => policy));

/** `violated-policies` is the member that the IETF draft registers for these problems. */
function rejection(code: 'rate_limited' | 'too_many_attempts', { violated, retryAfter }: RateLimitVerdict): Problem {
  return new Problem(code, undefined, { extensions: { retryAfter, 'violated-policies': violated } });
}

/*
 * draft-ietf-httpapi-ratelimit-headers-11: both fields are lists of strings with parameters (RFC 9651). Names of policies hold nothing that
 * would have to be escaped.
 */

/** `"minute";q=600;w=60`: the quota and its window. */
export function policyHeader(policies: readonly Policy[]): string {
  return policies.map(({ name, quota, window }) => `"${name}";q=${quota};w=${window}`).join(', ');
}

/** `"minute";r=512;t=9`: what is left, and when it is full again. */
export function standingHeader(standings: readonly RateLimitState[]): string {
  return standings.map(({ policy, remaining, seconds }) => `"${policy.name}";r=${remaining};t=${seconds}`).join(', ');
}
