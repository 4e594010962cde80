import { Agent, fetch, type RequestInit, type Response } from 'undici';
import type { EgressGuard } from './egress-guard.js';

const TIMEOUT_MS = 5_000;

/**
 * Fetches a URL that a stranger chose, from public addresses only. Redirects are returned, not followed: each would have to be checked.
 * @throws an Error with the reason
 */
export class GuardedFetch {
  private readonly agent: Agent;

  constructor(
    private readonly guard: EgressGuard,
    ca?: readonly string[],
  ) {
    this.agent = new Agent({
      connect: { lookup: guard.lookup, timeout: TIMEOUT_MS, ...(ca ? { ca: [...ca] } : {}) },
      // No connection is kept: these addresses are called rarely.
      pipelining: 0,
    });
  }

  async fetch(url: string, init: Pick<RequestInit, 'headers' | 'signal'> = {}): Promise<Response> {
    // Node calls no look-up for a literal address.
    const refusal = await this.guard.refusalNow(url);
    if (refusal !== undefined) throw new Error(refusal);
    const signal = init.signal ?? AbortSignal.timeout(TIMEOUT_MS);
    return fetch(url, {
      ...(init.headers && { headers: init.headers }),
      redirect: 'manual',
      signal,
      dispatcher: this.agent,
    });
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }
}
