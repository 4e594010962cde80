import type { MailStatus, RefusedRecipient } from '@billhook/domain/invoicing/mail';
import type { Mail } from './mail.entity.js';
import { waitAfter } from './retry-schedule.rules.js';

/** What one recipient's server said to him. */
export interface Refusal extends RefusedRecipient {
  /** 5xx: it would say the same again. */
  readonly permanent: boolean;
}

/** How an attempt went. */
export type Attempt =
  /** The message was taken for some recipients, or refused for each of them. */
  | { readonly kind: 'Answered'; readonly accepted: readonly string[]; readonly refused: readonly Refusal[] }
  /** It was not taken at all. */
  | { readonly kind: 'Failed'; readonly error: string; readonly permanent: boolean }
  /** A stop cut it short: it is no attempt. */
  | { readonly kind: 'Interrupted' };

/** What becomes of a mail after an attempt. */
export interface MailResult {
  /** Sent when somebody has it, though another was refused; Pending when it is tried again. */
  readonly status: Exclude<MailStatus, 'Kept'>;
  readonly accepted: readonly string[];
  readonly refused: readonly RefusedRecipient[];
  /** What went wrong, in the words of the mail server; null when nothing did. */
  readonly error: string | null;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly at: Date;
}

/** The recipients who neither have it nor were refused for good. */
export function outstanding(mail: Pick<Mail, 'recipients' | 'accepted' | 'refused'>): string[] {
  const settled = new Set([...mail.accepted, ...mail.refused.map(({ recipient }) => recipient)]);
  return mail.recipients.filter((recipient) => !settled.has(recipient));
}

/**
 * Decides what follows an attempt. Pure.
 * @param mail as it was claimed: `attempts` counts this one
 * @param random from 0 to 1, 1 excluded
 */
export function judge(mail: Mail, attempt: Attempt, at: Date, random: number): MailResult {
  const { accepted, refused, attempts } = mail;
  const later = (ms: number): Date => new Date(at.getTime() + ms);
  if (attempt.kind === 'Interrupted') {
    const error = mail.lastError;
    return { status: 'Pending', accepted, refused, error, attempts: attempts - 1, nextAttemptAt: at, at };
  }
  const wait = waitAfter(attempts, random);
  if (attempt.kind === 'Failed') {
    const { error } = attempt;
    if (!attempt.permanent && wait !== undefined) {
      return { status: 'Pending', accepted, refused, error, attempts, nextAttemptAt: later(wait), at };
    }
    return { status: outcome(accepted), accepted, refused, error, attempts, nextAttemptAt: null, at };
  }
  const has = [...accepted, ...attempt.accepted];
  const final = attempt.refused.filter(({ permanent }) => permanent || wait === undefined);
  const out = [...refused, ...final.map(({ recipient, reply }) => ({ recipient, reply }))];
  const again = attempt.refused.length > final.length && wait !== undefined;
  const error = words(again ? attempt.refused : out);
  return again
    ? { status: 'Pending', accepted: has, refused: out, error, attempts, nextAttemptAt: later(wait), at }
    : { status: outcome(has), accepted: has, refused: out, error, attempts, nextAttemptAt: null, at };
}

const outcome = (accepted: readonly string[]): 'Sent' | 'Failed' => (accepted.length > 0 ? 'Sent' : 'Failed');

/** One line of what was said to whom, or null when all took it. */
function words(refused: readonly RefusedRecipient[]): string | null {
  if (refused.length === 0) return null;
  return refused.map(({ recipient, reply }) => `${recipient}: ${reply}`).join('; ');
}
