import {
  byName,
  FILTERED_REFERENCES,
  SEARCHED_REFERENCES,
  type Reference,
} from '@billhook/contract/invoicing/document-fields';
import type { ListQuotes } from '@billhook/contract/invoicing/quote';
import type { DocumentColumns } from './document.columns.js';
import { end, is, isLine, isRare, recordFilters, type Filters } from '@billhook/db/lists/filter';
import type { Condition } from '@billhook/db/lists/conditions';
import { searchWithClient } from '../clients/search-with-client.js';
import type { SortColumns } from '@billhook/db/lists/sort';

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

export const documentSorts = {
  issueDate: { sql: 'r.issue_date', value: (row) => row.issueDate },
  number: { sql: 'r.number', nullable: true, value: (row) => row.number },
  updatedAt: { sql: 'r.updated_at', value: (row) => row.updatedAt.toISOString() },
  createdAt: { sql: 'r.created_at', value: (row) => row.createdAt.toISOString() },
  gross: { sql: GROSS, value: (row) => row.totals.gross },
} satisfies SortColumns<DocumentColumns>;

/** The characters that the pattern of a series can produce. */
const NUMBER = /^[\w+\-/]+$/;

/**
 * Whether the number, one of the columns or the client's name contains the words. Words that no number can contain skip the numbers:
 * some trigram indexes have no letters beyond ASCII, and PostgreSQL would read all numbers for nothing.
 */
export const searchDocument =
  (...columns: string[]): ((words: string) => Condition) =>
  (words) =>
    searchWithClient(...(NUMBER.test(words) ? ['r.number'] : []), ...columns)(words);
