import { installationIdOf } from '@billhook/db/installation-id';
import { ENV, type Env } from '@billhook/platform/env';
import { limitPrefix, redisPrefix } from '@billhook/webhooks/engine/redis-names';
import { type DynamicModule, Module, type Provider, type Type } from '@nestjs/common';
import { AccessGate } from './access.gate.js';
import { BearerLookupService } from './bearer-lookup.service.js';
import { BearerStrategy } from './bearer.strategy.js';
import { CallerRecheckService } from './caller-recheck.service.js';
import { PostgresRateLimitStore } from './rate-limits/postgres-rate-limit-store.js';
import { RateLimitStore } from './rate-limits/rate-limit-store.js';
import { RateLimitsService } from './rate-limits/rate-limits.service.js';
import { RedisRateLimitStore } from './rate-limits/redis-rate-limit-store.js';
import { SessionRecheckService } from './session-recheck.service.js';

/** The rate limits are in Redis if it is configured. */
const RATE_LIMIT_STORE: Provider = {
  provide: RateLimitStore,
  useFactory: async ({ REDIS_URL, DATABASE_URL, RATE_LIMIT_PATIENCE_MS: patience }: Env): Promise<RateLimitStore> => {
    if (REDIS_URL === undefined) return new PostgresRateLimitStore(DATABASE_URL);
    const prefix = limitPrefix(redisPrefix(await installationIdOf(DATABASE_URL)));
    return new RedisRateLimitStore(REDIS_URL, patience, prefix);
  },
  inject: [ENV],
};

/** The access gate. It imports no feature: the application passes the modules that bind the look-ups of credentials. */
@Module({})
export class AccessModule {
  /** @param features export KeyLookup, TokenLookup, SessionLookup, PortalLookup, DocumentLookup and IncludedRequests between them */
  static with(...features: Type[]): DynamicModule {
    return {
      module: AccessModule,
      // Global, so that features below the sessions can check a session again.
      global: true,
      imports: features,
      providers: [
        ...[AccessGate, BearerLookupService, BearerStrategy, CallerRecheckService],
        ...[SessionRecheckService, RateLimitsService],
        RATE_LIMIT_STORE,
      ],
      exports: [AccessGate, BearerLookupService, CallerRecheckService, SessionRecheckService],
    };
  }
}
