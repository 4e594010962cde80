import { GRANTED_ROLES } from '@billhook/db/cell-definition.sql';
import { isGuard } from './schema-guard.js';

/** What decides whether a server can give a cell away. */
export interface SourceFacts {
  readonly version: number;
  readonly role: string;
  readonly database: string;
  readonly walLevel: string;
  readonly freeSlots: number;
  readonly freeSenders: number;
  readonly isStandby: boolean;
  readonly mayReplicate: boolean;
  readonly mayCreate: boolean;
  /** Tables and schema of the cell that belong to another role. */
  readonly foreign: readonly string[];
  readonly withoutKey: readonly string[];
  readonly unlogged: readonly string[];
  /** Objects that a move does not copy, such as views. */
  readonly others: readonly string[];
  /** Objects of other schemas that the cell uses, other than those of `shared-objects.ts`. */
  readonly outside: readonly string[];
  readonly grantedRoles: readonly string[];
  readonly tables: number;
  readonly bytes: number;
}

const names = (query: string): string =>
  `(SELECT coalesce(json_agg(name ORDER BY name), '[]') FROM (${query}) n (name))`;
const OWN = 'c.relnamespace = $1::regnamespace';
const OWN_TABLES = `pg_class c WHERE ${OWN} AND c.relkind IN ('r', 'p')`;

/** Managed services have roles in place of the attribute. */
const mayAs = (attribute: string, roles: readonly string[]): string =>
  `(SELECT rolsuper OR ${attribute} FROM pg_roles WHERE rolname = current_user)
    OR EXISTS (SELECT FROM pg_roles WHERE rolname IN ('${roles.join("', '")}') AND pg_has_role(oid, 'USAGE'))`;

/** Whether the row of pg_depend is one that a definition contains, or that another contained object implies. */
const COPIED = `(d.classid = 'pg_class'::regclass AND (SELECT relkind = 'S' OR (relkind IN ('r', 'p') AND NOT relrowsecurity
    AND reloftype = 0 AND relreplident = 'd') FROM pg_class WHERE oid = d.objid))
  OR (d.classid = 'pg_proc'::regclass AND (SELECT prokind IN ('f', 'p', 'a') FROM pg_proc WHERE oid = d.objid))
  OR d.classid = 'pg_default_acl'::regclass`;

const OTHERS = `SELECT pg_describe_object(d.classid, d.objid, 0) FROM pg_depend d
    WHERE d.refclassid = 'pg_namespace'::regclass AND d.refobjid = $1::regnamespace AND NOT (${COPIED})
  UNION ALL SELECT pg_describe_object('pg_rewrite'::regclass, r.oid, 0) FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class WHERE ${OWN}
  UNION ALL SELECT format('inheritance of %s', c.oid::regclass) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE ${OWN} AND c.relkind = 'r' AND NOT c.relispartition
  UNION ALL SELECT format('the firing of trigger %I on %s', t.tgname, c.oid::regclass) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE ${OWN} AND t.tgenabled IN ('R', 'A')`;

/** The objects of a schema with what belongs to them: columns, indexes, defaults, constraints and triggers. */
const PARTS = `SELECT 'pg_class'::regclass::oid AS classid, c.oid AS objid FROM pg_class c WHERE ${OWN}
  UNION ALL SELECT 'pg_proc'::regclass::oid, oid FROM pg_proc WHERE pronamespace = $1::regnamespace
  UNION ALL SELECT 'pg_type'::regclass::oid, oid FROM pg_type WHERE typnamespace = $1::regnamespace
  UNION ALL SELECT 'pg_attrdef'::regclass::oid, e.oid FROM pg_attrdef e JOIN pg_class c ON c.oid = e.adrelid WHERE ${OWN}
  UNION ALL SELECT 'pg_constraint'::regclass::oid, k.oid FROM pg_constraint k WHERE k.connamespace = $1::regnamespace
  UNION ALL SELECT 'pg_trigger'::regclass::oid, t.oid FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE ${OWN}`;

/** Objects that PostgreSQL pins, such as its own types, have no rows in pg_depend. */
const OUTSIDE = `WITH parts AS (${PARTS})
  SELECT DISTINCT pg_describe_object(d.refclassid, d.refobjid, 0) FROM parts m
    JOIN pg_depend d ON d.classid = m.classid AND d.objid = m.objid AND d.deptype IN ('n', 'a')
    WHERE d.refclassid NOT IN ('pg_namespace'::regclass, 'pg_language'::regclass, 'pg_am'::regclass)
      AND NOT EXISTS (SELECT FROM parts o WHERE o.classid = d.refclassid AND o.objid = d.refobjid)
      AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.classid = d.refclassid AND e.objid = d.refobjid AND e.deptype = 'e')
      AND NOT (d.refclassid = 'pg_proc'::regclass AND (SELECT proname IN ('search_form', 'search_patterns')
        AND pronamespace = to_regnamespace(quote_ident($2)) FROM pg_proc WHERE oid = d.refobjid))
      AND NOT (d.refclassid = 'pg_collation'::regclass AND (SELECT collname = 'natural_order'
        AND collnamespace = to_regnamespace(quote_ident($2)) FROM pg_collation WHERE oid = d.refobjid))`;

/** $1 is the schema of the cell, $2 that of global tables. */
export const SOURCE_FACTS = `SELECT current_setting('server_version_num')::integer AS version, current_user::text AS role,
  current_database()::text AS database, current_setting('wal_level') AS "walLevel", pg_is_in_recovery() AS "isStandby",
  current_setting('max_replication_slots')::integer - (SELECT count(*)::integer FROM pg_replication_slots) AS "freeSlots",
  current_setting('max_wal_senders')::integer - (SELECT count(*)::integer FROM pg_stat_replication) AS "freeSenders",
  ${mayAs('rolreplication', ['rds_replication', 'rds_superuser'])} AS "mayReplicate",
  has_database_privilege(current_database(), 'CREATE') AS "mayCreate",
  ${names(`SELECT format('table %s', c.oid::regclass) FROM ${OWN_TABLES} AND NOT pg_has_role(c.relowner, 'USAGE')
    UNION ALL SELECT format('schema %I', nspname) FROM pg_namespace WHERE oid = $1::regnamespace AND NOT pg_has_role(nspowner, 'USAGE')`)} AS foreign,
  ${names(`SELECT c.relname FROM ${OWN_TABLES} AND NOT EXISTS (SELECT FROM pg_index x WHERE x.indrelid = c.oid AND x.indisprimary)`)} AS "withoutKey",
  ${names(`SELECT c.relname FROM ${OWN_TABLES} AND c.relpersistence <> 'p'`)} AS unlogged,
  ${names(OTHERS)} AS others,
  ${names(OUTSIDE)} AS outside,
  ${names(GRANTED_ROLES)} AS "grantedRoles",
  (SELECT count(*)::integer FROM ${OWN_TABLES}) AS tables,
  (SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 FROM ${OWN_TABLES}) AS bytes`;

/** What decides whether a server can take a cell. */
export interface TargetFacts {
  readonly version: number;
  readonly role: string;
  readonly database: string;
  readonly encoding: string;
  readonly isStandby: boolean;
  readonly maySubscribe: boolean;
  readonly mayCreate: boolean;
  readonly hasSchema: boolean;
  readonly freeWorkers: number;
  /** PostgreSQL has a setting for them from version 18 on, and counts them among the slots before. */
  readonly freeOrigins: number;
  readonly roles: readonly string[];
}

/** $1 is the schema of the cell. PostgreSQL 15 lets only a superuser subscribe. */
export const TARGET_FACTS = `SELECT current_setting('server_version_num')::integer AS version, current_user::text AS role,
  current_database()::text AS database, current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS "isStandby",
  ${mayAs('false', ['pg_create_subscription', 'rds_superuser'])} AS "maySubscribe",
  has_database_privilege(current_database(), 'CREATE') AS "mayCreate",
  to_regnamespace(quote_ident($1)) IS NOT NULL AND NOT ${isGuard('$1')} AS "hasSchema",
  least(current_setting('max_logical_replication_workers')::integer, current_setting('max_worker_processes')::integer)
    - (SELECT count(*)::integer FROM pg_stat_subscription WHERE pid IS NOT NULL) AS "freeWorkers",
  coalesce(current_setting('max_active_replication_origins', true), current_setting('max_replication_slots'))::integer
    - (SELECT count(*)::integer FROM pg_stat_subscription WHERE pid IS NOT NULL) AS "freeOrigins",
  (SELECT coalesce(json_agg(rolname), '[]') FROM pg_roles) AS roles`;
