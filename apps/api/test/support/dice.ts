/** Repeatable random numbers (Park and Miller), which make failures reproducible. */
export class Dice {
  constructor(private state: number) {}

  /** A whole number from 0 to `most` − 1. */
  below(most: number): number {
    this.state = (this.state * 48271) % 2147483647;
    return this.state % most;
  }

  pick<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new RangeError('there is nothing to pick from');
    return value;
  }

  /** An amount above zero, with at most that many minor units. */
  amount(most: number, digits: number): string {
    const units = String(1 + this.below(most)).padStart(digits + 1, '0');
    return digits === 0 ? units : `${units.slice(0, -digits)}.${units.slice(-digits)}`;
  }

  /** The values in another order. */
  shuffled<T>(values: readonly T[]): T[] {
    return values
      .map((value) => ({ value, at: this.below(1_000_000) }))
      .sort((a, b) => a.at - b.at)
      .map(({ value }) => value);
  }
}
