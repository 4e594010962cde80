import { UnitOfWork } from '@billhook/db/unit-of-work';
import { Relay } from '@billhook/webhooks/engine/relay';
import { firstWaitMs } from '@billhook/webhooks/deliveries/schedule';
import type { Env } from '@billhook/platform/env';
import { Module } from '@nestjs/common';
import { ENV } from '../platform/tokens.js';

/** Outbox -> deliveries. */
@Module({
  providers: [
    {
      provide: Relay,
      inject: [UnitOfWork, ENV],
      useFactory: (unitOfWork: UnitOfWork, env: Env) =>
        new Relay(unitOfWork, { fanOut: env.WEBHOOKS_ENABLED, firstWaitMs: firstWaitMs(env.WEBHOOK_RETRY_SCHEDULE) }),
    },
  ],
  exports: [Relay],
})
export class RelayModule {}
