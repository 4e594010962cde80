import { createHmac } from 'node:crypto';
import { signingKey } from './secret.js';

export interface SignatureHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/**
 * The headers of Standard Webhooks 1.0.0 for one attempt, scheme `v1`: HMAC-SHA-256 over `id.timestamp.body`.
 * @param secrets all live signing secrets (`whsec_…`); each gives one value, so that receivers verify through a rotation
 * @param messageId the same over all attempts; has no full stop
 * @param sentAt the time of this attempt
 * @param body the exact bytes that are sent
 */
export function signatureHeaders(
  secrets: readonly string[],
  messageId: string,
  sentAt: Date,
  body: Uint8Array,
): SignatureHeaders {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', signingKey(secret)).update(`${messageId}.${timestamp}.`).update(body);
    return `v1,${hmac.digest('base64')}`;
  });
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
