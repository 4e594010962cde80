import { asciiEmail } from '@billhook/domain/shared/email-address';
import { gcra, rateOf, type Rate } from '@billhook/domain/shared/gcra';

const MINUTES = 60;
const HOURS = 3_600;
const DAY = 24 * HOURS;

/** A sign-in with a second factor is a `password` attempt first, then a `code` attempt. */
export type AttemptKind = 'password' | 'code' | 'reset' | 'resetMail' | 'link' | 'invitation' | 'userCode';

/** Which account an attempt is for, and where it comes from. */
export interface SignInOrigin {
  /** The email address of the account, whether it exists or not; for an invitation, with the company that sends it. */
  readonly email: string;
  /** The network address, as `clientAddress` writes it. */
  readonly address: string;
}

/** One count of failed attempts. */
export interface AttemptLimit {
  readonly name: string;
  readonly rate: Rate;
  /** Strangers can use it up by knowing the email address alone, so it does not apply at addresses known from earlier sign-ins. */
  readonly ofAccount: boolean;
}

/**
 * How many failures are allowed. Two rates together make the wait grow: 3 minutes after 5 failures, 72 after 20. 50 codes a day find one
 * of a million, of which 3 are right, with a chance of 1 in 7,000. `account` is high: strangers can use it up.
 */
const RATES = {
  pair: [rateOf(5, 15 * MINUTES), rateOf(20, DAY)],
  address: [rateOf(20, 15 * MINUTES), rateOf(200, DAY)],
  account: [rateOf(100, 15 * MINUTES)],
  code: [rateOf(10, 15 * MINUTES), rateOf(50, DAY)],
  resetOfAccount: [rateOf(5, HOURS)],
  resetOfAddress: [rateOf(20, HOURS)],
  // RFC 8628, 5.1. There are 20^8 codes, so ten a quarter of an hour find none; a person mistypes fewer.
  userCode: [rateOf(10, 15 * MINUTES), rateOf(50, DAY)],
  // Each sends an email that its recipient has not asked for.
  invitation: [rateOf(5, HOURS), rateOf(20, DAY)],
} as const satisfies Record<string, readonly Rate[]>;

/** The counts that an attempt uses. */
export function attemptLimits(kind: AttemptKind, { email, address }: SignInOrigin): AttemptLimit[] {
  const person = asciiEmail(email).toLowerCase();
  const of = (counted: keyof typeof RATES, owner: string, ofAccount = false): AttemptLimit[] =>
    RATES[counted].map((rate) => ({ name: `${counted}/${rate.quota}/${owner}`, rate, ofAccount }));
  switch (kind) {
    case 'password':
      return [...of('pair', `${address}/${person}`), ...of('address', address), ...of('account', person, true)];
    case 'code':
      return of('code', person);
    case 'reset':
      return of('resetOfAddress', address);
    case 'resetMail':
      return of('resetOfAccount', person);
    case 'link':
      return of('address', address);
    case 'invitation':
      return of('invitation', person);
    case 'userCode':
      return of('userCode', person);
  }
}

/** The count that a successful sign-in resets. */
export const isOfPair = ({ name }: AttemptLimit): boolean => name.startsWith('pair/');

/**
 * Takes one cell of each count, or none at all.
 * @param tats the states of the counts, in microseconds
 * @param now in microseconds
 * @returns the states after it, or the seconds to wait
 */
export function takeAttempt(
  limits: readonly AttemptLimit[],
  tats: readonly number[],
  now: number,
): { readonly tats: readonly number[] } | { readonly waitFor: number } {
  const answers = limits.map(({ rate }, index) => gcra(tats[index] ?? 0, rate, now, 1));
  const waitFor = Math.max(0, ...answers.map((answer) => answer.waitFor));
  return waitFor > 0 ? { waitFor } : { tats: answers.map(({ tat }) => tat) };
}

/** Returns a cell for an attempt that did not fail. */
export const giveBack = ({ rate }: AttemptLimit, tat: number): number => Math.max(0, tat - rate.emission);
