import pg from 'pg';

/**
 * A part of a statement that inserts the rows that the product wrote for a sample, for floors.
 * @param pool runs SQL
 * @param table its name
 * @param where finds the rows, as `t`
 * @param given SQL by column that replaces the value of the sample
 * @param drawn columns that the table fills in
 * @returns the rows without `drawn` columns, and the INSERT, which may be followed by further tables of its FROM
 */
export async function insertOf(pool, table, where, given = {}, drawn = ['id']) {
  const { rows: found } = await pool.query(
    `SELECT json_agg(to_jsonb(t) - '{${drawn}}'::text[]) AS rows FROM ${table} t WHERE ${where}`,
  );
  const [{ rows }] = found;
  const columns = Object.keys(rows[0]);
  const taken = columns.map((column) => given[column] ?? `r.${column}`).join(', ');
  const values = `${pg.escapeLiteral(JSON.stringify(rows))}::jsonb`;
  return {
    rows,
    insert: `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${taken} FROM jsonb_populate_recordset(NULL::${table}, ${values}) r`,
  };
}
