import type { ActorKind, AuditAction } from '@billhook/domain/identity/audit';
import { isOwnTable } from '@billhook/testing/own-tables';
import { SPEC_PARENTS } from '@billhook/testing/spec-path';
import type { TestApi } from './api.js';

export interface AuditRow {
  readonly actor: string;
  readonly actorKind: ActorKind;
  readonly memberId: number | null;
  readonly keyId: number | null;
  readonly action: AuditAction;
  readonly target: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** The audit entries of a company, oldest first. */
export function auditOf(api: TestApi, companyId: number, action?: AuditAction): Promise<AuditRow[]> {
  return api.database.query<AuditRow>({
    name: 'test_audit',
    text: `SELECT actor, actor_kind AS "actorKind", member_id AS "memberId", key_id AS "keyId", action, target, details, ip,
        request_id AS "requestId", user_agent AS "userAgent" FROM audit_log
      WHERE company_id = $1 AND ($2::text IS NULL OR action = $2) ORDER BY id`,
    values: [companyId, action ?? null],
  });
}

/** The tables that contain a text in any row, as text or as bytes, with their schema. */
export async function tablesHolding(api: TestApi, text: string): Promise<string[]> {
  const tables = await api.database.query<{ name: string }>({
    name: 'test_tables',
    text: `SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema', '${SPEC_PARENTS}')`,
  });
  const held: string[] = [];
  for (const { name } of tables) {
    const [row] = await api.database.query<{ found: boolean }>({
      name: `test_grep_${name}`,
      text: `SELECT EXISTS (SELECT FROM ${name} AS t WHERE strpos(t::text, $1) > 0 OR strpos(t::text, $2) > 0) AS found`,
      values: [text, Buffer.from(text).toString('hex')],
    });
    if (row?.found) held.push(name);
  }
  return held;
}

/** Tables that count or list requests and attempts with any result. */
export const COUNTERS = [
  ...['key_requests', 'key_hosts', 'key_permissions', 'sign_in_attempts', 'event_stream_places'],
  ...['api_requests', 'api_requests_default'],
  'record_change_counters',
];

/** How many rows each table has, without the tables of counters, which timers write. */
export async function rowCounts(api: TestApi): Promise<Record<string, number>> {
  const tables = await api.database.query<{ name: string }>({
    name: 'test_public_tables',
    text: `SELECT relname AS name FROM pg_class c WHERE ${isOwnTable('c')} AND relkind IN ('r', 'p') ORDER BY relname`,
  });
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    if (name === 'rate_limits' || COUNTERS.includes(name)) continue;
    const text = `SELECT count(*)::int AS count FROM "${name}"`;
    const [row] = await api.database.query<{ count: number }>({ name: `test_count_${name}`, text });
    counts[name] = row?.count ?? 0;
  }
  return counts;
}

/** Written independently, by any request: the last use of a key or session. */
export const UNTIMELY = ['last_used_at', 'last_used_ip', 'last_used_agent', 'first_used_at', 'last_seen_at'];

/** The same for one table. A read of the log of changes numbers what is committed. */
export const untimelyOf = (table: string): readonly string[] =>
  table === 'record_changes' ? [...UNTIMELY, 'sequence'] : UNTIMELY;

/**
 * The content of each table, as its number of rows and a digest: equal before and after if nothing was written. Unlogged tables and the last use of
 * keys are left out.
 */
export async function rowDigests(api: TestApi): Promise<Record<string, string>> {
  const tables = await api.database.query<{ name: string }>({
    name: 'test_kept_tables',
    text: `SELECT relname AS name FROM pg_class c WHERE ${isOwnTable('c')} AND relkind = 'r' AND relpersistence = 'p'
      AND relname <> ALL($1) ORDER BY relname`,
    values: [COUNTERS],
  });
  const digests = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, count(*) || ' ' || coalesce(sum(hashtextextended(row, 0)), 0) AS digest
      FROM (SELECT (to_jsonb(t) - '{${untimelyOf(name).join(',')}}'::text[])::text AS row FROM "${name}" t) r`,
  );
  const rows = await api.database.query<{ name: string; digest: string }>({
    // Other tables are another text.
    name: `test_row_digests_${digests.length}`,
    text: digests.join(' UNION ALL '),
  });
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
