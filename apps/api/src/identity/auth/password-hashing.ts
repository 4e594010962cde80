import { availableParallelism } from 'node:os';
import { Problem } from '@billhook/domain/shared/problems';
import { hash, parseOptions, verify } from '@node-rs/argon2';

/**
 * argon2id with 19 MiB and 2 passes, as OWASP recommends. Every hash contains its parameters, so an older hash is replaced at the next
 * sign-in.
 */
const POLICY = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The same characters may be typed as other code points on another machine (NIST SP 800-63B, 3.1.1.2). */
export const normalizedPassword = (password: string): string => password.normalize('NFKC');

/**
 * Hashing takes tens of milliseconds of a core and of one of Node's four threads, which files and DNS need too: few run at a time,
 * one core stays free, few wait, and the rest gets 429.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
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

/** @throws Problem 429 too_many_attempts */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalizedPassword(password), POLICY));
}

let decoy: Promise<string> | undefined;

/**
 * Checks a password. An unknown account takes as long as a wrong password, so that response times do not reveal accounts.
 * @param stored the hash, or undefined for an unknown account
 * @throws Problem 429 too_many_attempts
 */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hash('no account has this password', POLICY);
  const hashed = stored ?? (await decoy);
  const matches = await inTurn(() => verify(hashed, normalizedPassword(password)));
  return stored !== undefined && matches;
}

/** Whether a hash is weaker than new ones. */
export function isOutdated(stored: string): boolean {
  const { memoryCost, timeCost } = parseOptions(stored);
  return !stored.startsWith('$argon2id$') || memoryCost < POLICY.memoryCost || timeCost < POLICY.timeCost;
}
