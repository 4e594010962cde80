/**
 * A statement that inserts companies and returns their ids, with their cards: rows of the global side refer to these.
 * The ids of a cell are a range of 2^40.
 * @param insert `INSERT INTO companies …`, without RETURNING
 */
export const withCards = (insert: string): string => `WITH company AS (${insert} RETURNING *)
  INSERT INTO tenants (id, kind, sandbox_of, created_at, name, plan, time_zone, clock_offset, deletes_at, cell)
    SELECT id, kind, sandbox_of, created_at, name, plan, time_zone, clock_offset, deletes_at, 1 + (id >> 40) FROM company RETURNING id`;
