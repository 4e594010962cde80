// After as many turns that left their events in a row, one of this many rounds tries a live turn.
const RAREST = 32;

/**
 * How often a worker tries a live turn. Where events are left each time, such as those of endpoints with filters, the attempts would only
 * add to the general turns: after each of these, twice as many rounds pass without one.
 */
export class LiveTurnPace {
  #rounds = 0;
  #pause = 1;

  /** Whether this round tries one. */
  next(): boolean {
    if (this.#rounds === 0) return true;
    this.#rounds -= 1;
    return false;
  }

  /** @param left whether the turn left events to the general turn */
  ended(left: boolean): void {
    this.#rounds = left ? this.#pause : 0;
    this.#pause = left ? Math.min(this.#pause * 2, RAREST) : 1;
  }
}
