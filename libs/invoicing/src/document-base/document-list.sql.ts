import {
  byName,
  FILTERED_REFERENCES,
  SEARCHED_REFERENCES,
  type Reference,
} from '@billhook/contract/invoicing/document-fields';
import type { ListQuotes } from '@billhook/contract/invoicing/quote';
import type { Condition } from '@billhook/db/lists/conditions';
import { end, is, isLine, isRare, recordFilters, type Filters } from '@billhook/db/lists/filter';
import type { SortColumns } from '@billhook/db/lists/sort';
import { searchWithClient } from '../clients/search-with-client.js';
import type { DocumentColumns } from './document.columns.js';

/** The list queries that all kinds of documents share. */

/** The gross total, inside `totals`. An index uses exactly this expression. */
const GROSS = `((r.totals ->> 'gross')::numeric)`;

const columnOf = (name: Reference): string => `r.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;

/** The reference columns that a search includes. */
export const REFERENCE_COLUMNS = SEARCHED_REFERENCES.map(columnOf);

/** @param walk the member by which the indexes on the references are ordered */
export const referenceFilters = (walk?: 'id') => byName(FILTERED_REFERENCES, (name) => isLine(columnOf(name), walk));

export const documentFilters = {
  ...recordFilters,
  clientId: is('r.client_id', 'id'),
  number: isRare('r.number'),
  currency: is('r.currency'),
  issueDateFrom: end('r.issue_date', '>=', 'issueDate'),
  issueDateTo: end('r.issue_date', '<=', 'issueDate'),
  grossFrom: end(GROSS, '>=', 'gross'),
  grossTo: end(GROSS, '<=', 'gross'),
} satisfies Filters<ListQuotes>;

/** By the value of the counter: 2 comes before 10. */
export const byNumber = { sql: '(r.number COLLATE natural_order)' };

export const documentSorts = {
  issueDate: { sql: 'r.issue_date', value: (row) => row.issueDate },
  number: { ...byNumber, nullable: true, empty: 'r.number IS NULL', value: (row) => row.number },
  updatedAt: { sql: 'r.updated_at', value: (row) => row.updatedAt.toISOString() },
  createdAt: { sql: 'r.created_at', value: (row) => row.createdAt.toISOString() },
  gross: { sql: GROSS, value: (row) => row.totals.gross },
} satisfies SortColumns<DocumentColumns>;

/** Whether the number, one of the columns or the name of the client, as it is or as it was printed, contains the words. */
export const searchDocument = (...columns: string[]): ((words: string) => Condition) =>
  searchWithClient('r.number', ...columns, `r.client ->> 'name'`);
