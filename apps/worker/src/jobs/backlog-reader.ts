import type { Cells } from '@billhook/db/cells';
import { inCell } from '@billhook/db/current-cell';
import { cellsByServer } from '@billhook/db/find-in-cells';
import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import { countUndrawnFiles, type RenderedAhead } from '@billhook/invoicing/documents/document-files.repository';
import { countDueMails } from '@billhook/mail/mail-queue';
import type { Clock } from '@billhook/platform/clock';
import type { Meter, Readings } from '@billhook/platform/metrics/meter';
import type { GaugeName } from '@billhook/platform/metrics/metric-table';
import { withinTime } from '@billhook/platform/within-time';
import type { CellEngines } from '@billhook/webhooks/engine/cell-engines';
import { webhookBacklog, type WebhookBacklog } from '@billhook/webhooks/engine/webhook-backlog';
import pLimit from 'p-limit';

/** Where counts end. A larger number means the same: the workers do not keep up. */
const MOST = 10_000;

/** The longest statement of a scrape: it must not compete with the work that it counts. */
const STATEMENT_MS = 1_000;

/** The longest wait for all of several cells, and then for the global side. A scrape waits for 3 s. */
const PLACE_MS = 1_400;

/** Cells of a server that are counted at a time: a scrape must leave connections to requests and jobs. */
const CONNECTIONS = 3;

const GAUGES = [
  'billhook_workers',
  'billhook_outbox_oldest_age_seconds',
  'billhook_deliveries_due',
  'billhook_deliveries_oldest_due_age_seconds',
  'billhook_mails_due',
  'billhook_pdfs_waiting',
] as const satisfies readonly GaugeName[];

interface BacklogParts {
  readonly cells: Pick<Cells, 'areOne' | 'numbers' | 'serverOf' | 'labelOf'>;
  readonly uow: UnitOfWork;
  readonly clock: Clock;
  readonly engines: Pick<CellEngines, 'here'>;
  readonly meter: Meter;
  readonly ahead: RenderedAhead;
}

/** What waits in a cell. */
type BacklogOfCell = Backlog & { readonly cell: number };
type Backlog = Omit<WebhookBacklog, 'leader'> & { readonly pdfs: number; readonly mails: number };

/** Counts waiting rows at a scrape. In each cell, only the worker with the lowest id does, so that a sum over workers is right. */
export class BacklogReader {
  constructor(private readonly parts: BacklogParts) {}

  /** Registers the gauges. */
  start(): void {
    this.parts.meter.read(GAUGES, () => this.#read());
  }

  async #read(): Promise<Readings> {
    const { cells } = this.parts;
    const [first] = cells.numbers;
    const found = (await Promise.all(cellsByServer(cells).map((numbers) => this.#ofServer(numbers)))).flat();
    if (found.length === 0) return {};
    const all = (name: keyof Backlog) =>
      found.map(({ cell, ...backlog }) => ({ labels: cells.labelOf(cell), value: backlog[name] }));
    // The global side has no workers, so one of a cell counts there.
    const countsGlobal = !cells.areOne && found.some(({ cell }) => cell === first);
    const global = countsGlobal
      ? await this.#inTime(undefined, () => this.#briefly((tx) => this.#mails(tx)))
      : undefined;
    return {
      billhook_workers: all('workers'),
      billhook_outbox_oldest_age_seconds: all('outboxAge'),
      billhook_deliveries_due: all('due'),
      billhook_deliveries_oldest_due_age_seconds: all('dueAge'),
      billhook_mails_due: [
        ...all('mails'),
        ...(global === undefined ? [] : [{ labels: cells.labelOf(undefined), value: global }]),
      ],
      billhook_pdfs_waiting: all('pdfs'),
    };
  }

  async #ofServer(numbers: readonly number[]): Promise<BacklogOfCell[]> {
    const limit = pLimit(CONNECTIONS);
    const found = await Promise.all(numbers.map((cell) => this.#inTime(cell, () => limit(() => this.#ofCell(cell)))));
    limit.clearQueue();
    return found.filter((backlog) => backlog !== undefined);
  }

  /** A cell that does not respond is missing, and hides no other one. */
  async #inTime<T>(place: number | undefined, count: () => Promise<T>): Promise<T | undefined> {
    const { cells, meter } = this.parts;
    const counting = inCell(place, count);
    if (cells.areOne) return counting;
    return withinTime(PLACE_MS, counting).catch(() => {
      meter.count('billhook_scrape_errors_total', {});
      return undefined;
    });
  }

  /** Undefined if another worker counts. */
  #ofCell(cell: number): Promise<BacklogOfCell | undefined> {
    const { ahead, engines } = this.parts;
    return this.#briefly(async (tx) => {
      const { leader, ...backlog } = await webhookBacklog(tx, MOST);
      // With webhooks switched off, no worker sends heartbeats, and each one counts.
      if (leader !== null && leader !== engines.here?.heartbeat.id) return undefined;
      return { cell, ...backlog, mails: await this.#mails(tx), pdfs: await countUndrawnFiles(tx, ahead, MOST) };
    });
  }

  #mails(tx: Tx): Promise<number> {
    return countDueMails(tx, this.parts.clock.now(), MOST);
  }

  #briefly<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.parts.uow.run(async (tx) => {
      await tx.query({ name: '', text: `SET LOCAL statement_timeout = ${STATEMENT_MS}` });
      return work(tx);
    });
  }
}
