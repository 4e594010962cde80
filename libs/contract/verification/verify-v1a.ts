import { createPublicKey, verify as verifySignature } from 'node:crypto';

/** `publicKey` is `whpk_…`, `body` the raw body. Throws if the message is not genuine. */
export function verify(publicKey: string, headers: Record<string, string | undefined>, body: string): { id: string } {
  const id = headers['webhook-id'] ?? '';
  const timestamp = headers['webhook-timestamp'] ?? '';
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!id || !/^\d+$/.test(timestamp) || age > 300) throw new Error('missing or old webhook headers');

  const x = Buffer.from(publicKey.replace(/^whpk_/, ''), 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const signed = Buffer.from(`${id}.${timestamp}.${body}`);
  const genuine = (headers['webhook-signature'] ?? '').split(' ').some((part) => {
    const [version, value = ''] = part.split(',', 2);
    return version === 'v1a' && verifySignature(null, signed, key, Buffer.from(value, 'base64'));
  });
  if (!genuine) throw new Error('the signature does not match');
  return JSON.parse(body) as { id: string };
}
