import { gcra, rateOf, type Rate } from '@billhook/domain/shared/gcra';

const MINUTES = 60;
const HOURS = 3_600;
const DAY = 24 * HOURS;

/** What is tried. A sign-in with a second factor is `password` first, then `code`. */
export type AttemptKind = 'password' | 'code' | 'reset' | 'resetMail' | 'link' | 'invitation';

/** Who tries. */
export interface Trier {
  /** The address of the account that it is about, whether there is one or not; of an invitation with the company that sends it. */
  readonly email: string;
  /** The network address it comes from, as `clientAddress` writes it. */
  readonly address: string;
}

/** One thing that is counted. */
export interface AttemptLimit {
  readonly name: string;
  readonly rate: Rate;
  /** Whether anybody, from anywhere, can use it up for somebody by knowing their address alone. It does not hold where they have signed in from before. */
  readonly ofAccount: boolean;
}

/**
 * How often it may be tried in vain. Two rates for one thing make a wait that grows: after 5 failures it is 3 minutes for each further one,
 * after 20 it is 72. The bound of an account alone is high, because strangers can reach it: it holds back who guesses from many addresses.
 * Codes are guessed from a million, of which three are right: of 50 a day one in 7,000 finds one, and only who has the password. Their bound
 * holds from everywhere, for the person as well: it tells that somebody has the password. Links for a new password go out up to theirs, of
 * which nobody is told: to be refused them from outside would shut a person out.
 */
const RATES = {
  pair: [rateOf(5, 15 * MINUTES), rateOf(20, DAY)],
  address: [rateOf(20, 15 * MINUTES), rateOf(200, DAY)],
  account: [rateOf(100, 15 * MINUTES)],
  code: [rateOf(10, 15 * MINUTES), rateOf(50, DAY)],
  resetOfAccount: [rateOf(5, HOURS)],
  resetOfAddress: [rateOf(20, HOURS)],
  // Each is a mail to somebody who has not asked for any.
  invitation: [rateOf(5, HOURS), rateOf(20, DAY)],
} as const satisfies Record<string, readonly Rate[]>;

/** The counts that an attempt takes part in. */
export function attemptLimits(kind: AttemptKind, { email, address }: Trier): AttemptLimit[] {
  const person = email.toLowerCase();
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
  }
}

/** The count that a success resets: a person who signs in has not guessed. */
export const isOfPair = ({ name }: AttemptLimit): boolean => name.startsWith('pair/');

/**
 * Takes one cell of each count, or none.
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

/** Gives a cell back, since nothing was tried in vain. */
export const giveBack = ({ rate }: AttemptLimit, tat: number): number => Math.max(0, tat - rate.emission);
