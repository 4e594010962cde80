import { selectColumns } from '@billhook/db/row';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import type { MailResult } from './mail-result.rules.js';
import { Mail } from './mail.entity.js';

/** An email whose attempt has started. */
export type ClaimedMail = Mail & { readonly messageId: string };

/**
 * Claims the email that has been due longest until the lease ends, counts the attempt and generates a missing Message-ID like
 * `mail-41-1795254600000@example.com`. It contains the time, because a second installation for the domain has an email 41 as well.
 * @param leaseEnd when the email is due again if no result is recorded
 * @param domain of the sender's address
 */
export async function claimMail(tx: Tx, now: Date, leaseEnd: Date, domain: string): Promise<ClaimedMail | undefined> {
  const [mail] = await tx.query<ClaimedMail>({
    name: 'mail_claim',
    text: `WITH due AS (
        SELECT id FROM mails WHERE status = 'Pending' AND next_attempt_at <= $1
        ORDER BY next_attempt_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      UPDATE mails m SET attempts = m.attempts + 1, next_attempt_at = $2, updated_at = $1,
        message_id = coalesce(m.message_id, 'mail-' || m.id || '-' || (extract(epoch FROM m.created_at) * 1000)::bigint || '@' || $3)
      FROM due WHERE m.id = due.id RETURNING ${selectColumns(tx.entities, Mail, 'm')}`,
    values: [now, leaseEnd, domain],
  });
  return mail;
}

/**
 * Writes the result of a claimed attempt. After its lease has ended, a result counts only if the email was sent: another attempt may
 * be running, and its result takes precedence.
 * @returns whether it was written
 */
export async function recordResult(tx: Tx, mail: ClaimedMail, result: MailResult): Promise<boolean> {
  const { status, accepted, refused, error, nextAttemptAt, attempts, at } = result;
  const written = await tx.query({
    name: 'mail_result',
    text: `UPDATE mails SET status = $3, accepted = $4, refused = $5, last_error = $6, next_attempt_at = $7, attempts = $8,
        sealed = CASE WHEN $3 = 'Pending' THEN sealed END, updated_at = $9::timestamptz, sent_at = CASE WHEN $3 = 'Sent' THEN $9::timestamptz END
      WHERE id = $1 AND ((status = 'Pending' AND attempts = $2) OR ($3 = 'Sent' AND status IN ('Pending', 'Failed'))) RETURNING id`,
    values: [
      ...[mail.id, mail.attempts, status, JSON.stringify(accepted), JSON.stringify(refused)],
      ...[error, nextAttemptAt, attempts, at],
    ],
  });
  return written.length > 0;
}

/** The number of due emails. @param most where the count ends */
export async function countDueMails(runner: ReadRunner, now: Date, most: number): Promise<number> {
  const [row] = await runner.query<{ count: number }>({
    name: 'mails_due',
    text: `SELECT count(*) FROM (
      SELECT FROM mails WHERE status = 'Pending' AND next_attempt_at <= $1 ORDER BY next_attempt_at LIMIT $2::integer) due`,
    values: [now, most],
  });
  return row?.count ?? 0;
}
