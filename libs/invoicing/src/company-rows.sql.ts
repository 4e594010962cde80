import { ownRows, type CompanyRows } from '@billhook/db/company-rows';
import { RECORD_NAMES, RESOURCES, type RecordName } from '@billhook/domain/shared/resources';

/** Tables whose rows belong to a record. */
const RECORD_PARTS: { readonly [Name in RecordName]?: CompanyRows['parts'] } = {
  quote: [['quote_lines', 'quote_id']],
  invoice: [['invoice_lines', 'invoice_id']],
  credit_note: [['credit_note_lines', 'credit_note_id']],
  payment: [['payment_allocations', 'payment_id']],
};

/** Later rows of the table of resources refer to earlier ones. */
const RECORD_ROWS: readonly CompanyRows[] = RECORD_NAMES.toReversed().map((name) => {
  const parts = RECORD_PARTS[name];
  return ownRows(RESOURCES[name].table, parts && { parts });
});

/** The rows of a company in the tables of invoicing, in the order in which they can be deleted. */
export const INVOICING_COMPANY_ROWS: readonly CompanyRows[] = [
  ownRows('answering_links'),
  ownRows('client_links'),
  ownRows('document_files'),
  ownRows('record_history'),
  ownRows('record_tombstones'),
  ownRows('record_changes'),
  ownRows('record_change_counters'),
  ownRows('settlement_entries'),
  ownRows('postponements'),
  ...RECORD_ROWS,
  ownRows('document_numbers'),
  ownRows('number_series', {
    hasManyParts: true,
    parts: [
      ['number_series_numbers', 'series_id'],
      ['number_series_periods', 'series_id'],
    ],
  }),
  ownRows('tax_rates'),
  ownRows('document_chain'),
  ownRows('document_chain_heads'),
  ownRows('checkpoints'),
];

const OF_SERIES = 'r.series_id IN (SELECT s.id FROM number_series s WHERE s.company_id = $1)';

/** Where the series of a company have arrived. Without them, numbers begin again. */
export const SERIES_POSITIONS: readonly CompanyRows[] = [
  { table: 'number_series_numbers', where: OF_SERIES },
  { table: 'number_series_periods', where: OF_SERIES },
];
