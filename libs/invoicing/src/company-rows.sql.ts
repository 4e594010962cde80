import { ownRows, type CompanyRows } from '@billhook/db/company-rows';

/** The rows of a company in the tables of invoicing, in the order in which they can be deleted. */
export const INVOICING_COMPANY_ROWS: readonly CompanyRows[] = [
  ownRows('answering_links'),
  ownRows('document_files'),
  ownRows('record_history'),
  ownRows('record_tombstones'),
  ownRows('payments', { parts: [['payment_allocations', 'payment_id']] }),
  ownRows('credit_notes', { parts: [['credit_note_lines', 'credit_note_id']] }),
  ownRows('invoices', { parts: [['invoice_lines', 'invoice_id']] }),
  ownRows('quotes', { parts: [['quote_lines', 'quote_id']] }),
  ownRows('document_numbers'),
  ownRows('number_series', {
    hasManyParts: true,
    parts: [
      ['number_series_numbers', 'series_id'],
      ['number_series_periods', 'series_id'],
    ],
  }),
  ownRows('tax_rates'),
  ownRows('clients'),
  ownRows('document_chain'),
  ownRows('document_chain_heads'),
  ownRows('checkpoints'),
];
