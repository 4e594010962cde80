import { createHmac, timingSafeEqual } from 'crypto';

/** Seconds by which the clocks may differ, and for which a message may be on its way (Standard Webhooks). */
const TOLERANCE_S = 300;

export interface Message {
  readonly id: string;
  readonly timestamp: string;
  readonly signatures: string;
  readonly body: Uint8Array;
}

/** Whether a message has a signature of this secret, `whsec_…`, and is not too old. */
export function isGenuine({ id, timestamp, signatures, body }: Message, secret: string, now = Date.now()): boolean {
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= TOLERANCE_S)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures.split(' ').some((each) => {
    const given = each.startsWith('v1,') ? Buffer.from(each.slice(3), 'base64') : Buffer.alloc(0);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
