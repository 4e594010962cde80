import type { ReadRunner } from './statement.js';

/** A statement that finds rows which contradict other rows. It selects their descriptions as `row`. */
export interface ConsistencyCheck {
  /** Part of the name of the statement. */
  readonly name: string;
  /** The statement that holds if no row is found. */
  readonly says: string;
  readonly text: string;
}

export interface CheckedConsistency {
  readonly says: string;
  readonly count: number;
  readonly examples: readonly string[];
}

const SHOWN = 5;

/** Runs checks, and returns the number of contradictions of each with some examples. */
export async function checkConsistency(
  db: ReadRunner,
  checks: readonly ConsistencyCheck[],
): Promise<CheckedConsistency[]> {
  const results: CheckedConsistency[] = [];
  for (const { name, says, text } of checks) {
    const [found] = await db.query<{ count: number; examples: string[] }>({
      name: `consistency_${name}`,
      text: `SELECT count(*)::integer AS count, coalesce((array_agg("row"::text))[1:${SHOWN}], '{}') AS examples FROM (${text}) f`,
    });
    results.push({ says, count: found?.count ?? 0, examples: found?.examples ?? [] });
  }
  return results;
}
