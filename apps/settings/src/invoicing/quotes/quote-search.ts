import type { QuoteStatus } from '@billhook/domain/invoicing/quote';
import { day, oneOf, recordId, searchOf, sortBy, words } from '../../shared/workspace/list-search.js';

/**
 * The statuses in the order in which a quote lives. Its table in the domain would come with the first load, since the router reads the
 * address by this.
 */
export const STATUSES_IN_ORDER = [
  'Draft',
  'Sent',
  'Accepted',
  'Invoiced',
  'Declined',
  'Expired',
  'Superseded',
] as const satisfies readonly QuoteStatus[];

export const QUOTE_SORTS = ['number', 'issueDate', 'expiryDate', 'gross'] as const;

/** The filters of the quote list, as they are in the address. */
export const quoteSearch = searchOf({
  q: words,
  status: oneOf(STATUSES_IN_ORDER),
  clientId: recordId,
  from: day,
  to: day,
  sort: sortBy(QUOTE_SORTS),
});
export type QuoteSearch = ReturnType<typeof quoteSearch>;
