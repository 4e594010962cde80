import { QUOTE_STATUSES } from '@billhook/domain/quote';
import { z } from 'zod';
import { CalendarDate, ExternalId, Id, IdText, Instant, listOf, pageQuery, text } from './common.js';
import { documentBody, documentView, exampleLine } from './document.js';
import { UpdateInvoice } from './invoice.js';

export const CreateQuote = z
  .strictObject({
    ...documentBody,
    title: text(200).optional(),
    issueDate: CalendarDate.optional().meta({ description: 'Default: today in the time zone of the company' }),
    expiryDate: CalendarDate.optional().meta({ description: 'The last day on which it can be accepted' }),
  })
  .meta({
    id: 'CreateQuote',
    example: { clientId: 1, currency: 'EUR', title: 'Spring campaign', lines: [exampleLine], expiryDate: '2027-12-31' },
  });
export type CreateQuote = z.infer<typeof CreateQuote>;

export const UpdateQuote = UpdateInvoice.omit({ dueDate: true, supplyDate: true })
  .extend({ title: text(200).nullish(), expiryDate: CalendarDate.nullish() })
  .meta({ id: 'UpdateQuote', example: { title: 'Spring campaign, second draft' } });
export type UpdateQuote = z.infer<typeof UpdateQuote>;

export const SendQuote = z
  .strictObject({ channel: z.enum(['None']).default('None') })
  .meta({ id: 'SendQuote', example: { channel: 'None' } });
export type SendQuote = z.infer<typeof SendQuote>;

export const ListQuotes = z.strictObject({
  ...pageQuery,
  status: z.enum(QUOTE_STATUSES).optional(),
  clientId: IdText.optional(),
  externalId: ExternalId.optional(),
});
export type ListQuotes = z.infer<typeof ListQuotes>;

export const QuoteView = z
  .object({
    id: Id,
    number: z.string().nullable().meta({ description: 'Given when the quote is sent', example: 'QUO-2026-00001' }),
    status: z.enum(QUOTE_STATUSES),
    clientId: Id,
    externalId: z.string().nullable(),
    title: z.string().nullable(),
    issueDate: CalendarDate,
    expiryDate: CalendarDate.nullable(),
    ...documentView,
    sentAt: Instant.nullable(),
    version: z.int(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Quote' });
export type QuoteView = z.infer<typeof QuoteView>;

export const QuoteList = listOf(QuoteView, 'QuoteList');
