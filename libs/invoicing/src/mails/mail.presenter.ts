import { type MailDetail, MailView } from '@billhook/contract/invoicing/mail';
import { present } from '@billhook/contract/shared/present';
import { MAIL_PROBLEM_TEXTS, mailProblem } from '@billhook/domain/invoicing/mail-problem';
import { actorOfLabel } from '@billhook/domain/shared/actor-label';
import type { NumberedMail } from './mails.repository.js';

/** An email as lists show it: without its bodies. */
export function presentMail(mail: Omit<NumberedMail, 'text' | 'html'>): MailView {
  return present(MailView, mail, {
    refused: mail.refused.map(({ recipient, reply }) => ({ recipient, reply })),
    problem: problemOf(mail.lastError),
    createdByActor: actorOfLabel(mail.createdBy),
  });
}

function problemOf(error: string | null): MailView['problem'] {
  if (error === null) return null;
  const code = mailProblem(error);
  return { code, detail: MAIL_PROBLEM_TEXTS[code].en };
}

export function presentMailDetail(mail: NumberedMail): MailDetail {
  return { ...presentMail(mail), text: mail.text, html: mail.html };
}
