import { BUSY_STATUS, type MessageStore } from './message-store.js';
import { checkSecrets, verify, WebhookVerificationError, type WebhookEvent } from './verify.js';

interface NodeRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body?: unknown;
  /** Set by Nest with `{ rawBody: true }`, and by Next and Firebase. */
  readonly rawBody?: Uint8Array | undefined;
}

interface NodeResponse {
  readonly statusCode: number;
  readonly writableFinished: boolean;
  status(code: number): NodeResponse;
  send(text?: string): unknown;
  once(event: 'close', listener: () => void): unknown;
}

export interface WebhookMiddlewareOptions {
  /** Remembers messages: a repeat gets 204 and does not reach the next handler. A response below 400 means that the message was handled. */
  readonly store?: MessageStore;
}

declare global {
  // The types of Express can be extended in no other way.
  namespace Express {
    interface Request {
      /** The verified event, after `billhookWebhook`. */
      billhookEvent?: WebhookEvent;
    }
  }
}

/**
 * Express middleware that verifies the message and sets `request.billhookEvent`. Put `express.raw({ type: 'application/json' })` before it:
 * `app.post('/hooks', express.raw({ type: 'application/json' }), billhookWebhook(secret), (request, response) => …)`.
 * @throws WebhookVerificationError if the secret is missing or malformed
 */
export function billhookWebhook(
  secrets: string | readonly string[] | undefined,
  { store }: WebhookMiddlewareOptions = {},
) {
  const valid = checkSecrets(secrets);
  const receive = async (request: NodeRequest, response: NodeResponse, next: () => void): Promise<void> => {
    const event = await verify((request.rawBody ?? request.body) as Uint8Array, request.headers, valid);
    const state = (await store?.begin(event.id)) ?? 'new';
    if (state !== 'new') return void response.status(state === 'handled' ? 204 : BUSY_STATUS).send();
    response.once('close', () => {
      const isHandled = response.writableFinished && response.statusCode < 400;
      // Without it, the message stays busy, and no response depends on it.
      Promise.resolve(store?.end(event.id, isHandled)).catch(() => undefined);
    });
    (request as { billhookEvent?: WebhookEvent }).billhookEvent = event;
    next();
  };
  return (request: NodeRequest, response: NodeResponse, next: (error?: unknown) => void): void => {
    receive(request, response, next).catch((error: unknown) => {
      if (error instanceof WebhookVerificationError) response.status(400).send(error.message);
      else next(error);
    });
  };
}
