/**
 * Until the end of the transaction, statements keep the plan that fits all values: PostgreSQL would plan the engine's statements again for
 * each execution, which takes as long as the execution. A plan for empty tables is kept as well, so it must not scan them.
 */
export const PLAN_ONCE = {
  name: 'plan_once',
  text: `SELECT set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`,
} as const;

/**
 * A condition that is checked after the rows are found by their key. PostgreSQL before 17 would otherwise read a whole partial index with
 * that condition, because it estimates a lower cost while the table is small.
 */
export const checkedAfterwards = (condition: string): string => `CASE WHEN ${condition} THEN true ELSE false END`;

/**
 * Joins two lists (CTEs) in a time that grows with their sum. PostgreSQL hashes or merges for a full join only: it expects a few rows of a
 * list, and for any other join, it would compare each row with each.
 * @param condition which rows of the full join to keep
 */
export const joinLists = (left: string, right: string, on: string, condition: string): string =>
  `${left} FULL JOIN ${right} ON ${on} WHERE ${checkedAfterwards(condition)}`;
