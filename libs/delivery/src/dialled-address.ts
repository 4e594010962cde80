import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/*
 * Which address a request really went to. undici gives no way from a request to its socket but its diagnostics channels: it
 * tells of each request when it is made, inside the call that makes it, and of its socket when it is sent.
 */

/** Filled in when the request is sent; null until then. */
export interface Dialled {
  address: string | null;
}

const requests = new WeakMap<object, Dialled>();
let making: Dialled | undefined;

subscribe('undici:request:create', (message) => {
  const request = requestOf(message);
  if (making && request) requests.set(request, making);
});

subscribe('undici:client:sendHeaders', (message) => {
  const request = requestOf(message);
  const dialled = request && requests.get(request);
  if (dialled) dialled.address = (message as { readonly socket: Socket }).socket.remoteAddress ?? null;
});

/** Calls what makes one undici request, and notes in `dialled` where it is sent. */
export function noteAddress<T>(dialled: Dialled, makeRequest: () => T): T {
  making = dialled;
  try {
    return makeRequest();
  } finally {
    making = undefined;
  }
}

function requestOf(message: unknown): object | undefined {
  return (message as { readonly request?: object }).request;
}
