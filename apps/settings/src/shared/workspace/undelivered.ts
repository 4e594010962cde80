import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import type { MailStatus } from '@billhook/domain/invoicing/mail';

export type DeliveredDocument = Pick<InvoiceView | QuoteView, 'status' | 'delivery' | 'viewedAt'>;

/** The status of the email of an issued document that did not reach its client: no mail server has accepted it, and no link was opened. */
export function undelivered({
  status,
  delivery,
  viewedAt,
}: DeliveredDocument): Exclude<MailStatus, 'Sent'> | undefined {
  if (status !== 'Sent' || viewedAt !== null || !delivery || delivery.status === 'Sent') return undefined;
  return delivery.status;
}
