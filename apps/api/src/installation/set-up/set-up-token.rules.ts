import { createHmac, timingSafeEqual } from 'node:crypto';

/** For how long a set-up link works. The API prints another one at each start without a company. */
export const SET_UP_HOURS = 24;

/** The seconds of the expiry, and what proves that they are ours. */
const FORM = /^([0-9a-z]{1,10})-([0-9a-f]{64})$/;

/**
 * The token of a set-up link. It is not stored: the secret of the installation verifies it, and the first company ends all of
 * them.
 */
export function createSetUpToken(key: Buffer, expiresAt: Date): string {
  const expiry = Math.floor(expiresAt.getTime() / 1000).toString(36);
  return `${expiry}-${proofOf(key, expiry).toString('hex')}`;
}

/** @param keys of all secrets of the installation */
export function isSetUpToken(keys: readonly Buffer[], token: string, now: Date): boolean {
  const [, expiry = '', proof = ''] = FORM.exec(token) ?? [];
  if (proof === '' || Number.parseInt(expiry, 36) * 1000 <= now.getTime()) return false;
  return keys.some((key) => timingSafeEqual(proofOf(key, expiry), Buffer.from(proof, 'hex')));
}

const proofOf = (key: Buffer, expiry: string): Buffer => createHmac('sha256', key).update(expiry).digest();
