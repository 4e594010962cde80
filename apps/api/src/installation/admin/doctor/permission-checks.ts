import {
  cellProblem,
  DATABASE_FACTS,
  missingGrants,
  takenCellProblem,
  type DatabaseFacts,
} from '@billhook/db/database-facts.rules';
import { noSchemaProblem, quoted } from '@billhook/db/database-problem.rules';
import { CELL_SCHEMA, isOwnSchema } from '@billhook/db/search-path';
import { ok, oneRow, problem, type DoctorFinding, type DoctorParts } from './doctor-finding.js';

interface Permissions {
  readonly role: string;
  readonly schemas: readonly string[];
  readonly closed: readonly string[];
  readonly unusable: readonly string[];
  readonly days: boolean;
  readonly queue: boolean;
}

/** In the schema of the cell. */
const DAY_FUNCTIONS = ['create_attempts_day', 'drop_attempts_day', 'create_requests_day', 'drop_requests_day'];

/**
 * A table that the role may only read is one that the schema step alone writes. $1 is whether the queue is elsewhere.
 * @param isOwn in SQL, whether a column is one of the schemas
 */
const permissionsOfRole = (isOwn: (column: string) => string): string => `
SELECT current_user AS role,
  ARRAY (SELECT nspname::text FROM pg_namespace WHERE ${isOwn('oid')} ORDER BY nspname = '${CELL_SCHEMA}') AS schemas,
  ARRAY (SELECT nspname::text FROM pg_namespace WHERE ${isOwn('oid')} AND NOT has_schema_privilege(oid, 'USAGE')) AS closed,
  ARRAY (SELECT relname::text FROM pg_class WHERE ${isOwn('relnamespace')} AND CASE
      WHEN relname = 'migrations' THEN NOT has_table_privilege(oid, 'SELECT')
      WHEN relkind = 'S' THEN NOT has_sequence_privilege(oid, 'USAGE')
      WHEN relkind IN ('r', 'p') AND NOT relispartition THEN NOT (has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
        AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE'))
      ELSE false END ORDER BY relname) AS unusable,
  -- The worker creates and drops a table for the attempts and for the requests of each day.
  coalesce(bool_and(has_function_privilege(p.oid, 'EXECUTE')), true) AS days,
  $1::boolean OR coalesce((SELECT has_schema_privilege(oid, 'USAGE') FROM pg_namespace WHERE nspname = 'bullmq'), false) AS queue
FROM pg_proc p WHERE ${isOwn('pronamespace')} AND proname IN ('${DAY_FUNCTIONS.join("', '")}')`;

/** Before the schema step: what it needs. Afterwards: what the programs need. */
export async function checkPermissions(parts: DoctorParts): Promise<DoctorFinding> {
  if (!parts.hasTables) return checkSchemaPermissions(parts);
  const values = [parts.env.REDIS_URL !== undefined];
  const found = await oneRow<Permissions>(parts, permissionsOfRole(isOwnSchema), values);
  const { role, schemas } = found;
  if (schemas.length === 0)
    return problem(
      `${role} finds no schema.`,
      `As an administrator of the database, run: GRANT USAGE ON SCHEMA public TO "${role}"`,
    );
  return findingOf(found);
}

/** What the programs need in the schema of another cell, on the server of that cell. */
export async function checkPermissionsIn(parts: Pick<DoctorParts, 'db'>, schema: string): Promise<DoctorFinding> {
  const isOwn = (column: string): string => `${column} = to_regnamespace('${quoted(schema).replaceAll("'", "''")}')`;
  const found = await oneRow<Permissions>(parts, permissionsOfRole(isOwn), [true]);
  if (found.schemas.length === 0)
    return problem(
      `The schema ${schema} does not exist.`,
      'Correct its address and schema in the table cells: npm run admin -- cells list names them.',
    );
  return findingOf(found);
}

function findingOf({ role, schemas, closed, unusable, days, queue }: Permissions): DoctorFinding {
  const inSchemas = `IN SCHEMA ${schemas.map(quoted).join(', ')} TO ${quoted(role)}`;
  const run = 'As the owner of the tables, run:';
  if (closed.length > 0)
    return problem(
      `${role} may not use the schema ${closed.join(', ')}.`,
      `${run} GRANT USAGE ON SCHEMA ${closed.map(quoted).join(', ')} TO ${quoted(role)}`,
    );
  if (unusable.length > 0)
    return problem(
      `${role} may not use ${unusable.length} tables or sequences, such as ${unusable[0]}.`,
      `${run} GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES ${inSchemas}; GRANT USAGE ON ALL SEQUENCES ${inSchemas}`,
    );
  if (!days) {
    const names = DAY_FUNCTIONS.map((name) => `${quoted(schemas.at(-1) ?? '')}.${name}(text)`).join(', ');
    return problem(
      `${role} may not create the daily tables of attempts and requests.`,
      `${run} GRANT EXECUTE ON FUNCTION ${names} TO ${quoted(role)}`,
    );
  }
  if (!queue)
    return problem(
      `${role} may not use the schema of the queue.`,
      `As its owner, run: GRANT USAGE ON SCHEMA bullmq TO "${role}"; docs/operations.md, "Two roles", has all commands.`,
    );
  return ok(`${role} may use the tables, and create those of each day.`);
}

async function checkSchemaPermissions(parts: DoctorParts): Promise<DoctorFinding> {
  const facts = await oneRow<DatabaseFacts>(parts, DATABASE_FACTS);
  if (facts.schema === null) {
    const { detail, advice } = noSchemaProblem(facts);
    return problem(detail, advice);
  }
  const found = cellProblem(facts) ?? takenCellProblem(facts, false);
  if (found) return problem(found.detail, found.advice);
  const grants = missingGrants(facts);
  if (grants.length > 0)
    return problem(
      `${facts.role} may not create the tables.`,
      `As an administrator of the database, run: ${grants.join('; ')}`,
    );
  return ok(`${facts.role} may create the tables.`);
}
