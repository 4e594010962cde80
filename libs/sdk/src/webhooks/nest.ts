import { verify, type RawBody, type WebhookEvent } from './verify.js';

interface RawBodyRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly rawBody?: RawBody | undefined;
}

/**
 * Returns the event of a request to a Nest application that was created with `{ rawBody: true }`.
 * @throws WebhookVerificationError, which an exception filter turns into 400
 */
export function webhookEvent(request: RawBodyRequest, secrets: string | readonly string[]): Promise<WebhookEvent> {
  return verify(request.rawBody as RawBody, request.headers, secrets);
}
