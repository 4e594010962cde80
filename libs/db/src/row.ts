import type { EntityMetadata } from 'typeorm';
import type { Statement } from './statement.js';
import type { EntityColumns, Tx } from './unit-of-work.js';

/*
 * Statements generated from the metadata of an entity: prepared statements whose rows have the property names of the entity.
 * TypeORM's own writes cost two to four times as much, and the lint rejects them.
 */

/** The id of a row that is not stored yet; PostgreSQL assigns it. */
export const UNSAVED = 0;

export type EntityClass<T> = new () => T;
/** `i.id AS "id", i.due_date AS "dueDate", …` @param except properties that the caller does not read */
export function selectColumns<T>(
  source: EntityColumns,
  entity: EntityClass<T>,
  alias: string,
  except: readonly (keyof T & string)[] = [],
): string {
  return source
    .getMetadata(entity)
    .columns.filter((c) => !(except as readonly string[]).includes(c.propertyName))
    .map((c) => `${alias}.${c.databaseName} AS "${c.propertyName}"`)
    .join(', ');
}

/** `json_build_object('id', l.id, 'quantity', l.quantity::text, …)`: decimals as text, because JSON parsers read numbers as floats. */
export function jsonColumns<T>(source: EntityColumns, entity: EntityClass<T>, alias: string): string {
  const pairs = source.getMetadata(entity).columns.map((c) => {
    const value = `${alias}.${c.databaseName}`;
    return `'${c.propertyName}', ${c.type === 'numeric' ? `${value}::text` : value}`;
  });
  return `json_build_object(${pairs.join(', ')})`;
}

/** The columns that a program writes, by the names of the table and of the entity. */
interface WrittenColumns {
  readonly table: string;
  readonly pairs: readonly (readonly [column: string, property: string])[];
  /** `company_id, due_date, …` */
  readonly list: string;
}

const written = new WeakMap<EntityMetadata, WrittenColumns>();

/** Collected once for each entity: the list of columns is part of every write. */
function writtenColumns<T>(source: EntityColumns, entity: EntityClass<T>): WrittenColumns {
  const metadata = source.getMetadata(entity);
  const known = written.get(metadata);
  if (known) return known;
  const columns = metadata.columns.filter((c) => !c.isGenerated && c.isInsert);
  const pairs = columns.map((c) => [c.databaseName, c.propertyName] as const);
  const found = { table: metadata.tableName, pairs, list: pairs.map(([column]) => column).join(', ') };
  written.set(metadata, found);
  return found;
}

/** A value as the JSON from which PostgreSQL reads a column. Bytes are text in the format of `bytea`. */
const inJson = (value: unknown): unknown =>
  value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : (value ?? null);

/** A row by column name. PostgreSQL derives the types from the table, so decimals are sent as text and keep their digits. */
function record<T extends object>(
  { pairs }: WrittenColumns,
  row: T,
  first: Record<string, unknown> = {},
): Record<string, unknown> {
  const values = row as Readonly<Record<string, unknown>>;
  for (const [column, property] of pairs) first[column] = inJson(values[property]);
  return first;
}

/**
 * Takes ids for rows that are inserted later in the transaction, so that the rows can refer to each other before they are sent.
 * @param tables the entity of each row
 * @returns the ids in the same order
 */
export async function takeIds(tx: Tx, tables: readonly EntityClass<{ id: number }>[]): Promise<number[]> {
  if (tables.length === 0) return [];
  const taken = await tx.query<{ id: number }>({
    name: 'ids_take',
    // An array has the same expected length for any value, so PostgreSQL plans the statement once.
    text: 'SELECT nextval(sequence::regclass) AS id FROM unnest($1::text[]) AS sequence',
    values: [tables.map((entity) => `${writtenColumns(tx.entities, entity).table}_id_seq`)],
  });
  return taken.map(({ id }) => id);
}

/** The insert of rows that have their ids. */
export function insertOf<T extends { id: number }>(
  source: EntityColumns,
  entity: EntityClass<T>,
  rows: readonly T[],
): Statement {
  const columns = writtenColumns(source, entity);
  const { table, list } = columns;
  return {
    name: `send_${table}`,
    text: `INSERT INTO ${table} (id, ${list}) SELECT id, ${list} FROM jsonb_populate_recordset(NULL::${table}, $1)`,
    values: [JSON.stringify(rows.map((row) => record(columns, row, { id: row.id })))],
  };
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
  const columns = writtenColumns(tx.entities, entity);
  const { table, list } = columns;
  const inserted = await tx.query<{ id: number }>({
    name: `insert_${table}`,
    text: `INSERT INTO ${table} (${list}) SELECT ${list} FROM jsonb_populate_recordset(NULL::${table}, $1) RETURNING id`,
    values: [JSON.stringify(rows.map((row) => record(columns, row)))],
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

/** Inserts a row of an entity that has no `id`, or whose `id` PostgreSQL assigns and no one needs. */
export function insertUnnumbered<T extends object>(
  tx: Tx,
  entity: EntityClass<T>,
  row: Omit<T, 'id'>,
): Promise<unknown> {
  const columns = writtenColumns(tx.entities, entity);
  const { table, list } = columns;
  return tx.query({
    name: `insert_unnumbered_${table}`,
    text: `INSERT INTO ${table} (${list}) SELECT ${list} FROM jsonb_populate_record(NULL::${table}, $1)`,
    values: [JSON.stringify(record(columns, row))],
  });
}

/** Changes some columns of an existing row. Members that are undefined stay. The caller holds its lock. */
export async function changeRow<T extends { id: number }>(
  tx: Tx,
  entity: EntityClass<T>,
  id: number,
  changes: Partial<Omit<T, 'id'>>,
): Promise<void> {
  const all = writtenColumns(tx.entities, entity);
  const given = changes as Readonly<Record<string, unknown>>;
  const pairs = all.pairs.filter(([, property]) => given[property] !== undefined);
  if (pairs.length === 0) return;
  const list = pairs.map(([column]) => column).join(', ');
  await tx.query({
    name: `change_${all.table}_${list}`,
    text: `UPDATE ${all.table} SET (${list}) = (SELECT ${list} FROM jsonb_populate_record(NULL::${all.table}, $2)) WHERE id = $1`,
    values: [id, JSON.stringify(record({ ...all, pairs }, changes))],
  });
}

/** Sends all columns of an existing row. The caller holds its lock. @param translate as in `Tx.send` */
export function updateRow<T extends { id: number }>(
  tx: Tx,
  entity: EntityClass<T>,
  row: T,
  translate?: (error: unknown) => unknown,
): Promise<void> {
  const columns = writtenColumns(tx.entities, entity);
  const { table, list } = columns;
  const statement = {
    name: `update_${table}`,
    text: `UPDATE ${table} SET (${list}) = (SELECT ${list} FROM jsonb_populate_record(NULL::${table}, $2)) WHERE id = $1`,
    values: [row.id, JSON.stringify(record(columns, row))],
  };
  tx.send(statement, translate);
  return Promise.resolve();
}
