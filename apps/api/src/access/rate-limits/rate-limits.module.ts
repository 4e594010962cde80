import type { Env } from '@billhook/platform/env';
import { Module } from '@nestjs/common';
import { ENV } from '@billhook/platform/tokens';
import { RateLimitStore } from './rate-limit-store.js';
import { PostgresRateLimitStore } from './postgres-rate-limit-store.js';
import { RateLimitsService } from './rate-limits.service.js';
import { RedisRateLimitStore } from './redis-rate-limit-store.js';

/** The rate limits, on Redis if configured. */
@Module({
  providers: [
    RateLimitsService,
    {
      provide: RateLimitStore,
      useFactory: ({ REDIS_URL, DATABASE_URL, RATE_LIMIT_PATIENCE_MS: patience }: Env): RateLimitStore =>
        REDIS_URL === undefined
          ? new PostgresRateLimitStore(DATABASE_URL)
          : new RedisRateLimitStore(REDIS_URL, patience),
      inject: [ENV],
    },
  ],
  exports: [RateLimitsService],
})
export class RateLimitsModule {}
