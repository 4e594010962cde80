import type { ReadRunner } from '../statement.js';
import { cut, type Kept, type PageOf, type Window } from './list-records.js';
import { beyond, direction, edgeName } from './sort.js';

/** A list of what is no record, by its ids. */
export interface IdList<Row> {
  /** Begins the names of its prepared statements. */
  readonly name: string;
  /** `SELECT … FROM …` */
  readonly select: string;
  /** The column of the ids, in SQL. */
  readonly id: string;
  readonly idOf: (row: Row) => number;
  readonly conditions: Conditions;
}

/** A page of rows without an order of their own: the newest first. Never an offset, which re-reads all it skips. */
export async function listNewestFirst<Row extends object>(
  db: Pick<ReadRunner, 'query'>,
  { name, select, id, idOf, conditions }: IdList<Row>,
  window: Window,
): Promise<PageOf<Kept<Row>>> {
  const { from, limit } = window;
  const descending = !from?.back;
  if (from) conditions.add(edgeName(from), `${id} ${beyond(descending, from)} ?`, from.id);
  const rows = await db.query<Row>({
    name: `${name}_list_${conditions.signature}`,
    text: `${select} WHERE ${conditions.where} ORDER BY ${id} ${direction(descending)} LIMIT $${conditions.values.length + 1}`,
    values: [...conditions.values, limit + 1],
  });
  return cut(
    rows.map((row) => ({ row, position: { value: null, id: idOf(row) } })),
    window,
  );
}

/** A WHERE clause from the filters that are set; each adds its value and names its place. */
export class Conditions {
  readonly values: unknown[] = [];
  private readonly parts: string[] = [];
  private readonly names: string[] = [];

  /** Adds `sql` with `?` standing for the value, unless the value is undefined. */
  add(name: string, sql: string, value: unknown): this {
    if (value !== undefined) {
      this.values.push(value);
      this.parts.push(sql.replaceAll('?', `$${this.values.length}`));
      this.names.push(name);
    }
    return this;
  }

  /** Adds `sql`, which takes no value, when it is asked for. */
  when(asked: boolean, name: string, sql: string): this {
    if (asked) {
      this.parts.push(sql);
      this.names.push(name);
    }
    return this;
  }

  get where(): string {
    return this.parts.join(' AND ');
  }

  /** Tells the combination of filters, so that each has a prepared statement of its own. */
  get signature(): string {
    return this.names.join('_');
  }
}
