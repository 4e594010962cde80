import { createHmac, timingSafeEqual } from 'node:crypto';

export interface BillhookEvent {
  id: string;
  type: string;
  createdAt: string;
  data: Record<string, unknown>;
}

/** `body` is the raw body, before any JSON parser. Throws if the message is not genuine. */
export function verify(secret: string, headers: Record<string, string | undefined>, body: string): BillhookEvent {
  const id = headers['webhook-id'] ?? '';
  const timestamp = headers['webhook-timestamp'] ?? '';
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!id || !/^\d+$/.test(timestamp) || age > 300) throw new Error('missing or old webhook headers');

  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  const genuine = (headers['webhook-signature'] ?? '').split(' ').some((part) => {
    const [version, value = ''] = part.split(',', 2);
    const given = Buffer.from(value, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!genuine) throw new Error('the signature does not match');
  return JSON.parse(body) as BillhookEvent;
}
