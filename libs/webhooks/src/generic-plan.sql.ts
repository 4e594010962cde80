/**
 * Until the end of the transaction, statements keep the plan that fits all values: PostgreSQL would plan those of the engine again for each
 * execution, which takes as long as the execution. A plan for empty tables is kept as well, so it must not scan them.
 */
export const PLAN_ONCE = {
  name: 'plan_once',
  text: `SELECT set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`,
} as const;
