import { z } from 'zod';
import { list } from '../shared/bounded.js';
import { CalendarDate, Id, Instant, text } from '../shared/common.js';
import { Email } from '../shared/party.js';

/** The channels of a document delivery. */
export const CHANNELS = ['Email', 'Link', 'None'] as const;

/** The document delivery in a body, also of a credit note. */
export const documentDeliveryBody = {
  channel: z.enum(CHANNELS).default('None').meta({
    description:
      'Email: sent by email, with the PDF and the client link. Link: the document gets its links, and you pass one on. None: you deliver the document outside Billhook.',
  }),
  to: list(Email).min(1).max(20).optional().meta({
    description:
      'The recipients, with the channel Email. Default: the contacts that receive such documents, otherwise the email address of the client',
  }),
  message: text(2000).optional().meta({ description: 'Your message in the email' }),
};

/** The body of a send. */
export const sendBody = {
  ...documentDeliveryBody,
  issueDate: CalendarDate.optional().meta({
    description:
      'Issues the draft with this date instead of its own, for example today. A due date that results from the payment terms of the client moves with it',
  }),
};

/** The body of the preview of an email. */
export const PreviewMail = z.strictObject({
  to: sendBody.to,
  message: sendBody.message,
  issueDate: sendBody.issueDate,
});
export type PreviewMail = z.infer<typeof PreviewMail>;

/** The state of the document delivery; null until an email is created. */
export const DeliveryView = z
  .object({
    channel: z.enum(CHANNELS).meta({ description: 'How it was delivered: the state is kept for emails only' }),
    to: z.array(z.string()).meta({ description: 'The email addresses of the recipients' }),
    status: z.enum(['Pending', 'Sent', 'Failed', 'Kept']).meta({
      description: 'Kept: this installation sends no email; the email can be read in the settings',
    }),
    mailId: Id.nullable().meta({ description: 'The id of the email (`GET /v1/mails/{id}`); null without one' }),
    error: z.string().nullable().meta({ description: 'Why it failed or bounced, as the mail server reported it' }),
    at: Instant.meta({ description: 'When the status was reached' }),
  })
  .meta({ id: 'DocumentDelivery' });
export type DocumentDelivery = z.infer<typeof DeliveryView>;

/** The members of a document delivery. */
export const documentDeliveryView = {
  publicUrl: z.string().nullable().meta({
    description:
      'The read-only link: shows the document without signing in and accepts no answers (see `answering-link`). It can be revoked',
  }),
  delivery: DeliveryView.nullable().meta({
    description: 'The state of the last email with the document; null until one is created',
  }),
  viewedAt: Instant.nullable().meta({
    description: 'When a person other than a signed-in member of the company first viewed it through one of its links',
  }),
};

/** The link with which a client answers. No record, event or readable email contains it. */
export const AnsweringLinkView = z
  .object({
    url: z
      .string()
      .meta({ description: 'Give it only to the client: anyone who has it can answer in the name of the client' }),
  })
  .meta({
    id: 'AnsweringLink',
    example: { url: 'https://billing.example/d/9mRt4Wq7yB2nKx5cVd8jLs1gPz6hFa3u' },
  });
export type AnsweringLinkView = z.infer<typeof AnsweringLinkView>;
