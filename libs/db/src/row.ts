import type { DataSource, EntityManager, EntityMetadata } from 'typeorm';
import type { Tx } from './unit-of-work.js';

/*
 * Statements generated from the metadata of an entity: prepared statements whose rows have the property names of the entity.
 * TypeORM's query builders cost two to four times as much on these paths.
 */

/** The id of a row that is not stored yet; PostgreSQL assigns it. */
export const UNSAVED = 0;

export type EntityClass<T> = new () => T;
type MetadataSource = DataSource | EntityManager;

const metadataOf = <T>(source: MetadataSource, entity: EntityClass<T>): EntityMetadata =>
  ('connection' in source ? source.connection : source).getMetadata(entity);

/** `i.id AS "id", i.due_date AS "dueDate", …` */
export function selectColumns<T>(source: MetadataSource, entity: EntityClass<T>, alias: string): string {
  return metadataOf(source, entity)
    .columns.map((c) => `${alias}.${c.databaseName} AS "${c.propertyName}"`)
    .join(', ');
}

/** `json_build_object('id', l.id, 'quantity', l.quantity::text, …)`: decimals as text, because JSON parsers read numbers as floats. */
export function jsonColumns<T>(source: MetadataSource, entity: EntityClass<T>, alias: string): string {
  const pairs = metadataOf(source, entity).columns.map((c) => {
    const value = `${alias}.${c.databaseName}`;
    return `'${c.propertyName}', ${c.type === 'numeric' ? `${value}::text` : value}`;
  });
  return `json_build_object(${pairs.join(', ')})`;
}

const writable = (metadata: EntityMetadata) => metadata.columns.filter((c) => !c.isGenerated && c.isInsert);

/** A row by column name. PostgreSQL derives the types from the table, so decimals are sent as text and keep their digits. */
function record<T extends object>(metadata: EntityMetadata, row: T): Record<string, unknown> {
  const values = row as Readonly<Record<string, unknown>>;
  return Object.fromEntries(writable(metadata).map((c) => [c.databaseName, values[c.propertyName] ?? null]));
}

/** Takes ids for rows that are inserted later in the transaction, so that the rows can refer to each other before they are sent. */
export async function takeIds<T extends { id: number }>(
  tx: Tx,
  entity: EntityClass<T>,
  count: number,
): Promise<number[]> {
  if (count === 0) return [];
  const { tableName } = metadataOf(tx.manager, entity);
  const taken = await tx.query<{ id: number }>({
    name: `ids_${tableName}`,
    text: `SELECT nextval(pg_get_serial_sequence('${tableName}', 'id')) AS id FROM generate_series(1, $1::integer)`,
    values: [count],
  });
  return taken.map(({ id }) => id);
}

/**
 * Sends the insert of rows that have their ids.
 * @param translate as in `Tx.send`
 */
export function sendRows<T extends { id: number }>(
  tx: Tx,
  entity: EntityClass<T>,
  rows: readonly T[],
  translate?: (error: unknown) => unknown,
): void {
  if (rows.length === 0) return;
  const metadata = metadataOf(tx.manager, entity);
  const columns = ['id', ...writable(metadata).map((c) => c.databaseName)].join(', ');
  const statement = {
    name: `send_${metadata.tableName}`,
    text: `INSERT INTO ${metadata.tableName} (${columns})
      SELECT ${columns} FROM jsonb_populate_recordset(NULL::${metadata.tableName}, $1)`,
    values: [JSON.stringify(rows.map((row) => ({ id: row.id, ...record(metadata, row) })))],
  };
  tx.send(statement, translate);
}

/**
 * Inserts any number of rows with one prepared statement.
 * @returns the assigned ids, in the order of the rows
 */
export async function insertRows<T extends { id: number }>(
  tx: Tx,
  entity: EntityClass<T>,
  rows: readonly Omit<T, 'id'>[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const metadata = metadataOf(tx.manager, entity);
  const columns = writable(metadata).map((c) => c.databaseName);
  const inserted = await tx.query<{ id: number }>({
    name: `insert_${metadata.tableName}`,
    text: `INSERT INTO ${metadata.tableName} (${columns.join(', ')})
      SELECT ${columns.join(', ')} FROM jsonb_populate_recordset(NULL::${metadata.tableName}, $1) RETURNING id`,
    values: [JSON.stringify(rows.map((row) => record(metadata, row)))],
  });
  return inserted.map((row) => row.id);
}

/**
 * Inserts one row.
 * @returns the row with its id
 */
export async function insertRow<T extends { id: number }>(
  tx: Tx,
  entity: EntityClass<T>,
  row: Omit<T, 'id'>,
): Promise<number> {
  const [id] = await insertRows(tx, entity, [row]);
  if (id === undefined) throw new Error(`${entity.name}: the insert gave no id`);
  return id;
}

/** Sends all columns of an existing row. The caller holds its lock. @param translate as in `Tx.send` */
export function updateRow<T extends { id: number }>(
  tx: Tx,
  entity: EntityClass<T>,
  row: T,
  translate?: (error: unknown) => unknown,
): Promise<void> {
  const metadata = metadataOf(tx.manager, entity);
  const columns = writable(metadata).map((c) => c.databaseName);
  const statement = {
    name: `update_${metadata.tableName}`,
    text: `UPDATE ${metadata.tableName} SET (${columns.join(', ')}) =
      (SELECT ${columns.join(', ')} FROM jsonb_populate_record(NULL::${metadata.tableName}, $2)) WHERE id = $1`,
    values: [row.id, JSON.stringify(record(metadata, row))],
  };
  tx.send(statement, translate);
  return Promise.resolve();
}
