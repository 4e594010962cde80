import { createHmac } from 'node:crypto';
import type { AppSecrets } from '@billhook/platform/app-secrets';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

// Bytes from 248 are discarded, so that every character is equally likely.
const LIMIT = 256 - (256 % ALPHABET.length);

/**
 * A source of characters that depends on the rotated refresh token and the application secret alone: parallel refreshes and repeated
 * ones get the same successor, and nothing has to be stored for it.
 */
export function successorText(secrets: AppSecrets, rotated: string): (length: number) => string {
  const { key } = secrets.current('oauth-successor');
  let block = 0;
  let bytes: number[] = [];
  const next = (): number => {
    for (;;) {
      const byte = bytes.shift();
      if (byte === undefined) bytes = [...createHmac('sha256', key).update(`${block++} ${rotated}`).digest()];
      else if (byte < LIMIT) return byte;
    }
  };
  return (length) => Array.from({ length }, () => ALPHABET.charAt(next() % ALPHABET.length)).join('');
}
