import { type MailDetail, MailPreview, MailView } from '@billhook/contract/invoicing/mail';
import { present } from '@billhook/contract/shared/present';
import { MAIL_PROBLEM_TEXTS, mailProblem } from '@billhook/domain/invoicing/mail-problem';
import { actorOfLabel } from '@billhook/domain/shared/actor-label';
import type { NumberedMail } from './mails.repository.js';

/** An email as lists show it: without its bodies. */
export function presentMail(mail: Omit<NumberedMail, 'text' | 'html'>): MailView {
  return present(MailView, mail, {
    refused: mail.refused.map(({ recipient, reply }) => ({ recipient, reply })),
    problem: problemOf(mail),
    createdByActor: actorOfLabel(mail.createdBy),
  });
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

/** Without the id and the times of an email that was not created. */
export function presentMailPreview(mail: NumberedMail): MailPreview {
  return present(MailPreview, mail, {});
}
