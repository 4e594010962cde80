import type { MailDetail, MailView } from '@billhook/contract/invoicing/mail';
import { MAIL_PROBLEM_TEXTS, mailProblem } from '@billhook/domain/invoicing/mail-problem';
import { actorOfLabel } from '@billhook/domain/shared/actor-label';
import type { NumberedMail } from './mails.repository.js';

/** An email as lists show it: without its bodies. */
export function presentMail(mail: Omit<NumberedMail, 'text' | 'html'>): MailView {
  return {
    id: mail.id,
    resource: mail.resource,
    recordId: mail.recordId,
    number: mail.number,
    kind: mail.kind,
    status: mail.status,
    recipients: [...mail.recipients],
    refused: mail.refused.map(({ recipient, reply }) => ({ recipient, reply })),
    replyTo: mail.replyTo,
    fromName: mail.fromName,
    subject: mail.subject,
    locale: mail.locale,
    attachmentName: mail.attachmentName,
    attempts: mail.attempts,
    nextAttemptAt: mail.nextAttemptAt?.toISOString() ?? null,
    problem: problemOf(mail),
    lastError: mail.lastError,
    messageId: mail.messageId,
    createdBy: mail.createdBy,
    createdByActor: actorOfLabel(mail.createdBy),
    createdAt: mail.createdAt.toISOString(),
    sentAt: mail.sentAt?.toISOString() ?? null,
    updatedAt: mail.updatedAt.toISOString(),
  };
}

/** Emails are kept on purpose: their last error says that there is no mail server. */
function problemOf({ status, lastError }: Pick<NumberedMail, 'status' | 'lastError'>): MailView['problem'] {
  if (lastError === null || status === 'Kept') return null;
  const code = mailProblem(lastError);
  const detail = MAIL_PROBLEM_TEXTS[code].en;
  return { code, detail: code === 'Other' ? `${detail} \`lastError\` says why.` : detail };
}

export function presentMailDetail(mail: NumberedMail): MailDetail {
  return { ...presentMail(mail), text: mail.text, html: mail.html };
}
