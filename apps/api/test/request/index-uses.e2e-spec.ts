import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Filters } from '@billhook/db/lists/filter';
import { orderOf } from '@billhook/db/lists/sort';
import { CELL_SCHEMA } from '@billhook/db/search-path';
import { RecordRepository, type RecordShape } from '@billhook/invoicing/records/record.repository';
import { isOwnTable } from '@billhook/testing/own-tables';
import { withCell } from '@billhook/testing/test-server';
import { describe, expect, it } from '@jest/globals';
import { ModulesContainer } from '@nestjs/core';
import type { Client } from 'pg';
import type { IndexUse } from '../support/index-use.js';
import { INDEX_USES } from '../support/index-uses.js';
import { startApi } from '../support/start.js';

const api = await startApi();
const LIBS = join(import.meta.dirname, '../../../../libs');

type Shape = RecordShape<unknown, unknown, unknown>;

const shapes = new Map(
  [...api.app.get(ModulesContainer).values()]
    .flatMap((module) => [...module.providers.values()].map(({ instance }) => instance))
    .filter((instance) => instance instanceof RecordRepository)
    .map((repository) => Reflect.get(repository, 'shape') as Shape)
    .map((shape) => [shape.table as string, shape]),
);

interface StoredIndex {
  readonly table: string;
  readonly index: string;
  /** Whether it has only some rows of the table. */
  readonly isPartial: boolean;
  /** Whether it has the rows of a company, by nothing else than their ids. */
  readonly isOfCompany: boolean;
  /** Whether a foreign key refers with exactly its first columns. */
  readonly isOfReference: boolean;
  /** Those of its partitions. */
  readonly names: readonly string[];
}

const INDEXES = `SELECT t.relname AS table, i.relname AS index, x.indpred IS NOT NULL AS "isPartial",
    pg_get_indexdef(i.oid) ~ '\\(company_id(, id)?( DESC)?\\)' AS "isOfCompany",
    EXISTS (SELECT FROM pg_constraint c WHERE c.contype = 'f' AND c.conrelid = t.oid
      AND c.conkey = (x.indkey::int2[])[0:cardinality(c.conkey) - 1]) AS "isOfReference",
    ARRAY (SELECT i.relname::text UNION ALL SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = i.oid) AS names
  FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
  WHERE ${isOwnTable('t')} AND NOT x.indisunique AND NOT i.relispartition ORDER BY 1, 2`;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Values of the filters whose SQL depends on the value. */
const VALUES: Readonly<Record<string, unknown>> = {
  status: ['Draft'],
  settledBy: 'Credit',
  hasBalance: true,
  unallocated: true,
};

/** A list of a table by one sort or filter, as several statements if it is read in several parts. */
function listsOf(table: string, use: IndexUse): string[] {
  const list = shapes.get(table)?.list;
  if (!list) throw new Error(`${table} has no list`);
  if ('sort' in use) {
    const sort = { by: use.sort, descending: false, idDescending: false };
    return orderOf(list.sorts, sort, undefined, String).stretches.map(
      ({ where, order }) =>
        `SELECT FROM ${table} r WHERE r.company_id = ANY (ARRAY[1::bigint]) AND ${where} ORDER BY ${order} LIMIT 1`,
    );
  }
  if (!('filter' in use)) throw new Error(`${table} has no list`);
  const isOpposite = use.filter === 'hasNoBalance';
  const name = isOpposite ? 'hasBalance' : use.filter;
  const make = (list.filters as Filters<Record<string, unknown>>)[name];
  const { any = [] } = make?.(isOpposite ? false : (VALUES[name] ?? 'lumen')) ?? {};
  return any.map((sql) => `SELECT FROM ${table} r WHERE r.company_id = 1 AND ${sql.replaceAll('?', '$1')}`);
}

function statementsOf(table: string, use: IndexUse): string[] {
  if ('file' in use) return [use.as ?? use.text];
  if ('company' in use) return [`SELECT FROM ${table} r WHERE r.company_id = 1`];
  return 'reference' in use ? [] : listsOf(table, use);
}

/** The company alone is no reason for an index with more columns. */
const finds = ({ 'Index Cond': condition = '' }: PlanNode, isOfCompany: boolean): boolean =>
  /\w/.test(isOfCompany ? condition : condition.replaceAll(/\(?\w*\.?company_id = [^ )]+\)?( AND )?/g, ''));

/** Whether PostgreSQL can look rows up with the index, or read them in its order, if it is the only one of its table. */
async function serves(
  client: Client,
  { table, names, isPartial, isOfCompany }: StoredIndex,
  use: IndexUse,
): Promise<boolean> {
  const alone = [...names, ...('file' in use && use.beside !== undefined ? [use.beside] : [])];
  await client.query('BEGIN');
  try {
    await client.query(
      `UPDATE pg_index SET indisvalid = false WHERE NOT indexrelid::regclass::text = ANY ($2)
        AND (indrelid = to_regclass($1) OR indrelid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = to_regclass($1)))`,
      [table, alone],
    );
    for (const statement of statementsOf(table, use)) {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `EXPLAIN (FORMAT JSON, GENERIC_PLAN) ${statement}`,
      );
      const nodes = rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan));
      const isOrdered = statement.includes('ORDER BY');
      if (isOrdered && nodes.some((node) => node['Node Type'].endsWith('Sort'))) continue;
      const used = nodes.filter((node) => names.includes(node['Index Name'] ?? ''));
      if (used.some((node) => isPartial || isOrdered || finds(node, isOfCompany))) return true;
    }
    return false;
  } finally {
    await client.query('ROLLBACK');
  }
}

/** Without the line breaks of the formatter. */
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('( ', '(');
const isInFile = (use: IndexUse): boolean =>
  !('file' in use) || flat(readFileSync(join(LIBS, use.file), 'utf8')).includes(flat(use.text));

const onDatabase = <T>(work: (client: Client) => Promise<T>): Promise<T> =>
  withCell(api.databaseUrl, CELL_SCHEMA, async (client) => {
    await client.query('SET enable_seqscan = off; SET enable_sort = off');
    return work(client);
  });

describe('an index that is not unique', () => {
  it('has a use that the sources contain and that it serves, and there is none without an index', async () => {
    const faults: string[] = [];
    const found = await onDatabase(async (client) => {
      const { rows } = await client.query<StoredIndex>(INDEXES);
      for (const row of rows) {
        const use = INDEX_USES[row.index];
        if (!use) faults.push(`${row.index} of ${row.table}: no use`);
        else if (!isInFile(use)) faults.push(`${row.index}: its statement is not in the file`);
        else if ('reference' in use ? !row.isOfReference : !(await serves(client, row, use)))
          faults.push(`${row.index}: it does not serve ${JSON.stringify(use)}`);
      }
      return rows.map(({ index }) => index);
    });
    expect([...faults, ...Object.keys(INDEX_USES).filter((index) => !found.includes(index))]).toEqual([]);
  });

  it.each<[string, IndexUse]>([
    ['clients_updated_at', { sort: 'createdAt' }],
    ['invoices_quote', { filter: 'currency' }],
    ['mails_due', { company: true }],
  ])('does not serve a statement of another index: %s', async (index, use) => {
    const isServed = await onDatabase(async (client) => {
      const { rows } = await client.query<StoredIndex>(INDEXES);
      const row = rows.find((each) => each.index === index);
      return row && serves(client, row, use);
    });
    expect(isServed).toBe(false);
  });
});
