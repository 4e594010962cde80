import { Database } from '@billhook/db/database';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { ENV, type Env } from '@billhook/platform/env';
import { LOGGER, type Logger } from '@billhook/platform/logger';
import { METER, type Meter } from '@billhook/platform/metrics/meter';
import { CLOSE_MS, stopStep } from '@billhook/platform/stop-step';
import { TRACER, type Tracer } from '@billhook/platform/tracing/tracer';
import { AttemptSender } from '@billhook/webhooks/attempts/attempt-sender';
import { EgressGuard, egressRules } from '@billhook/webhooks/attempts/egress-guard';
import { DeliveryStates } from '@billhook/webhooks/deliveries/delivery-states.repository';
import { firstWaitMs } from '@billhook/webhooks/deliveries/retry-schedule.rules';
import { EndpointStates } from '@billhook/webhooks/endpoints/endpoint-states';
import { DeliveryEngine } from '@billhook/webhooks/engine/delivery-engine';
import { DeliveryTelemetry } from '@billhook/webhooks/engine/delivery-telemetry';
import { openDrainWorker, type QueueBackend } from '@billhook/webhooks/engine/queue';
import { QueueErrorLog } from '@billhook/webhooks/engine/queue-error-log';
import { Relay } from '@billhook/webhooks/engine/relay';
import { RelayTurn } from '@billhook/webhooks/engine/relay-turn';
import type { SignalListener } from '@billhook/webhooks/engine/wake-signal';
import { WorkerHeartbeat } from '@billhook/webhooks/engine/worker-heartbeat';
import {
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';

// Part of the 20 s that a stop may take. The engine needs up to 6 s more: three steps of at most 2 s (delivery-engine.ts).
const GRACE_MS = 13_000;

/** The queue that carries wake-ups. */
export const QUEUE = Symbol('queue');

/** Events -> deliveries -> receivers. */
@Module({
  providers: [
    {
      provide: Relay,
      inject: [UnitOfWork, ENV],
      useFactory: (unitOfWork: UnitOfWork, env: Env) =>
        new Relay(unitOfWork, { fanOut: env.WEBHOOKS_ENABLED, firstWaitMs: firstWaitMs(env.WEBHOOK_RETRY_SCHEDULE) }),
    },
    {
      provide: WorkerHeartbeat,
      inject: [Database, LOGGER],
      useFactory: (db: Database, logger: Logger) => new WorkerHeartbeat(db.autocommit, logger),
    },
    {
      provide: DeliveryTelemetry,
      inject: [ENV, LOGGER, METER, TRACER],
      useFactory: (env: Env, logger: Logger, meter: Meter, tracer: Tracer) =>
        new DeliveryTelemetry({ logger, meter, tracer, sendsTraceparent: env.WEBHOOK_TRACEPARENT }),
    },
    {
      provide: DeliveryEngine,
      inject: [Database, UnitOfWork, AppSecrets, Relay, WorkerHeartbeat, DeliveryTelemetry, ENV, LOGGER],
      useFactory: createEngine,
    },
  ],
  exports: [DeliveryEngine, WorkerHeartbeat],
})
export class DeliveryModule
  implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown, OnApplicationShutdown
{
  #stopped: Promise<void> | undefined;
  #wakeUps: ReturnType<typeof openDrainWorker> | undefined;
  #signals: SignalListener | undefined;

  constructor(
    private readonly engine: DeliveryEngine,
    @Inject(QUEUE) private readonly queue: QueueBackend,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    // A wake-up ends when everything due has started. It does not wait for receivers.
    this.#wakeUps = openDrainWorker(this.queue, () => this.engine.poke());
    const { report } = new QueueErrorLog(this.logger);
    this.#wakeUps.on('error', report);
    this.#signals = this.queue.signals.listen(() => void this.engine.poke(), report);
  }

  /** The first hook: nothing else that stops may delay it. */
  onModuleDestroy(): void {
    this.#stopped = this.engine.stop(GRACE_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#stopped;
  }

  async onApplicationShutdown(): Promise<void> {
    const { logger } = this;
    await stopStep({ what: 'the wake-ups', ms: CLOSE_MS, logger }, () =>
      Promise.all([this.#signals?.close(), this.#wakeUps?.close()]),
    );
  }
}

function createEngine(
  db: Database,
  unitOfWork: UnitOfWork,
  secrets: AppSecrets,
  relay: Relay,
  heartbeat: WorkerHeartbeat,
  telemetry: DeliveryTelemetry,
  env: Env,
  logger: Logger,
): DeliveryEngine {
  const guard = new EgressGuard(egressRules(env));
  const deliveries = new DeliveryStates(db.autocommit, unitOfWork);
  return new DeliveryEngine({
    relay: telemetry.observed(new RelayTurn(unitOfWork, relay, deliveries)),
    observer: telemetry,
    deliveries,
    heartbeat,
    states: new EndpointStates(unitOfWork),
    sender: new AttemptSender({ guard, timeoutMs: env.WEBHOOK_TIMEOUT_MS }),
    secrets,
    logger,
    publicUrl: env.PUBLIC_URL,
    schedule: env.WEBHOOK_RETRY_SCHEDULE,
    enabled: env.WEBHOOKS_ENABLED,
  });
}
