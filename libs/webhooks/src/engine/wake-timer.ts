// A sweep finds deliveries that are due later than this in time.
const LONGEST_MS = 60_000;

/** A timer for the earliest of all requested times. It does not keep the process running. */
export class WakeTimer {
  #planned: { readonly at: number; readonly handle: NodeJS.Timeout } | undefined;
  #stopped = false;

  constructor(private readonly onTime: () => void) {}

  /** Calls back in some milliseconds, at the latest after a minute. A later time than the planned one is dropped. */
  wakeIn(inMs: number): void {
    // A negative time is due, such as that of a delivery whose time passed while its row was read.
    const ms = Math.min(Math.max(inMs, 0), LONGEST_MS);
    const at = performance.now() + ms;
    if (this.#stopped || (this.#planned && this.#planned.at <= at)) return;
    clearTimeout(this.#planned?.handle);
    const handle = setTimeout(() => {
      this.#planned = undefined;
      this.onTime();
    }, ms).unref();
    this.#planned = { at, handle };
  }

  /** From now on it never calls back. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#planned?.handle);
  }
}
