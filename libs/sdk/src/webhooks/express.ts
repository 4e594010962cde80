import { checkSecrets, verify, WebhookVerificationError, type WebhookEvent } from './verify.js';

interface NodeRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body?: unknown;
  /** Set by Nest with `{ rawBody: true }`, and by Next and Firebase. */
  readonly rawBody?: Uint8Array | undefined;
}

interface NodeResponse {
  status(code: number): NodeResponse;
  send(text?: string): unknown;
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
export function billhookWebhook(secrets: string | readonly string[] | undefined) {
  const valid = checkSecrets(secrets);
  return (request: NodeRequest, response: NodeResponse, next: (error?: unknown) => void): void => {
    verify((request.rawBody ?? request.body) as Uint8Array, request.headers, valid).then(
      (event) => {
        (request as { billhookEvent?: WebhookEvent }).billhookEvent = event;
        next();
      },
      (error: unknown) => {
        if (error instanceof WebhookVerificationError) response.status(400).send(error.message);
        else next(error);
      },
    );
  };
}
