import { DeliveryEngine } from '@billhook/webhooks/engine/engine';
import { DELIVERY_QUEUE, WORKER_OPTIONS } from '@billhook/webhooks/engine/queue';
import { QueueFaultLog } from '@billhook/webhooks/engine/queue-fault-log';
import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';

/** The job says "look"; it ends when all that is due has been started, and waits for no receiver. */
@Processor(DELIVERY_QUEUE, WORKER_OPTIONS)
export class DeliveryProcessor extends WorkerHost {
  constructor(
    private readonly engine: DeliveryEngine,
    private readonly faults: QueueFaultLog,
  ) {
    super();
  }

  process(): Promise<void> {
    return this.engine.poke();
  }

  @OnWorkerEvent('error')
  onError(error: Error): void {
    this.faults.report(error);
  }
}
