import { MAIL_KINDS, MAIL_RESOURCES, MAIL_STATUSES } from '@billhook/domain/invoicing/mail';
import { MAIL_PROBLEMS } from '@billhook/domain/invoicing/mail-problem';
import { z } from 'zod';
import { ActorText, ActorView } from '../shared/actor.js';
import { Id, IdText, Instant } from '../shared/common.js';
import { listOf, pageQuery } from '../shared/page.js';

export const MailView = z
  .object({
    id: Id,
    resource: z.enum(MAIL_RESOURCES).meta({ description: 'The resource of the record' }),
    recordId: Id.meta({ description: 'The id of the document' }),
    number: z
      .string()
      .nullable()
      .meta({ description: 'The number of the document; null for a draft', example: 'INV-2026-00001' }),
    kind: z.enum(MAIL_KINDS).meta({ description: 'Document: delivers the document to the client' }),
    status: z.enum(MAIL_STATUSES).meta({
      description:
        'Pending: waiting for the first attempt or a retry. Sent: a mail server accepted it for at least one recipient. Kept: this installation sends no email; the email can be read here and sent once a mail server is configured',
    }),
    recipients: z.array(z.string()).meta({ description: 'The email addresses that it is sent to' }),
    refused: z
      .array(
        z.object({
          recipient: z.string().meta({ description: 'The email address' }),
          reply: z.string().meta({ description: 'As the mail server reported it' }),
        }),
      )
      .meta({ description: 'The recipients who will not receive it' }),
    replyTo: z.string().nullable().meta({ description: 'The reply-to address' }),
    fromName: z.string().meta({ description: 'The name of the sender: the company' }),
    subject: z.string().meta({ description: 'The subject line' }),
    locale: z.string().meta({ description: 'The language of the email' }),
    attachmentName: z
      .string()
      .nullable()
      .meta({ description: 'The file name of the attached PDF; null without an attachment' }),
    attempts: z.int().meta({ description: 'How often sending was tried' }),
    nextAttemptAt: Instant.nullable().meta({ description: 'Null unless the status is Pending' }),
    problem: z
      .object({
        code: z.enum(MAIL_PROBLEMS).meta({ description: 'The kind of error. New kinds may be added' }),
        detail: z.string().meta({ description: 'What it means, in a sentence' }),
      })
      .nullable()
      .meta({ description: 'What `lastError` means; null without an error' }),
    lastError: z.string().nullable().meta({ description: 'The last error, as the mail server reported it' }),
    messageId: z.string().nullable().meta({ description: 'The Message-ID header, the same in every attempt' }),
    createdBy: ActorText,
    createdByActor: ActorView.meta({ description: 'Who asked for it to be sent' }),
    createdAt: Instant.meta({ description: 'When it was created' }),
    sentAt: Instant.nullable().meta({ description: 'When a mail server accepted it; null before that' }),
    updatedAt: Instant.meta({ description: 'When its status or number of attempts last changed' }),
  })
  .meta({ id: 'Mail' });
export type MailView = z.infer<typeof MailView>;

export const MailDetail = MailView.extend({
  text: z.string().meta({
    description:
      'The plain text part. It contains `/d/#answering-link` instead of the client link, and `/d/#client-page` instead of the link to all documents; the email itself contains the links',
  }),
  html: z.string().meta({ description: 'The HTML part. Show it only in a sandboxed frame' }),
}).meta({ id: 'MailDetail' });
export type MailDetail = z.infer<typeof MailDetail>;

/** An email that was not created, for the screens. */
export const MailPreview = MailDetail.pick({
  resource: true,
  status: true,
  recipients: true,
  replyTo: true,
  fromName: true,
  subject: true,
  attachmentName: true,
  text: true,
  html: true,
});
export type MailPreview = z.infer<typeof MailPreview>;

export const ListMails = z.strictObject({
  ...pageQuery,
  resource: z.enum(MAIL_RESOURCES).optional().meta({ description: 'Only about this kind of document' }),
  recordId: IdText.optional().meta({ description: 'Only about the document with this `id`' }),
  status: z.enum(MAIL_STATUSES).optional().meta({ description: 'Only with this status' }),
});
export type ListMails = z.infer<typeof ListMails>;

export const MailList = listOf(MailView, 'MailList');
