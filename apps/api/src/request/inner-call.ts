import { AsyncLocalStorage } from 'node:async_hooks';
import type { Tx } from '@billhook/db/unit-of-work';
import type { OAuthResource } from '@billhook/domain/identity/oauth-resource';

/** A request to /v1 that this process makes for a caller whose own request the gate has admitted and counted. */
export interface InnerCall {
  /** The id of the caller's request, which the inner request uses as well. */
  readonly requestId: string;
  /** The place of this request among those that the caller's request causes, from 1. */
  readonly number: number;
  /** The resource that the caller's access token was issued for. */
  readonly resource: OAuthResource;
  /** Runs in the transaction of a write with an `Idempotency-Key`, after the write. Not called for a replayed response. */
  readonly afterWrite?: AfterWrite;
}

/** @param body of the response */
export type AfterWrite = (tx: Tx, status: number, body: unknown) => Promise<void>;

const current = new AsyncLocalStorage<InnerCall>();

/** Marks the requests of `work` as inner calls. No header can do this, so no client can forge one. */
export function asInnerCall<T>(call: InnerCall, work: () => Promise<T>): Promise<T> {
  // Awaited inside, because an injected request is sent only when its promise is awaited.
  return current.run(call, async () => await work());
}

/** The inner call that the current request is; undefined for a request from the network. */
export const innerCall = (): InnerCall | undefined => current.getStore();
