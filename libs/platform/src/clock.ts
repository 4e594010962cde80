/** Where the time comes from, so that expiry, retries and demo data can be tried at any time. */
export interface Clock {
  now(): Date;
}

/** The machine's time. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is moved. For tests and for demo data that spreads over past months. */
export class ManualClock implements Clock {
  private time: number;

  constructor(start: Date | string) {
    this.time = toTime(start);
  }

  now(): Date {
    return new Date(this.time);
  }

  /** Moves the clock to a moment, earlier or later. */
  set(moment: Date | string): void {
    this.time = toTime(moment);
  }

  /** Moves the clock forward by milliseconds, or back when negative. */
  advance(milliseconds: number): void {
    this.time += milliseconds;
  }
}

function toTime(moment: Date | string): number {
  const time = new Date(moment).getTime();
  if (Number.isNaN(time)) throw new RangeError(`not a point in time: ${String(moment)}`);
  return time;
}
