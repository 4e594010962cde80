/** The tables that a service of records needs, as they are in the product's database. */
const TABLES = [
  ...['api_keys', 'members', 'companies', 'clients', 'invoices', 'invoice_lines'],
  ...['record_history', 'record_changes', 'events'],
];

const camelCase = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());

/**
 * Reads the columns of the tables, so that neither service needs a list of them.
 * @param query runs SQL and returns its rows
 * @returns by table, its columns: `name`, `property`, `type`, `isNullable`, `isGenerated` by the database, and `isKey`
 */
export async function readTables(query) {
  const rows = await query(
    `SELECT c.table_name AS table, c.column_name AS name, c.udt_name AS type, c.is_nullable = 'YES' AS nullable,
        c.is_identity = 'YES' AS identity, EXISTS (SELECT FROM pg_index x JOIN pg_attribute a ON a.attrelid = x.indrelid
          AND a.attnum = ANY (x.indkey) WHERE x.indrelid = c.table_name::regclass AND x.indisprimary AND a.attname = c.column_name) AS key
      FROM information_schema.columns c
      WHERE format('%I.%I', c.table_schema, c.table_name)::regclass = ANY ($1::text[]::regclass[]) AND c.is_generated = 'NEVER' ORDER BY c.ordinal_position`,
    [TABLES],
  );
  return Object.fromEntries(
    TABLES.map((table) => [
      table,
      rows
        .filter((row) => row.table === table)
        .map(({ name, type, nullable, identity, key }) => ({
          ...{ name, property: camelCase(name), type },
          ...{ isNullable: nullable, isGenerated: identity, isKey: key },
        })),
    ]),
  );
}

/** A row of SQL as an entity: its columns by property. */
export const entityOf = (columns, row) =>
  Object.fromEntries(columns.map(({ name, property }) => [property, row[name]]));
