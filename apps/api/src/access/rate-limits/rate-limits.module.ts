import { installationIdOf } from '@billhook/db/installation-id';
import { ENV, type Env } from '@billhook/platform/env';
import { limitPrefix, redisPrefix } from '@billhook/webhooks/engine/redis-names';
import { Module } from '@nestjs/common';
import { PostgresRateLimitStore } from './postgres-rate-limit-store.js';
import { RateLimitStore } from './rate-limit-store.js';
import { RateLimitsService } from './rate-limits.service.js';
import { RedisRateLimitStore } from './redis-rate-limit-store.js';

/** The rate limits, on Redis if configured. */
@Module({
  providers: [
    RateLimitsService,
    {
      provide: RateLimitStore,
      useFactory: async ({
        REDIS_URL,
        DATABASE_URL,
        RATE_LIMIT_PATIENCE_MS: patience,
      }: Env): Promise<RateLimitStore> => {
        if (REDIS_URL === undefined) return new PostgresRateLimitStore(DATABASE_URL);
        const prefix = limitPrefix(redisPrefix(await installationIdOf(DATABASE_URL)));
        return new RedisRateLimitStore(REDIS_URL, patience, prefix);
      },
      inject: [ENV],
    },
  ],
  exports: [RateLimitsService],
})
export class RateLimitsModule {}
