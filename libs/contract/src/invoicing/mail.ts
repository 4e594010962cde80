import { MAIL_KINDS, MAIL_RESOURCES, MAIL_STATUSES } from '@billhook/domain/invoicing/mail';
import { z } from 'zod';
import { Id, IdText, Instant, listOf, pageQuery } from '../shared/common.js';

export const MailView = z
  .object({
    id: Id,
    resource: z.enum(MAIL_RESOURCES).meta({ description: 'What it is about, with recordId' }),
    recordId: Id,
    number: z.string().nullable().meta({ description: 'Of the record', example: 'INV-2026-00001' }),
    kind: z.enum(MAIL_KINDS).meta({ description: 'Document: hands the record over' }),
    status: z.enum(MAIL_STATUSES).meta({
      description:
        'Pending: due, or tried again. Sent: a mail server took it for at least one recipient. Kept: this installation sends no mail; it can be read here, and sent once it does',
    }),
    recipients: z.array(z.string()),
    refused: z
      .array(
        z.object({ recipient: z.string(), reply: z.string().meta({ description: 'In the words of the mail server' }) }),
      )
      .meta({ description: 'Recipients who will not get it' }),
    replyTo: z.string().nullable().meta({ description: 'Where answers go' }),
    fromName: z.string(),
    subject: z.string(),
    locale: z.string(),
    attachmentName: z.string().nullable(),
    attempts: z.int(),
    nextAttemptAt: Instant.nullable().meta({ description: 'Null unless Pending' }),
    lastError: z.string().nullable().meta({ description: 'What went wrong last, in the words of the mail server' }),
    messageId: z.string().nullable().meta({ description: 'The Message-ID header, the same in every attempt' }),
    createdBy: z.string().meta({ description: 'A member, a key, or the system', example: 'key bhk_3kTn9Qa1' }),
    createdAt: Instant,
    sentAt: Instant.nullable(),
    updatedAt: Instant,
  })
  .meta({ id: 'Mail' });
export type MailView = z.infer<typeof MailView>;

export const MailDetail = MailView.extend({
  text: z.string().meta({
    description:
      'The plain text part. In place of the answering link it has `/d/#answering-link`; the email itself has the link',
  }),
  html: z.string().meta({ description: 'The HTML part. Show it in a sandboxed frame only' }),
}).meta({ id: 'MailDetail' });
export type MailDetail = z.infer<typeof MailDetail>;

export const ListMails = z.strictObject({
  ...pageQuery,
  resource: z.enum(MAIL_RESOURCES).optional().meta({ description: 'Those about one kind of document' }),
  recordId: IdText.optional().meta({ description: 'Those about one document: its `id`' }),
  status: z.enum(MAIL_STATUSES).optional().meta({ description: 'Those with one status' }),
});
export type ListMails = z.infer<typeof ListMails>;

export const MailList = listOf(MailView, 'MailList');
