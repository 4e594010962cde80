import { Database } from '@billhook/db/database';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { Sender } from '@billhook/webhooks/attempts/attempt';
import { Deliveries } from '@billhook/webhooks/deliveries/deliveries';
import { EgressGuard } from '@billhook/webhooks/attempts/egress-guard';
import { EndpointStates } from '@billhook/webhooks/endpoints/endpoint-states';
import { DeliveryEngine } from '@billhook/webhooks/engine/engine';
import { Relay } from '@billhook/webhooks/engine/relay';
import { WorkerHeartbeat } from '@billhook/webhooks/engine/worker-heartbeat';
import { AppSecrets } from '@billhook/platform/app-secrets';
import type { Env } from '@billhook/platform/env';
import type { Logger } from '@billhook/platform/logger';
import { Module, type BeforeApplicationShutdown } from '@nestjs/common';
import { ENV, LOGGER } from '../platform/tokens.js';
import { RelayModule } from '../relay/relay.module.js';
import { DeliveryProcessor } from './delivery.processor.js';

// Of the 20 s that a stop may take in all; the engine needs up to 4 more to hand back.
const GRACE_MS = 13_000;

/** Deliveries -> receivers. */
@Module({
  imports: [RelayModule],
  providers: [
    {
      provide: DeliveryEngine,
      inject: [Database, UnitOfWork, AppSecrets, Relay, ENV, LOGGER],
      useFactory: createEngine,
    },
    DeliveryProcessor,
  ],
  exports: [DeliveryEngine],
})
export class DeliveryModule implements BeforeApplicationShutdown {
  constructor(private readonly engine: DeliveryEngine) {}

  beforeApplicationShutdown(): Promise<void> {
    return this.engine.stop(GRACE_MS);
  }
}

function createEngine(
  db: Database,
  unitOfWork: UnitOfWork,
  secrets: AppSecrets,
  relay: Relay,
  env: Env,
  logger: Logger,
): DeliveryEngine {
  const guard = new EgressGuard({
    allowHttp: env.WEBHOOK_ALLOW_HTTP,
    allowedCidrs: env.WEBHOOK_ALLOWED_CIDRS,
    dnsServers: env.WEBHOOK_DNS_SERVERS,
  });
  return new DeliveryEngine({
    relay,
    deliveries: new Deliveries(db.autocommit, unitOfWork),
    heartbeat: new WorkerHeartbeat(db.autocommit, logger),
    states: new EndpointStates(unitOfWork),
    sender: new Sender({ guard, timeoutMs: env.WEBHOOK_TIMEOUT_MS }),
    secrets,
    logger,
    publicUrl: env.PUBLIC_URL,
    schedule: env.WEBHOOK_RETRY_SCHEDULE,
    enabled: env.WEBHOOKS_ENABLED,
  });
}
