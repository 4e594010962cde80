import type { QuoteStatus } from '@billhook/domain/invoicing/quote';
import { day, oneOf, recordId, searchOf, sortBy, words } from '../../shared/workspace/list-search.js';

/** The statuses in their usual order. The table in the domain would be part of the first load, because the router reads the address with this. */
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

/** The filters of the quote list in the address. */
export const quoteSearch = searchOf({
  q: words,
  status: oneOf(STATUSES_IN_ORDER),
  clientId: recordId,
  from: day,
  to: day,
  sort: sortBy(QUOTE_SORTS),
});
