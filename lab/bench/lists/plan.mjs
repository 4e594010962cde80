/** A node of a plan from EXPLAIN (FORMAT JSON), with all below. */
function* nodes(plan) {
  yield plan;
  for (const child of plan.Plans ?? []) yield* nodes(child);
}

/** The rows that a node has read in all loops: returned and removed ones. */
function read(node) {
  const loops = node['Actual Loops'];
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return Math.round((node['Actual Rows'] + removed) * loops);
}

/** The access of a plan to a table. */
export function summarise(plan, table) {
  const all = [...nodes(plan)];
  const scans = all.filter((node) => node['Relation Name'] === table);
  return {
    rows: scans.reduce((sum, node) => sum + read(node), 0),
    scanned: scans.some((node) => node['Node Type'] === 'Seq Scan' && node['Actual Loops'] > 0),
    // Nothing ran below a gate that stayed closed.
    indexes: [
      ...new Set(
        all
          .filter(
            (node) =>
              node['Index Name']?.startsWith(table) &&
              node['Actual Loops'] > 0 &&
              !node['Index Name'].endsWith('_pkey'),
          )
          .map((node) => node['Index Name']),
      ),
    ],
  };
}

/** Explains a prepared statement with execution: planned once for its values and, if named, once for generic values. */
export async function explain(client, { name, text, values = [] }) {
  const options = 'EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)';
  const plans = [(await client.query(`${options} ${text}`, [...values])).rows[0]['QUERY PLAN'][0]];
  if (!name) return plans;
  const literals = values.map((value) => literal(client, value)).join(', ');
  await client.query(`PREPARE generic AS ${text}`);
  await client.query(`SET plan_cache_mode = force_generic_plan`);
  plans.push((await client.query(`${options} EXECUTE generic (${literals})`)).rows[0]['QUERY PLAN'][0]);
  await client.query(`SET plan_cache_mode = auto; DEALLOCATE generic`);
  return plans;
}

function literal(client, value) {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return client.escapeLiteral(value.toISOString());
  if (Array.isArray(value)) return `ARRAY[${value.map((item) => client.escapeLiteral(item)).join(', ')}]`;
  return client.escapeLiteral(value);
}
