import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndex } from './steps.js';

/**
 * One trigram index for all members that a list searches, and indexes of names and numbers in their order. They are built without blocking writes, which
 * is not possible in a transaction.
 */
export class SearchIndexes1700000000066 implements MigrationInterface {
  name = 'SearchIndexes1700000000066';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const index of NEW) await buildIndex(db, index);
    for (const { index } of OLD) await dropIndex(db, index);
    // Without statistics of the expressions, the planner assumes far too many matches.
    await db.query('ANALYZE clients, invoices, quotes, credit_notes, payments');
  }

  async down(db: QueryRunner): Promise<void> {
    for (const index of OLD) await buildIndex(db, index);
    for (const { index } of NEW) await dropIndex(db, index);
  }
}

/** Limits the pending list of a GIN index, so that no single write has to flush a long one. */
const PENDING = 'WITH (gin_pending_list_limit = 1024)';

/** The same expression as in the lists (libs/db/src/lists/filter.ts): otherwise PostgreSQL does not use the index. */
const words = (...members: string[]): string =>
  `(search_form(${members.map((member) => `E'\\n' || coalesce(${member}, '')`).join(' || ')})) gin_trgm_ops`;

const NUMBER = '(number COLLATE natural_order)';
const PRINTED_NAME = `client ->> 'name'`;

const NEW = [
  {
    index: 'invoices_words',
    on: `invoices USING gin (company_id, ${words('number', 'purchase_order', PRINTED_NAME)}, currency, custom_fields jsonb_path_ops) ${PENDING}`,
  },
  {
    index: 'quotes_words',
    on: `quotes USING gin (company_id, ${words('number', 'title', 'purchase_order', PRINTED_NAME)}, currency, custom_fields jsonb_path_ops) ${PENDING}`,
  },
  {
    index: 'credit_notes_words',
    on: `credit_notes USING gin (company_id, ${words('number', PRINTED_NAME)}, currency) ${PENDING}`,
  },
  {
    index: 'payments_words',
    on: `payments USING gin (company_id, ${words('reference')}, method, currency, kind, status) ${PENDING}`,
  },
  {
    index: 'clients_words',
    on: `clients USING gin (company_id, ${words('name', 'trading_name', 'email', 'external_id')}, vat_number, currency, custom_fields jsonb_path_ops) ${PENDING}`,
  },
  { index: 'clients_name_order', on: `clients (company_id, (search_form(name) COLLATE natural_order), id)` },
  { index: 'invoices_number_order', on: `invoices (company_id, ${NUMBER}, id) WHERE ${NUMBER} IS NOT NULL` },
  { index: 'quotes_number_order', on: `quotes (company_id, ${NUMBER}, id) WHERE ${NUMBER} IS NOT NULL` },
  { index: 'quotes_drafts', on: `quotes (company_id, id) WHERE number IS NULL` },
  { index: 'credit_notes_number_order', on: `credit_notes (company_id, ${NUMBER}, id)` },
];

/** Replaced by the new ones. */
const OLD = [
  {
    index: 'invoices_search',
    on: `invoices USING gin (company_id, number gin_trgm_ops, purchase_order gin_trgm_ops, currency, custom_fields jsonb_path_ops) ${PENDING}`,
  },
  {
    index: 'quotes_search',
    on: `quotes USING gin (company_id, number gin_trgm_ops, title gin_trgm_ops, purchase_order gin_trgm_ops, currency, custom_fields jsonb_path_ops) ${PENDING}`,
  },
  { index: 'credit_notes_search', on: `credit_notes USING gin (company_id, number gin_trgm_ops, currency) ${PENDING}` },
  {
    index: 'payments_search',
    on: `payments USING gin (company_id, reference gin_trgm_ops, method, currency, kind, status) ${PENDING}`,
  },
  {
    index: 'clients_search',
    on: `clients USING gin (company_id, name gin_trgm_ops, trading_name gin_trgm_ops, email gin_trgm_ops, external_id gin_trgm_ops, vat_number, currency, custom_fields jsonb_path_ops) ${PENDING}`,
  },
  { index: 'clients_name', on: 'clients (company_id, lower(name), id)' },
  { index: 'quotes_unnumbered', on: 'quotes (company_id, number, id) WHERE number IS NULL' },
];
