/** The path of connections of the product, for those that it does not open. */
export const PGOPTIONS = '-c search_path=cell_1,"$user",public';

/** Loaded when the first connection opens: a command may install the packages first. */
async function createClient(connectionString) {
  const { default: pg } = await import('pg');
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  return new pg.Client({ options: PGOPTIONS, connectionString });
}

/**
 * Databases on the server of the stack. Each round drains its own copy, which has no dead rows of an earlier round. Rows are copied from
 * rows of the product, so every column has a valid value.
 */
export class Databases {
  #clients = new Map();

  constructor(url) {
    this.url = url;
  }

  urlOf(name) {
    return this.url.replace(/\/[^/]*$/, `/${name}`);
  }

  get #own() {
    return this.url.slice(this.url.lastIndexOf('/') + 1);
  }

  async query(text, values = [], database = this.#own) {
    let client = this.#clients.get(database);
    if (!client) {
      client = await createClient(this.urlOf(database));
      // Dropping a database ends its connections.
      client.on('error', () => undefined);
      await client.connect();
      this.#clients.set(database, client);
    }
    return (await client.query(text, values)).rows;
  }

  /** A copy of a database without connections. */
  async copy(from, to) {
    await this.#leave(from);
    // The other strategy writes a copy of a gigabyte to the log.
    await this.query(`CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY FILE_COPY`);
  }

  async drop(name) {
    await this.#leave(name);
    await this.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }

  async #leave(name) {
    await this.#clients.get(name)?.end();
    this.#clients.delete(name);
  }

  async close() {
    for (const name of [...this.#clients.keys()]) await this.#leave(name);
  }

  /**
   * Inserts rows like an existing one.
   * @param like the row, from `to_jsonb`
   * @param overrides SQL by column; `n` counts from 1. Generated numbers are left to the table.
   * @returns the number of the row, if there is one row and the table numbers it
   */
  async insertLike(table, like, overrides, count, database) {
    const columns = await this.query(
      `SELECT column_name AS name, is_identity = 'YES' AS identity FROM information_schema.columns
        WHERE format('%I.%I', table_schema, table_name)::regclass = $1::regclass AND is_generated = 'NEVER' ORDER BY ordinal_position`,
      [table],
      database,
    );
    const given = columns.filter(({ name, identity }) => !identity || overrides[name] !== undefined);
    const names = given.map(({ name }) => name).join(', ');
    const values = given.map(({ name }) => overrides[name] ?? `r.${name}`).join(', ');
    const identity = columns.find((column) => column.identity)?.name;
    const [row] = await this.query(
      `INSERT INTO ${table} (${names}) SELECT ${values} FROM jsonb_populate_record(NULL::${table}, $1) r, generate_series(1, ${count}) n
        ${count === 1 && identity ? `RETURNING ${identity} AS id` : ''}`,
      [JSON.stringify(like)],
      database,
    );
    return row?.id;
  }
}
