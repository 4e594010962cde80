import { QUOTE_STATUSES } from '@billhook/domain/quote';
import { day, oneOf, recordId, searchOf, sortBy, words } from '../workspace/list-search.js';

export const QUOTE_SORTS = ['number', 'issueDate', 'expiryDate', 'gross'] as const;

/** The filters of the quote list, as they stand in the address. */
export const quoteSearch = searchOf({
  q: words,
  status: oneOf(QUOTE_STATUSES),
  clientId: recordId,
  from: day,
  to: day,
  sort: sortBy(QUOTE_SORTS),
});
export type QuoteSearch = ReturnType<typeof quoteSearch>;
