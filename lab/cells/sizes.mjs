import { SIZES, TABLES } from '../many-companies/rows.sql.mjs';

/** The disk that the tables of a schema use, without and with those that have a row for each event. */
const USED = `SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 AS bytes,
    coalesce(sum(pg_total_relation_size(c.oid)) FILTER (WHERE c.relname ~ $2), 0)::float8 AS events
  FROM pg_class c WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r'`;

const OF_EVENTS = `^(${TABLES.join('|')})(_|$)`;

/** @returns the bytes of a schema, and of them those of events */
export const usedBy = async (databases, schema) => (await databases.query(USED, [schema, OF_EVENTS]))[0];

export const databaseBytes = async (databases) =>
  (await databases.query('SELECT pg_database_size(current_database())::float8 AS bytes'))[0].bytes;

/**
 * What a row of each table with a row for each event costs, over several cells.
 * @returns by table `{ table, rows, bytes }`, with its long texts and indexes
 */
export async function rowSizes(databases, schemas) {
  const sums = new Map(TABLES.map((table) => [table, { table, rows: 0, total: 0 }]));
  for (const schema of schemas) {
    const names = TABLES.map((table) => `${schema}.${table}`);
    const parts = await databases.query(SIZES, [names]);
    for (const table of TABLES) {
      const own = parts.filter((part) => part.table === `${schema}.${table}`);
      const sum = sums.get(table);
      const rows = own[0]?.rows ?? 0;
      sum.rows += rows;
      sum.total += own.reduce((bytes, part) => bytes + part.bytes, 0) * rows;
    }
  }
  return [...sums.values()].map(({ table, rows, total }) => ({ table, rows, bytes: total / rows }));
}
