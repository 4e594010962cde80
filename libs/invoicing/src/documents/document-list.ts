import {
  byName,
  FILTERED_REFERENCES,
  SEARCHED_REFERENCES,
  type Reference,
} from '@billhook/contract/invoicing/document-fields';
import type { ListQuotes } from '@billhook/contract/invoicing/quote';
import type { DocumentColumns } from './document.columns.js';
import { end, is, isRare, recordFilters, type Filters } from '@billhook/db/lists/filter';
import type { SortColumns } from '@billhook/db/lists/sort';

/** What lists of documents share. */

/** Gross lies in the totals; an index is on this very expression. */
const GROSS = `((r.totals ->> 'gross')::numeric)`;

const columnOf = (name: Reference): string => `r.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;

/** The columns of the references that a search looks in. */
export const REFERENCE_COLUMNS = SEARCHED_REFERENCES.map(columnOf);

/** @param walk the member in whose order the indexes on the references hold the rows */
export const referenceFilters = (walk?: 'id') => byName(FILTERED_REFERENCES, (name) => is(columnOf(name), walk));

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
