import type { UnitOfWork } from '@billhook/db/unit-of-work';
import { countUndrawnFiles, type RenderedAhead } from '@billhook/invoicing/documents/document-files.repository';
import { countDueMails } from '@billhook/mail/mail-queue';
import type { Clock } from '@billhook/platform/clock';
import type { Meter, Readings } from '@billhook/platform/metrics/meter';
import type { GaugeName } from '@billhook/platform/metrics/metric-table';
import { webhookBacklog } from '@billhook/webhooks/engine/webhook-backlog';
import type { WorkerHeartbeat } from '@billhook/webhooks/engine/worker-heartbeat';

/** Where counts end. A larger number means the same: the workers do not keep up. */
const MOST = 10_000;

/** The longest statement of a scrape: it must not compete with the work that it counts. */
const STATEMENT_MS = 1_000;

const GAUGES = [
  'billhook_workers',
  'billhook_outbox_oldest_age_seconds',
  'billhook_deliveries_due',
  'billhook_deliveries_oldest_due_age_seconds',
  'billhook_mails_due',
  'billhook_pdfs_waiting',
] as const satisfies readonly GaugeName[];

interface BacklogParts {
  readonly uow: UnitOfWork;
  readonly clock: Clock;
  readonly heartbeat: Pick<WorkerHeartbeat, 'id'>;
  readonly meter: Meter;
  readonly ahead: RenderedAhead;
}

/** Counts waiting rows at a scrape. Only the worker with the lowest id does, so that a sum over workers is right. */
export class BacklogReader {
  constructor(private readonly parts: BacklogParts) {}

  /** Registers the gauges. */
  start(): void {
    this.parts.meter.read(GAUGES, () => this.#read());
  }

  #read(): Promise<Readings> {
    const { uow, clock, heartbeat, ahead } = this.parts;
    return uow.run(async (tx): Promise<Readings> => {
      await tx.query({ name: '', text: `SET LOCAL statement_timeout = ${STATEMENT_MS}` });
      const { leader, workers, outboxAge, due, dueAge } = await webhookBacklog(tx, MOST);
      // With webhooks switched off, no worker sends heartbeats, and each one counts.
      if (leader !== null && leader !== heartbeat.id) return {};
      const one = (value: number) => [{ labels: {}, value }];
      return {
        billhook_workers: one(workers),
        billhook_outbox_oldest_age_seconds: one(outboxAge),
        billhook_deliveries_due: one(due),
        billhook_deliveries_oldest_due_age_seconds: one(dueAge),
        billhook_mails_due: one(await countDueMails(tx, clock.now(), MOST)),
        billhook_pdfs_waiting: one(await countUndrawnFiles(tx, ahead, MOST)),
      };
    });
  }
}
