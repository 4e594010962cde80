/** The records that an email can contain. */
export const MAIL_RESOURCES = ['invoice', 'quote', 'credit_note'] as const;
export type MailResource = (typeof MAIL_RESOURCES)[number];

/** The purpose of an email. Document: delivers the document. */
export const MAIL_KINDS = ['Document'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** Kept: the installation had no mail server when the email was written. It can be read, and sent once there is one. */
export const MAIL_STATUSES = ['Pending', 'Sent', 'Failed', 'Kept'] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];

/** A recipient that the mail server rejected permanently, with the server's reply. */
export interface RejectedRecipient {
  readonly recipient: string;
  readonly reply: string;
}

/** Why an email cannot be sent again, or undefined if it can. */
export function retryError(status: MailStatus, sendsMail: boolean, inSandbox: boolean): string | undefined {
  if (status !== 'Failed' && status !== 'Kept')
    return `The email is ${status}. Only an email that failed or was kept can be sent again.`;
  if (inSandbox) return 'Emails of a sandbox are never sent.';
  return sendsMail ? undefined : 'This installation sends no email. The operator has to set SMTP_URL first.';
}
