import type { MailStatus, RejectedRecipient } from '@billhook/domain/invoicing/mail';
import { waitAfter } from './mail-retry.rules.js';
import type { Mail } from './mail.entity.js';

/** The mail server's response for one recipient. */
export interface RecipientRejection extends RejectedRecipient {
  /** A 5xx response: a retry would fail as well. */
  readonly permanent: boolean;
}

/** The outcome of an attempt. */
export type MailAttempt =
  /** The server accepted the message for some recipients, or rejected it for each of them. */
  | { readonly kind: 'Answered'; readonly accepted: readonly string[]; readonly refused: readonly RecipientRejection[] }
  /** The server did not accept the message at all. */
  | { readonly kind: 'Failed'; readonly error: string; readonly permanent: boolean }
  /** A shutdown interrupted it: it does not count as an attempt. */
  | { readonly kind: 'Interrupted' };

/** The state of an email after an attempt. */
export interface MailResult {
  /** Sent when at least one recipient has it; Pending when it will be retried. */
  readonly status: Exclude<MailStatus, 'Kept'>;
  readonly accepted: readonly string[];
  readonly refused: readonly RejectedRecipient[];
  /** The error in the words of the mail server; null without one. */
  readonly error: string | null;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly at: Date;
}

/** The recipients who have not received the email and were not permanently rejected. */
export function outstanding(mail: Pick<Mail, 'recipients' | 'accepted' | 'refused'>): string[] {
  const settled = new Set([...mail.accepted, ...mail.refused.map(({ recipient }) => recipient)]);
  return mail.recipients.filter((recipient) => !settled.has(recipient));
}

/**
 * Decides what follows an attempt. Pure.
 * @param mail the claimed email: `attempts` includes this one
 * @param random from 0 to 1, 1 excluded
 */
export function mailResultOf(mail: Mail, attempt: MailAttempt, at: Date, random: number): MailResult {
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

/** The server's responses by recipient, on one line; null when all accepted. */
function words(refused: readonly RejectedRecipient[]): string | null {
  if (refused.length === 0) return null;
  return refused.map(({ recipient, reply }) => `${recipient}: ${reply}`).join('; ');
}
