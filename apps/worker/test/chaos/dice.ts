/** Reproducible random numbers (mulberry32): the same seed gives the same numbers. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 (included) to 1 (excluded). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  /** Picks one of the values by weight. */
  pick<T extends { readonly weight: number }>(things: readonly T[]): T {
    let left = this.next() * things.reduce((sum, { weight }) => sum + weight, 0);
    const picked = things.find(({ weight }) => (left -= weight) < 0) ?? things.at(-1);
    if (!picked) throw new Error('nothing to pick from');
    return picked;
  }
}
