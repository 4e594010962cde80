import { COMPANY_BYTES, type ClaimedDelivery, type Room } from '../deliveries/claim-deliveries.js';
import type { AttemptName } from '../deliveries/delivery-states.repository.js';

// Requests in flight per process. Endpoints that hang take ten places each, and can slow others down until they are paused.
const TOTAL_CAP = 500;

// Bytes of texts in flight per process: a text may have a megabyte.
const BYTES_CAP = 32 * 1024 * 1024;

/** A delivery from its claim until its result is stored. `finished` once there is a result. */
export interface InFlight extends AttemptName {
  readonly companyId: number;
  readonly bytes: number;
  finished: boolean;
}

/** What the engines of a process send together. */
export class InFlightTotals {
  /** How many cells the process serves. */
  cells = 1;
  readonly #engines = new Set<Used>();

  add(engine: Used): void {
    this.#engines.add(engine);
  }

  remove(engine: Used): void {
    this.#engines.delete(engine);
  }

  /**
   * What an engine may still take. Half of everything is divided equally, so that an engine never waits for the results of another one, which
   * it would not notice. The other half is for any of them: each engine has from it what it sends, and what it is claiming.
   */
  roomOf(engine: Used): Amount {
    const { used } = engine;
    const others = Array.from(this.#engines, (other) => (other === engine ? NOTHING : other.kept));
    const left = (what: keyof Amount, cap: number): number => {
      const own = Math.floor(cap / 2 / this.cells);
      // The claims of a cell that does not respond must not keep the other half from others.
      const common = engine.hasFailed && this.cells > 1 ? 0 : cap - own * this.cells;
      let taken = Math.max(used[what] - own, 0);
      for (const kept of others) taken += Math.max(kept[what] - own, 0);
      // One text may be larger than what is left.
      return Math.max(own - used[what], 0) + Math.max(common - taken, 0);
    };
    return { places: left('places', TOTAL_CAP), bytes: left('bytes', BYTES_CAP) };
  }
}

interface Amount {
  readonly places: number;
  readonly bytes: number;
}

interface Used {
  /** What is not stored: the results of an engine wait in memory as well. */
  readonly used: Amount;
  /** What others cannot take: without results, which a lost cell may not store for a long time. */
  readonly kept: Amount;
  /** Whether the last claim failed. */
  readonly hasFailed: boolean;
}

const NOTHING: Amount = { places: 0, bytes: 0 };

const isFull = ({ places, bytes }: Amount): boolean => places <= 0 || bytes <= 0;

/** The deliveries that an engine is sending, and the room for more. */
export class InFlightDeliveries implements Used {
  readonly #all = new Map<number, InFlight>();
  /** The room of the claim that runs. */
  #claimed = NOTHING;
  #hasFailed = false;

  constructor(private readonly totals = new InFlightTotals()) {
    totals.add(this);
  }

  get ids(): number[] {
    return [...this.#all.keys()];
  }

  get unfinished(): InFlight[] {
    return [...this.#all.values()].filter(({ finished }) => !finished);
  }

  get used(): Amount {
    let bytes = 0;
    for (const each of this.#all.values()) bytes += each.bytes;
    return { places: this.#all.size, bytes };
  }

  get kept(): Amount {
    let { places, bytes } = this.#claimed;
    for (const each of this.#all.values()) {
      if (each.finished) continue;
      places++;
      bytes += each.bytes;
    }
    return { places, bytes };
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  add({ deliveryId, number, companyId, body }: ClaimedDelivery): InFlight {
    const inFlight: InFlight = { deliveryId, number, companyId, bytes: body?.length ?? 0, finished: false };
    this.#all.set(deliveryId, inFlight);
    return inFlight;
  }

  /** Frees the place of an attempt. It may hold a later attempt, if the worker counted as dead during this one. */
  remove({ deliveryId, number }: AttemptName): void {
    if (this.#all.get(deliveryId)?.number === number) this.#all.delete(deliveryId);
  }

  /** After its engine has stopped, others have all of the room. */
  leave(): void {
    this.totals.remove(this);
  }

  room(): Room {
    const used = new Map<number, number>();
    for (const each of this.#all.values()) used.set(each.companyId, (used.get(each.companyId) ?? 0) + each.bytes);
    const full = [...used].filter(([, sum]) => sum >= COMPANY_BYTES).map(([companyId]) => companyId);
    return { ...this.totals.roomOf(this), full };
  }

  /**
   * Runs a claim with the room for it, which engines of other cells do not get meanwhile. One at a time.
   * @param claim adds what it has claimed. Without a free place, it gets no room
   */
  async claiming<T>(claim: (room: Room | undefined) => Promise<T>): Promise<T> {
    const room = this.room();
    const hasPlace = !isFull(room);
    if (hasPlace) this.#claimed = room;
    try {
      const result = await claim(hasPlace ? room : undefined);
      if (hasPlace) this.#hasFailed = false;
      return result;
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    } finally {
      this.#claimed = NOTHING;
    }
  }
}
