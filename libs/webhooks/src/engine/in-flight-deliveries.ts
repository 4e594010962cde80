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

  /**
   * What an engine may still take. Half of everything is divided equally, so that an engine never waits for the results of another one, which
   * it would not notice. The other half is for any of them.
   */
  roomOf(engine: Used): { readonly places: number; readonly bytes: number } {
    return { places: this.#left(engine, 'places', TOTAL_CAP), bytes: this.#left(engine, 'bytes', BYTES_CAP) };
  }

  #left(engine: Used, what: 'places' | 'bytes', cap: number): number {
    const own = Math.floor(cap / 2 / this.cells);
    const common = cap - own * this.cells;
    const taken = [...this.#engines].reduce((sum, { used }) => sum + Math.max(used[what] - own, 0), 0);
    // One text may be larger than what is left.
    return Math.max(own - engine.used[what], 0) + Math.max(common - taken, 0);
  }
}

interface Used {
  readonly used: { readonly places: number; readonly bytes: number };
}

/** The deliveries that an engine is sending, and the room for more. */
export class InFlightDeliveries implements Used {
  readonly #all = new Map<number, InFlight>();

  constructor(private readonly totals = new InFlightTotals()) {
    totals.add(this);
  }

  get ids(): number[] {
    return [...this.#all.keys()];
  }

  get unfinished(): InFlight[] {
    return [...this.#all.values()].filter(({ finished }) => !finished);
  }

  get used(): { readonly places: number; readonly bytes: number } {
    let bytes = 0;
    for (const each of this.#all.values()) bytes += each.bytes;
    return { places: this.#all.size, bytes };
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

  room(): Room {
    const used = new Map<number, number>();
    for (const each of this.#all.values()) used.set(each.companyId, (used.get(each.companyId) ?? 0) + each.bytes);
    const full = [...used].filter(([, sum]) => sum >= COMPANY_BYTES).map(([companyId]) => companyId);
    return { ...this.totals.roomOf(this), full };
  }
}
