import { Problem } from '@billhook/domain/problems';
import { hash, verify } from '@node-rs/argon2';

/** argon2id with the library's defaults (19 MiB, 2 passes), which are those that OWASP asks for. Runs off the event loop. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/**
 * A check takes tens of milliseconds of one of Node's few threads, which files and name look-ups need too. So only a few are made at once,
 * few wait, and the rest is asked to come again.
 */
const AT_ONCE = 2;
const WAITING = 20;
let running = 0;
const queue: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (queue.length >= WAITING) throw new Problem('too_many_attempts', undefined, { extensions: { retryAfter: 1 } });
    await new Promise<void>((resolve) => queue.push(resolve));
  }
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    queue.shift()?.();
  }
}

let decoy: Promise<string> | undefined;

/**
 * Checks a password. An unknown account costs as much time as a wrong password, so the two can not be told apart.
 * @param stored the hash, or undefined for an unknown account
 * @throws Problem 429 too_many_attempts
 */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const hashed = stored ?? (await decoy);
  const matches = await inTurn(() => verify(hashed, password));
  return stored !== undefined && matches;
}
