/** Chance that can be had again: the same seed gives the same numbers (mulberry32). */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to 1, 1 excluded. */
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

  /** One of the things, each as often as its weight says. */
  pick<T extends { readonly weight: number }>(things: readonly T[]): T {
    let left = this.next() * things.reduce((sum, { weight }) => sum + weight, 0);
    const picked = things.find(({ weight }) => (left -= weight) < 0) ?? things.at(-1);
    if (!picked) throw new Error('nothing to pick from');
    return picked;
  }
}
