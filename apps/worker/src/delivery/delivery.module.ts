import { currentCell } from '@billhook/db/current-cell';
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
import { CellEngines, type CellEngine } from '@billhook/webhooks/engine/cell-engines';
import { DeliveryEngine } from '@billhook/webhooks/engine/delivery-engine';
import { DeliveryTelemetry } from '@billhook/webhooks/engine/delivery-telemetry';
import type { InFlightTotals } from '@billhook/webhooks/engine/in-flight-deliveries';
import { openDrainWorker, type QueueBackend } from '@billhook/webhooks/engine/queue';
import { QueueErrorLog } from '@billhook/webhooks/engine/queue-error-log';
import { Relay } from '@billhook/webhooks/engine/relay';
import { RelayTurn } from '@billhook/webhooks/engine/relay-turn';
import type { SignalListener } from '@billhook/webhooks/engine/wake-signal';
import { TOGETHER_MS, WorkerHeartbeat } from '@billhook/webhooks/engine/worker-heartbeat';
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
      provide: DeliveryTelemetry,
      inject: [Database, ENV, LOGGER, METER, TRACER],
      useFactory: ({ cells }: Database, env: Env, logger: Logger, meter: Meter, tracer: Tracer) =>
        new DeliveryTelemetry({
          ...{ logger, meter, tracer, sendsTraceparent: env.WEBHOOK_TRACEPARENT },
          cellLabel: () => cells.labelOf(currentCell()),
        }),
    },
    {
      provide: CellEngines,
      inject: [Database, UnitOfWork, AppSecrets, DeliveryTelemetry, ENV, LOGGER],
      useFactory: createEngines,
    },
  ],
  exports: [CellEngines],
})
export class DeliveryModule
  implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown, OnApplicationShutdown
{
  #stopped: Promise<void> | undefined;
  #wakeUps: ReturnType<typeof openDrainWorker> | undefined;
  #signals: SignalListener | undefined;
  #heartbeats: NodeJS.Timeout | undefined;

  constructor(
    private readonly engines: CellEngines,
    @Inject(QUEUE) private readonly queue: QueueBackend,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    // A wake-up ends when everything due has started. It does not wait for receivers.
    this.#wakeUps = openDrainWorker(this.queue, () => this.engines.poke());
    const { report } = new QueueErrorLog(this.logger);
    this.#wakeUps.on('error', report);
    this.#signals = this.queue.signals.listen((cells) => void this.engines.pokeIn(cells), report);
    this.#heartbeats = setInterval(() => void this.engines.beatTogether(), TOGETHER_MS).unref();
  }

  /** The first hook: nothing else that stops may delay it. */
  onModuleDestroy(): void {
    clearInterval(this.#heartbeats);
    this.#stopped = this.engines.stop(GRACE_MS);
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

async function createEngines(
  db: Database,
  unitOfWork: UnitOfWork,
  secrets: AppSecrets,
  telemetry: DeliveryTelemetry,
  env: Env,
  logger: Logger,
): Promise<CellEngines> {
  const sender = new AttemptSender({ guard: new EgressGuard(egressRules(env)), timeoutMs: env.WEBHOOK_TIMEOUT_MS });
  // Closed once, after the last engine.
  const shared = { send: sender.send.bind(sender), close: () => Promise.resolve() };
  const deliveries = new DeliveryStates(db.autocommit, unitOfWork);
  const waits = { fanOut: env.WEBHOOKS_ENABLED, firstWaitMs: firstWaitMs(env.WEBHOOK_RETRY_SCHEDULE) };
  const create = (totals: InFlightTotals): CellEngine => {
    const heartbeat = new WorkerHeartbeat(db.autocommit, logger);
    const engine = new DeliveryEngine({
      relay: telemetry.observed(new RelayTurn(unitOfWork, new Relay(unitOfWork, waits), deliveries)),
      observer: telemetry,
      ...{ deliveries, heartbeat, totals, secrets, logger },
      states: new EndpointStates(unitOfWork),
      sender: shared,
      publicUrl: env.PUBLIC_URL,
      schedule: env.WEBHOOK_RETRY_SCHEDULE,
      enabled: env.WEBHOOKS_ENABLED,
      isOneOfMany: () => !db.cells.areOne,
    });
    return { engine, heartbeat };
  };
  await db.cells.know();
  const engines = new CellEngines(db.cells, create, sender);
  engines.follow();
  return engines;
}
