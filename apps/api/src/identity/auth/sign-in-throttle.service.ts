import { createHmac } from 'node:crypto';
import { asciiEmail } from '@billhook/domain/shared/email-address';
import { Problem } from '@billhook/domain/shared/problems';
import { SignInAttemptsRepository } from '@billhook/identity/auth/sign-in-attempts.repository';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import { clientAddress } from '../../access/rate-limits/client-address.rules.js';
import {
  attemptLimits,
  giveBack,
  isOfPair,
  takeAttempt,
  type AttemptKind,
  type SignInOrigin,
} from './sign-in-attempt.rules.js';

/** How long a network address stays known after a successful sign-in: 30 days. */
const KNOWN_FOR_US = 30 * 86_400_000_000;

/** Counts as failed until one of these is called. */
export interface ThrottledSignIn {
  succeed(): Promise<void>;
  /** The attempt ended without a wrong guess. */
  withdraw(): Promise<void>;
}

/**
 * Counts failed sign-in attempts, of unknown email addresses as well: otherwise the limit would reveal accounts. An attempt counts
 * before it is made, so that concurrent ones cannot exceed the limit.
 */
@Injectable()
export class SignInThrottleService {
  constructor(
    private readonly attempts: SignInAttemptsRepository,
    private readonly secrets: AppSecrets,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Problem 429 too_many_attempts, before any work */
  async begin(kinds: readonly AttemptKind[], email: string, ip: string): Promise<ThrottledSignIn> {
    const who: SignInOrigin = { email, address: clientAddress(ip) };
    const limits = kinds.flatMap((kind) => attemptLimits(kind, who));
    const known = this.nameOf(`known/${who.address}/${asciiEmail(email).toLowerCase()}`);
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

  /** For a limit that must not be visible. @returns whether the attempt is allowed */
  async allows(kind: AttemptKind, email: string, ip: string): Promise<boolean> {
    try {
      await this.begin([kind], email, ip);
      return true;
    } catch (error) {
      if (error instanceof Problem && error.code === 'too_many_attempts') return false;
      throw error;
    }
  }

  /** Resets the count of an email address at a network address, after the person has proved who they are in another way. */
  async forgive(email: string, ip: string): Promise<void> {
    const who: SignInOrigin = { email, address: clientAddress(ip) };
    const pair = attemptLimits('password', who).filter(isOfPair);
    await this.attempts.change(
      pair.map(({ name }) => this.nameOf(name)),
      (tats) => tats.map(() => 0),
    );
  }

  /** Hashed, so that the table reveals no address. */
  private nameOf(name: string): Buffer {
    return createHmac('sha256', this.secrets.current('sign-in-attempts').key).update(name).digest();
  }

  private now(): number {
    return this.clock.now().getTime() * 1000;
  }
}
