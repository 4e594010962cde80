import { setTimeout as sleep } from 'node:timers/promises';
import type { Cells } from '@billhook/db/cells';
import { currentCell, inCell } from '@billhook/db/current-cell';
import type { AttemptSender } from '../attempts/attempt-sender.js';
import type { DeliveryEngine } from './delivery-engine.js';
import { InFlightTotals } from './in-flight-deliveries.js';
import { JointHeartbeats } from './joint-heartbeats.js';
import type { WorkerHeartbeat } from './worker-heartbeat.js';

/** How long a stop waits for connections to receivers. */
const CLOSE_MS = 2_000;

/** The engine of one cell, with its row among the workers there. */
export interface CellEngine {
  readonly engine: Pick<DeliveryEngine, 'poke' | 'sweep' | 'beatTogether' | 'stop'>;
  readonly heartbeat: Pick<WorkerHeartbeat, 'id'>;
}

/**
 * Delivers in all cells: an engine for each, in whose cell it works. They share the places for requests in flight, so that a process does not
 * send more because there are more cells.
 */
export class CellEngines {
  readonly #engines = new Map<number, CellEngine>();
  #isStopping = false;

  /**
   * @param create called in the cell of the engine
   * @param sender of all of them
   */
  constructor(
    private readonly cells: Pick<Cells, 'numbers' | 'all' | 'runAt'>,
    private readonly create: (totals: InFlightTotals) => CellEngine,
    private readonly sender: Pick<AttemptSender, 'close'>,
    private readonly totals = new InFlightTotals(),
  ) {}

  /** Adds engines for cells that have none, and stops those of removed cells. */
  follow(): void {
    if (this.#isStopping) return;
    this.totals.cells = Math.max(this.cells.numbers.length, 1);
    for (const [number, { engine }] of this.#engines) {
      if (this.cells.numbers.includes(number)) continue;
      this.#engines.delete(number);
      // Without a company, nothing is in flight.
      void inCell(number, () => engine.stop(0)).catch(() => undefined);
    }
    for (const number of this.cells.numbers)
      if (!this.#engines.has(number))
        this.#engines.set(
          number,
          inCell(number, () => this.create(this.totals)),
        );
  }

  /** What has an engine in the current cell. */
  get here(): CellEngine | undefined {
    const number = currentCell();
    return number === undefined ? undefined : this.#engines.get(number);
  }

  /** Delivers what is due: in the current cell, or in each. Never rejects. */
  poke(): Promise<void> {
    return this.#all(({ engine }) => engine.poke());
  }

  /** Delivers what is due in the cells that a signal names, or in each. Never rejects. */
  async pokeIn(cells: readonly number[] | undefined): Promise<void> {
    if (!cells) return this.poke();
    await Promise.all(cells.map((cell) => inCell(cell, () => this.poke())));
  }

  /** Finds everything that a lost wake-up missed. Never rejects. */
  sweep(): Promise<void> {
    return this.#all(({ engine }) => engine.sweep());
  }

  /**
   * Sends heartbeats of engines without a delivery in flight, with one statement for each server. A single engine sends its own. Never
   * rejects.
   */
  async beatTogether(): Promise<void> {
    if (this.#isStopping || this.#engines.size < 2) return;
    const heartbeats = new JointHeartbeats(this.cells);
    const beats = [...this.#engines].map(([cell, { engine }]) =>
      inCell(cell, () => engine.beatTogether((beat) => heartbeats.add(cell, beat))),
    );
    await heartbeats.send();
    await Promise.all(beats);
  }

  /** @param graceMs as in `DeliveryEngine.stop`, for all of them together */
  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true;
    await inCell(undefined, () => this.#all(({ engine }) => engine.stop(graceMs)));
    const closed = this.sender.close().catch(() => undefined);
    await Promise.race([closed, sleep(CLOSE_MS, undefined, { ref: false })]);
  }

  async #all(work: (engine: CellEngine) => Promise<void>): Promise<void> {
    const number = currentCell();
    const all = [...this.#engines].filter(([cell]) => number === undefined || cell === number);
    await Promise.all(all.map(([cell, engine]) => inCell(cell, () => work(engine))));
  }
}
