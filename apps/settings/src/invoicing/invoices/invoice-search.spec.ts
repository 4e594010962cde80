import { INVOICE_STATUSES } from '@billhook/domain/invoicing/invoice';
import { QUOTE_STATUSES } from '@billhook/domain/invoicing/quote';
import { describe, expect, it } from '@jest/globals';
import { STATUSES_IN_ORDER as QUOTE_ORDER } from '../quotes/quote-search.js';
import { STATUSES_IN_ORDER } from './invoice-search.js';

describe('the statuses in the filter', () => {
  it('are those of the domain', () => {
    expect(STATUSES_IN_ORDER.toSorted()).toEqual(INVOICE_STATUSES.toSorted());
    expect(QUOTE_ORDER.toSorted()).toEqual(QUOTE_STATUSES.toSorted());
  });
});
