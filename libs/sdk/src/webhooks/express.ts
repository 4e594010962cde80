import { BUSY_STATUS, type MessageStore } from './message-store.js';
import { checkSecrets, rejectOthers, verify, WebhookVerificationError, type WebhookEvent } from './verify.js';

interface NodeRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body?: unknown;
  /** Set by Nest with `{ rawBody: true }`, and by Next and Firebase. */
  readonly rawBody?: Uint8Array | undefined;
}

interface NodeResponse {
  readonly statusCode: number;
  readonly destroyed: boolean;
  status(code: number): NodeResponse;
  send(text?: string): unknown;
  end(...given: unknown[]): unknown;
}

export interface WebhookMiddlewareOptions {
  /**
   * Remembers messages: a repeat gets 204 and does not reach the next handler. A response below 400 means that the message was handled.
   * End the response even if the sender has disconnected: until then, the message is busy.
   */
  readonly store?: MessageStore | undefined;
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
 * Express middleware that verifies the message and sets `request.billhookEvent`. Put `express.raw` before it:
 * `app.post('/hooks', express.raw({ type: 'application/json', limit: '2mb' }), billhookWebhook(secret), (request, response) => …)`.
 * Its own limit of 100 kB is too low for documents with many lines.
 * @throws WebhookVerificationError if the secret is missing or malformed
 */
export function billhookWebhook(
  secrets: string | readonly string[] | undefined,
  { store, ...others }: WebhookMiddlewareOptions = {},
) {
  rejectOthers(others);
  const valid = checkSecrets(secrets);
  const receive = async (request: NodeRequest, response: NodeResponse, next: () => void): Promise<void> => {
    const event = await verify((request.rawBody ?? request.body) as Uint8Array, request.headers, valid);
    const state = (await store?.begin(event.id)) ?? 'new';
    if (state !== 'new') return void response.status(state === 'handled' ? 204 : BUSY_STATUS).send();
    if (store && response.destroyed) return void (await store.end(event.id, false));
    if (store) onEnd(response, (isHandled) => store.end(event.id, isHandled));
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

/** Reports the outcome once the handler ends the response. The connection may have closed long before. */
function onEnd(response: NodeResponse, report: (isHandled: boolean) => unknown): void {
  const end = response.end.bind(response);
  let isRunning = true;
  response.end = (...given) => {
    // The response does not depend on the store. If it fails, the message stays busy until the store ends that.
    if (isRunning) void (async () => report(response.statusCode < 400))().catch(() => undefined);
    isRunning = false;
    return end(...given);
  };
}
