/** The token for the injected clock. */
export const CLOCK = Symbol('clock');

/** The source of the time. Tests and demo data replace it. */
export interface Clock {
  now(): Date;
}

/** The machine's time. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock with a set time, for tests and for demo data over past months. */
export class ManualClock implements Clock {
  private time: number;

  constructor(start: Date | string) {
    this.time = toTime(start);
  }

  now(): Date {
    return new Date(this.time);
  }

  /** Sets the time, earlier or later. */
  set(moment: Date | string): void {
    this.time = toTime(moment);
  }

  /** Moves the time by milliseconds; negative values move it back. */
  advance(milliseconds: number): void {
    this.time += milliseconds;
  }
}

function toTime(moment: Date | string): number {
  const time = new Date(moment).getTime();
  if (Number.isNaN(time)) throw new RangeError(`not a point in time: ${String(moment)}`);
  return time;
}
