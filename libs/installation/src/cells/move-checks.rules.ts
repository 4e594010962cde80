import type { SourceFacts, TargetFacts } from './move-facts.sql.js';

/** The slot of the move, and those of the first copies of two tables at a time. */
const SLOTS = 3;
/** The process that applies changes, and one that copies a table. */
const WORKERS = 2;
const OLDEST = 15;

const major = (version: number): number => Math.floor(version / 10_000);
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Some of them, in words. */
function list(items: readonly string[]): string {
  const more = items.length > 5 ? ` and ${items.length - 5} more` : '';
  return items.slice(0, 5).join(', ') + more;
}

/** What the operator has to change at the present server of a cell before it can move. Each is a sentence with what to do. */
export function sourceProblems(facts: SourceFacts): string[] {
  const { version, role, database, walLevel, freeSlots, freeSenders } = facts;
  const problems: [boolean, string][] = [
    [facts.isStandby, 'The present server is a standby. Name its primary.'],
    [
      major(version) < OLDEST,
      `The present server runs PostgreSQL ${major(version)}. A move needs ${OLDEST} or later: upgrade it.`,
    ],
    [
      walLevel !== 'logical',
      `The present server has wal_level = ${walLevel}. Run ALTER SYSTEM SET wal_level = logical there (rds.logical_replication or cloudsql.logical_decoding on managed services), and restart it.`,
    ],
    [
      freeSlots < SLOTS,
      `The present server has ${freeSlots} free replication slots, and a move needs ${SLOTS}. Raise max_replication_slots there, and restart it.`,
    ],
    [
      freeSenders < SLOTS,
      `The present server has ${freeSenders} free connections for replication, and a move needs ${SLOTS}. Raise max_wal_senders there, and restart it.`,
    ],
    [
      !facts.mayReplicate,
      `The role ${quoted(role)} may not replicate. As an administrator of the present server, run: ALTER ROLE ${quoted(role)} REPLICATION`,
    ],
    [
      !facts.mayCreate,
      `The role ${quoted(role)} may not create a publication. As an administrator of the present server, run: GRANT CREATE ON DATABASE ${quoted(database)} TO ${quoted(role)}`,
    ],
    [
      facts.foreign.length > 0,
      `The role ${quoted(role)} does not own ${list(facts.foreign)}. Give an address with the role that owns the tables as --source.`,
    ],
    [
      facts.withoutKey.length > 0,
      `Tables without a primary key cannot be replicated: ${list(facts.withoutKey)}. Add one, or drop the tables if they are not of Billhook.`,
    ],
    [
      facts.unlogged.length > 0,
      `Unlogged and temporary tables are not replicated: ${list(facts.unlogged)}. Run ALTER TABLE … SET LOGGED.`,
    ],
    [
      facts.others.length > 0,
      `The schema contains what a move does not copy: ${list(facts.others)}. Drop it, and create it on the target afterwards if you need it.`,
    ],
    [
      facts.outside.length > 0,
      `Objects of the cell use what the target will not have: ${list(facts.outside)}. They are not of Billhook: drop those that use it.`,
    ],
  ];
  return problems.flatMap(([isWrong, text]) => (isWrong ? [text] : []));
}

/** The same for the server to which it moves. */
export function targetProblems(facts: TargetFacts, source: SourceFacts, schema: string): string[] {
  const { version, role, database } = facts;
  const absent = source.grantedRoles.filter((name) => !facts.roles.includes(name.replace(/^"(.*)"$/, '$1')));
  const problems: [boolean, string][] = [
    [facts.isStandby, 'The target is a standby. Name its primary.'],
    [facts.encoding !== 'UTF8', `The database of the target has the encoding ${facts.encoding}. Billhook needs UTF8.`],
    [
      major(version) < major(source.version),
      `The target runs PostgreSQL ${major(version)}, and the present server ${major(source.version)}. A cell moves to the same or a later version: upgrade the target.`,
    ],
    [
      facts.hasSchema,
      `The target has a schema ${schema}. If it is not needed, drop it there; otherwise move to another database.`,
    ],
    [
      !facts.maySubscribe,
      major(version) < 16
        ? `Only a superuser creates subscriptions in PostgreSQL ${major(version)}, and the role ${quoted(role)} is none. Give an address with such a role as --target.`
        : `The role ${quoted(role)} may not create subscriptions. As an administrator of the target, run: GRANT pg_create_subscription TO ${quoted(role)}`,
    ],
    [
      !facts.mayCreate,
      `The role ${quoted(role)} may not create a schema. As an administrator of the target, run: GRANT CREATE ON DATABASE ${quoted(database)} TO ${quoted(role)}`,
    ],
    [
      facts.freeWorkers < WORKERS,
      `The target has ${facts.freeWorkers} free workers for replication, and a move needs ${WORKERS}. Raise max_logical_replication_workers and max_worker_processes there, and restart it.`,
    ],
    [
      facts.freeOrigins < SLOTS,
      `The target has ${facts.freeOrigins} free places for the progress of replication, and a move needs ${SLOTS}. Raise ${major(version) < 18 ? 'max_replication_slots' : 'max_active_replication_origins'} there, and restart it.`,
    ],
    [
      absent.length > 0,
      `The cell grants permissions to roles that the target lacks: ${list(absent)}. Create them there.`,
    ],
  ];
  return problems.flatMap(([isWrong, text]) => (isWrong ? [text] : []));
}
