import { BUSY_STATUS, once, type MessageStore } from './message-store.js';
import { checkSecrets, rejectOthers, verify, WebhookVerificationError, type WebhookEvent } from './verify.js';

export interface WebhookHandlerOptions {
  /** Remembers messages: a repeat gets 204 and is not handled again. */
  readonly store?: MessageStore | undefined;
}

/**
 * A handler for servers with the `Request` and `Response` of fetch: Next (`export const POST = webhookHandler(…)`), Hono
 * (`app.post('/hooks', (c) => handler(c.req.raw))`), Deno, Bun, Cloudflare. Responds with 204, or with 400 for what is not genuine.
 * @throws WebhookVerificationError if the secret is missing or malformed
 */
export function webhookHandler(
  secrets: string | readonly string[] | undefined,
  handle: (event: WebhookEvent, request: Request) => unknown,
  { store, ...others }: WebhookHandlerOptions = {},
): (request: Request) => Promise<Response> {
  rejectOthers(others);
  const valid = checkSecrets(secrets);
  return async (request) => {
    let event: WebhookEvent;
    try {
      event = await verify(await request.arrayBuffer(), request.headers, valid);
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      return new Response(error.message, { status: 400, headers: { 'content-type': 'text/plain; charset=utf-8' } });
    }
    const state = await once(store, event.id, () => handle(event, request));
    return new Response(null, { status: state === 'busy' ? BUSY_STATUS : 204 });
  };
}
