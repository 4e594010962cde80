import type { Env } from '@billhook/platform/env';
import { Module } from '@nestjs/common';
import { ENV } from '@billhook/platform/tokens';
import { LimitStore } from './limit-store.js';
import { PostgresLimitStore } from './postgres-limit-store.js';
import { RateLimitsService } from './rate-limits.service.js';
import { RedisLimitStore } from './redis-limit-store.js';

/** The rate limits, on Redis if configured. */
@Module({
  providers: [
    RateLimitsService,
    {
      provide: LimitStore,
      useFactory: ({ REDIS_URL, DATABASE_URL, RATE_LIMIT_PATIENCE_MS: patience }: Env): LimitStore =>
        REDIS_URL === undefined ? new PostgresLimitStore(DATABASE_URL) : new RedisLimitStore(REDIS_URL, patience),
      inject: [ENV],
    },
  ],
  exports: [RateLimitsService],
})
export class LimitsModule {}
