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

/** The deliveries that this process is sending, and the room for more. */
export class InFlightDeliveries {
  readonly #all = new Map<number, InFlight>();

  get ids(): number[] {
    return [...this.#all.keys()];
  }

  get unfinished(): InFlight[] {
    return [...this.#all.values()].filter(({ finished }) => !finished);
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
    let bytes = BYTES_CAP;
    for (const each of this.#all.values()) {
      bytes -= each.bytes;
      used.set(each.companyId, (used.get(each.companyId) ?? 0) + each.bytes);
    }
    const full = [...used].filter(([, sum]) => sum >= COMPANY_BYTES).map(([companyId]) => companyId);
    return { places: TOTAL_CAP - this.#all.size, bytes, full };
  }
}
