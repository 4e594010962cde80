/** Fetches URLs that strangers chose, from public addresses only. Bound in `app.module.ts`, because the guard belongs to webhooks. */
export abstract class OutboundFetch {
  /** Does not follow redirects. @throws an Error with the reason */
  abstract fetch(url: string, init?: OutboundInit): Promise<Response>;
}

export interface OutboundInit {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}
