import {
  byName,
  FILTERED_REFERENCES,
  SEARCHED_REFERENCES,
  type Reference,
} from '@billhook/contract/invoicing/document-fields';
import type { ListQuotes } from '@billhook/contract/invoicing/quote';
import type { DocumentColumns } from './document.columns.js';
import { end, is, isRare, recordFilters, type Filters } from '@billhook/db/lists/filter';
import type { Condition } from '@billhook/db/lists/conditions';
import { searchWithClient } from '../clients/search-with-client.js';
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

/** What numbers are made of (patterns of a series). */
const NUMBER = /^[\w+\-/]+$/;

/**
 * The number, one of the columns, or the client's name holds the words. Words that no number holds are not looked for there:
 * trigrams of letters beyond ASCII are not kept everywhere, and all numbers would be read for nothing.
 */
export const searchDocument =
  (...columns: string[]): ((words: string) => Condition) =>
  (words) =>
    searchWithClient(...(NUMBER.test(words) ? ['r.number'] : []), ...columns)(words);
