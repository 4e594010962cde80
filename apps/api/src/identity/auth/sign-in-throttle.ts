import { Problem } from '@billhook/domain/shared/problems';
import { AppSecrets } from '@billhook/platform/app-secrets';
import type { Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import { clientAddress } from '../../access/limits/client-address.js';
import { CLOCK } from '@billhook/platform/tokens';
import { attemptLimits, giveBack, isOfPair, takeAttempt, type AttemptKind, type Trier } from './attempt-limits.js';
import { AttemptsRepository } from '@billhook/identity/auth/attempts.repository';

/** How long an address from where somebody has signed in is known as theirs. */
const KNOWN_FOR_US = 30 * 86_400_000_000;

/** An attempt that counts as one in vain until it is told otherwise. */
export interface Attempt {
  /** It went well. */
  succeed(): Promise<void>;
  /** It came to nothing, and nothing was guessed. */
  withdraw(): Promise<void>;
}

/**
 * Counts failed attempts at the sign-in of every address: one without an account counts as well, or the count would tell
 * which there are. An attempt is counted before it is made, so that of many at once no more get through.
 */
@Injectable()
export class SignInThrottle {
  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly secrets: AppSecrets,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Problem 429 too_many_attempts, before any work */
  async begin(kinds: readonly AttemptKind[], email: string, ip: string): Promise<Attempt> {
    const who: Trier = { email, address: clientAddress(ip) };
    const limits = kinds.flatMap((kind) => attemptLimits(kind, who));
    const known = this.nameOf(`known/${who.address}/${email.toLowerCase()}`);
    const names = [...limits.map(({ name }) => this.nameOf(name)), known];
    const now = this.now();
    let taken = limits.map(() => false);
    await this.attempts.change(names, (tats) => {
      const isKnown = (tats.at(-1) ?? 0) > now;
      taken = limits.map(({ ofAccount }) => !(ofAccount && isKnown));
      const held = <T>(all: readonly T[]): T[] => all.filter((_, index) => taken[index]);
      const answer = takeAttempt(held(limits), held(tats), now);
      if ('waitFor' in answer) {
        throw new Problem('too_many_attempts', undefined, { extensions: { retryAfter: answer.waitFor } });
      }
      const after = [...answer.tats];
      return tats.map((tat, index) => (taken[index] ? (after.shift() ?? tat) : tat));
    });
    const end = (succeeded: boolean): Promise<void> =>
      this.attempts.change(names, (tats) =>
        tats.map((tat, index) => {
          const limit = limits[index];
          if (!limit) return succeeded ? Math.max(tat, this.now() + KNOWN_FOR_US) : tat;
          if (succeeded && isOfPair(limit)) return 0;
          return taken[index] ? giveBack(limit, tat) : tat;
        }),
      );
    return { succeed: () => end(true), withdraw: () => end(false) };
  }

  /** Takes part in a count of which nobody is to be told. @returns whether it may be done */
  async allows(kind: AttemptKind, email: string, ip: string): Promise<boolean> {
    try {
      await this.begin([kind], email, ip);
      return true;
    } catch (error) {
      if (error instanceof Problem && error.code === 'too_many_attempts') return false;
      throw error;
    }
  }

  /** Somebody has shown in another way who they are: what was tried in vain from where they are is forgotten. */
  async forgive(email: string, ip: string): Promise<void> {
    const who: Trier = { email, address: clientAddress(ip) };
    const pair = attemptLimits('password', who).filter(isOfPair);
    await this.attempts.change(
      pair.map(({ name }) => this.nameOf(name)),
      (tats) => tats.map(() => 0),
    );
  }

  /** Who reads the table learns no address from it. */
  private nameOf(name: string): Buffer {
    return createHmac('sha256', this.secrets.current('sign-in-attempts').key).update(name).digest();
  }

  private now(): number {
    return this.clock.now().getTime() * 1000;
  }
}
