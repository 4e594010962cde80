import { createDataSource } from '@billhook/db/data-source';
import type { Statement } from '@billhook/db/statement';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { withCards } from '@billhook/testing/with-cards';
import { RECORD } from '@billhook/webhooks/deliveries/attempt-results.sql';
import { claimDeliveries } from '@billhook/webhooks/deliveries/claim-deliveries';
import { LIVE, LIVE_TAKE } from '@billhook/webhooks/engine/live-turn.sql';
import { Relay } from '@billhook/webhooks/engine/relay';
import { PLAN_ONCE } from '@billhook/webhooks/sql/generic-plan.sql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { World } from '../support/world.js';

/** A node of a plan, as EXPLAIN returns it. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'CTE Name'?: string;
  readonly 'Join Filter'?: string;
  readonly Plans?: readonly PlanNode[];
}

interface Explained {
  readonly Plan: PlanNode & { readonly 'Total Cost': number };
  readonly JIT?: unknown;
}

let world: World;
let source: DataSource;
/** The statements of a relay that sends messages with filters. */
const statements = new Map<string, Statement>();

beforeAll(async () => {
  world = await World.create();
  // Compiles every plan, unless the connection says otherwise.
  await world.sql(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET jit = on', current_database());
    EXECUTE format('ALTER DATABASE %I SET jit_above_cost = 0', current_database()); END $$`);
  source = await createDataSource({ url: world.url, poolSize: 1 }, []).initialize();
  await world.createEndpoint('/filtered', { filter: { 'data.name': 'nobody' } as never });
  await world.record();
  const relay = new Relay(new UnitOfWork(source), { fanOut: true, firstWaitMs: 0 });
  await new UnitOfWork(source).run((tx) => relay.runIn(noting(tx)));
  statements.set('live_take', { name: 'live_take', text: LIVE_TAKE, values: [null, null] });
  statements.set('live_turn', { name: 'live_turn', text: LIVE, values: Array.from({ length: 7 }, () => null) });
  const room = { places: 10, bytes: 1_000_000, full: [] };
  const workerId = await world.createWorker();
  await new UnitOfWork(source).run((tx) => claimDeliveries(noting(tx), workerId, room));
  await new UnitOfWork(source).run(
    async (tx) => void noting(tx).query({ name: 'deliveries_record', text: RECORD, values: ['[]', '[]'] }),
  );
});
afterAll(async () => {
  await source.destroy();
  await world.close();
});

/** The transaction, with a note of each statement that returns rows. */
const noting = (tx: Tx): Tx => ({
  ...tx,
  query: (statement) => {
    statements.set(statement.name, statement);
    return tx.query(statement);
  },
});

/** The plan that a connection keeps for all values of a statement. */
function keptPlan({ name, text, values = [] }: Statement): Promise<Explained> {
  return new UnitOfWork(source).run(async (tx) => {
    await tx.query(PLAN_ONCE);
    const run = (sql: string) =>
      tx.query<{ 'QUERY PLAN': readonly Explained[] }>({ name: `test ${name} ${sql}`, text: sql });
    await run(
      `SELECT set_config('billhook.numbered_companies', '{}', true), set_config('billhook.live_company', '1', true)`,
    );
    await run(`PREPARE kept AS ${text}`);
    const nulls = values.map(() => 'NULL').join(', ');
    const explain = `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE kept${nulls && `(${nulls})`}`;
    const [row] = await run(explain);
    await run('DEALLOCATE kept');
    const explained = row?.['QUERY PLAN'][0];
    if (!explained) throw new Error(`no plan of ${name}`);
    return explained;
  });
}

/** Reads of an index that contains nothing but what the claim looks for: all that is in flight, and the first that waits. */
const BY_DESIGN = [
  'Index Scan of webhook_deliveries_held',
  'Bitmap Index Scan of webhook_deliveries_held',
  'Index Only Scan of webhook_deliveries_endpoint_due',
];

/**
 * Grants are few. Several indexes of deliveries have the column of the endpoint, and cost the same while a table has a few analysed rows:
 * autovacuum analyses it again after 50.
 */
const ANY_CONDITION = /^(oauth_|webhook_deliveries_)/;

/** The first column of each index. Only a condition on it restricts the scan to a part of the index. */
async function firstColumns(): Promise<ReadonlyMap<string, string>> {
  const rows = await world.source.query<{ index: string; column: string }[]>(
    `SELECT indexrelid::regclass::text AS index, trim('"' FROM pg_get_indexdef(indexrelid, 1, true)) AS column FROM pg_index`,
  );
  return new Map(rows.map(({ index, column }) => [index, column]));
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Reads of a table or an index from its beginning to its end. */
const wholeReads = ({ Plan }: Explained, columns: ReadonlyMap<string, string>): string[] =>
  nodesOf(Plan)
    .filter((node) => /^(Seq Scan|Index Scan|Index Only Scan|Bitmap Index Scan)$/.test(node['Node Type']))
    .filter((node) => {
      const index = node['Index Name'] ?? '';
      if (ANY_CONDITION.test(index)) return node['Index Cond'] === undefined;
      const column = columns.get(index);
      return column === undefined || !new RegExp(`\\b${column}\\b`).test(node['Index Cond'] ?? '');
    })
    .map((node) => `${node['Node Type']} of ${node['Index Name'] ?? node['Relation Name']}`)
    .filter((read) => !BY_DESIGN.includes(read));

/** Joins that compare each row of a list with each of another: with 1,000 endpoints, they took most of a claim. */
const comparedOneByOne = ({ Plan }: Explained): string[] =>
  nodesOf(Plan)
    .filter((node) => node['Node Type'] === 'Nested Loop' && node['Join Filter'] !== undefined)
    .flatMap(
      (node) =>
        node.Plans?.slice(1)
          .filter(isList)
          .map(() => node['Join Filter'] ?? '') ?? [],
    );

const isList = (node: PlanNode): boolean => /^(CTE Scan|Function Scan)$/.test(node['Node Type']);

describe.each([
  ['for empty tables', async () => undefined],
  [
    'for a few endpoints',
    async () => {
      for (let n = 0; n < 6; n++) await world.createEndpoint(`/few-${n}`);
      await world.sql('ANALYZE');
    },
  ],
  [
    'for many companies',
    async () => {
      await world.sql(
        withCards(`INSERT INTO companies (name, plan, time_zone, currency, created_at)
          SELECT 'Company ' || n, 'Pro', 'UTC', 'EUR', now() FROM generate_series(1, 500) n`),
      );
      await world.sql(`INSERT INTO webhook_endpoints (company_id, url, event_types, status, secrets, version, created_at, updated_at,
          payload, ordering, max_in_flight)
        SELECT id, 'https://example.com', '{client.created}', 'Enabled', '[]', 1, now(), now(), 'Full', 'BestEffort', 10 FROM companies`);
      await world.sql('INSERT INTO event_counters SELECT id, 1 FROM companies ON CONFLICT DO NOTHING');
      await world.sql('ANALYZE');
    },
  ],
])('the plans that a worker keeps %s', (_, prepare) => {
  beforeAll(prepare);

  it.each([
    'live_take',
    'live_turn',
    'relay_take',
    'relay_find',
    'relay_filters',
    'relay_texts',
    'relay_batch',
    'deliveries_claim',
    'deliveries_record',
  ])('%s reads no table without an index, no index as a whole, and no list for each row of another', async (name) => {
    const statement = statements.get(name);
    if (!statement) throw new Error(`the relay did not run ${name}`);
    const explained = await keptPlan(statement);
    expect(wholeReads(explained, await firstColumns())).toEqual([]);
    // A live turn has few events of one company.
    if (name !== 'live_turn') expect(comparedOneByOne(explained)).toEqual([]);
    // PostgreSQL compiles a plan whose cost is above 100,000 by default.
    expect(explained.Plan['Total Cost']).toBeLessThan(100_000);
    expect(explained.JIT).toBeUndefined();
  });
});
