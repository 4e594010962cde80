import { createHmac, sign } from 'node:crypto';
import { privateKeyOf, schemeOf, signingKey } from '../endpoints/secret.rules.js';

export interface SignatureHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/**
 * The headers of Standard Webhooks 1.0.0 for one attempt, over `id.timestamp.body`: `v1` is HMAC-SHA-256, `v1a` is Ed25519.
 * @param secrets all live signing secrets (`whsec_…`, `whsk_…`); each gives one value, for verification during a rotation
 * @param messageId the same for all attempts; has no full stop
 * @param sentAt the time of this attempt
 * @param body the exact bytes that are sent
 * @throws an Error for a secret without a key
 */
export function signatureHeaders(
  secrets: readonly string[],
  messageId: string,
  sentAt: Date,
  body: Uint8Array,
): SignatureHeaders {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const content = Buffer.concat([Buffer.from(`${messageId}.${timestamp}.`), body]);
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signatureOf(secret, content)).join(' '),
  };
}

function signatureOf(secret: string, content: Buffer): string {
  if (schemeOf(secret) === 'v1a') return `v1a,${sign(null, content, privateKeyOf(secret)).toString('base64')}`;
  return `v1,${createHmac('sha256', signingKey(secret)).update(content).digest('base64')}`;
}
