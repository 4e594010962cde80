/**
 * A statement that inserts companies and returns their ids, with their cards: rows of the global side refer to these.
 * @param insert `INSERT INTO companies …`, without RETURNING
 */
export const withCards = (insert: string): string => `WITH company AS (${insert} RETURNING *)
  INSERT INTO tenants (id, kind, sandbox_of, created_at, name, plan, time_zone, clock_offset, deletes_at)
    SELECT id, kind, sandbox_of, created_at, name, plan, time_zone, clock_offset, deletes_at FROM company RETURNING id`;
