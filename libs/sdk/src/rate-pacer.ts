import { sleep } from './sleep.js';

/** The limits in a response: the requests that are left, and the seconds until the next one is allowed. */
interface Left {
  readonly requests: number;
  readonly waitS: number;
}

/**
 * Lets the calls with one credential share its rate limit. While fewer requests are left than calls are waiting, they
 * are sent one after the other, and after `RateLimit` or `Retry-After` allows it: then each is accepted, and no call is
 * rejected several times in a row.
 */
export class RatePacer {
  #busy = 0;
  #isShort = false;
  #restUntil = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** Sends a request when its turn has come. @throws the reason of the signal */
  async run(send: () => Promise<Response>, longestWaitMs: number, signal?: AbortSignal): Promise<Response> {
    this.#busy++;
    try {
      return this.#isShort ? await this.#inTurn(send, longestWaitMs, signal) : this.#noted(await send());
    } finally {
      this.#busy--;
    }
  }

  async #inTurn(send: () => Promise<Response>, longestWaitMs: number, signal?: AbortSignal): Promise<Response> {
    const before = this.#last;
    const turn = before.then(async () => {
      signal?.throwIfAborted();
      // Enough are left again: the rest of the queue need not wait for each other.
      if (!this.#isShort) return undefined;
      const restMs = this.#restUntil - Date.now();
      // A longer one is for the caller, who reads it in the error.
      if (restMs > 0 && restMs <= longestWaitMs) await sleep(restMs, signal);
      return this.#noted(await send());
    });
    this.#last = turn.catch(() => undefined);
    return (await turn) ?? this.#noted(await send());
  }

  #noted(response: Response): Response {
    const left = leftAfter(response);
    this.#isShort = left !== undefined && left.requests < this.#busy;
    if (left?.requests === 0) this.#restUntil = Date.now() + left.waitS * 1000;
    return response;
  }
}

/** The scarcest policy of `RateLimit`, such as `"minute";r=0;t=1, "company";r=2131;t=18`. */
function leftAfter(response: Response): Left | undefined {
  if (response.status === 429) return { requests: 0, waitS: secondsUntil(response.headers.get('retry-after')) ?? 0 };
  const policies = [...(response.headers.get('ratelimit') ?? '').matchAll(/;r=(\d+);t=(\d+)/g)];
  const all = policies.map(([, requests, waitS]) => ({ requests: Number(requests), waitS: Number(waitS) }));
  return all.reduce<Left | undefined>(
    (least, each) => (least && least.requests <= each.requests ? least : each),
    undefined,
  );
}

/** The value of `Retry-After` in seconds: a number or a date (RFC 9110, 10.2.3). */
export function secondsUntil(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const seconds = Number(retryAfter);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1000);
}
