/*
 * The statements that create a cell, each read from the catalogue with a path that contains no schema, so that every name is
 * qualified. $1 is the schema. PostgreSQL has no function for a table, and neither the image nor the embedded server has pg_dump.
 */

const OWN = 'c.relnamespace = $1::regnamespace';
const TABLES = `pg_class c WHERE ${OWN} AND c.relkind IN ('r', 'p')`;
const GRANTEE = `CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END`;

const RANGE = `INCREMENT BY %s MINVALUE %s MAXVALUE %s START WITH %s CACHE %s %s`;
const ofRange = (s: string): string =>
  `${s}.seqincrement, ${s}.seqmin, ${s}.seqmax, ${s}.seqstart, ${s}.seqcache, CASE WHEN ${s}.seqcycle THEN 'CYCLE' ELSE 'NO CYCLE' END`;

/** Those of identity columns are created with their tables. */
const SEQUENCES = `SELECT format('CREATE SEQUENCE %s AS %s ${RANGE}', c.oid::regclass, format_type(s.seqtypid, NULL), ${ofRange('s')}) AS text
  FROM pg_class c JOIN pg_sequence s ON s.seqrelid = c.oid
  WHERE ${OWN} AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'i')
  ORDER BY c.relname`;

/** The sequence of an identity column. From PostgreSQL 17 on, a partition uses that of its table. */
const IDENTITY = `SELECT format(' GENERATED %s AS IDENTITY (SEQUENCE NAME %s ${RANGE})',
    CASE a.attidentity WHEN 'a' THEN 'ALWAYS' ELSE 'BY DEFAULT' END, s.seqrelid::regclass, ${ofRange('s')})
  FROM pg_depend d JOIN pg_sequence s ON s.seqrelid = d.objid
  WHERE a.attidentity <> '' AND d.classid = 'pg_class'::regclass AND d.refobjid = a.attrelid AND d.refobjsubid = a.attnum AND d.deptype = 'i'`;

const COLUMN = `format('%I %s%s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
  CASE WHEN a.attcollation <> t.typcollation THEN ' COLLATE ' || a.attcollation::regcollation ELSE '' END,
  coalesce((${IDENTITY}), ''),
  CASE WHEN a.attgenerated <> '' THEN format(' GENERATED ALWAYS AS (%s) %s', pg_get_expr(e.adbin, e.adrelid),
    CASE a.attgenerated WHEN 's' THEN 'STORED' ELSE 'VIRTUAL' END) ELSE '' END,
  CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END)`;

const COLUMNS = `SELECT string_agg(${COLUMN}, ', ' ORDER BY a.attnum) FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
  LEFT JOIN pg_attrdef e ON e.adrelid = a.attrelid AND e.adnum = a.attnum
  WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped`;

const OPTIONS = `SELECT string_agg(option, ', ') FROM (SELECT unnest(c.reloptions)
  UNION ALL SELECT 'toast.' || unnest(x.reloptions) FROM pg_class x WHERE x.oid = c.reltoastrelid) o (option)`;

/** Partitions are created alone and attached later, so that each keeps the names of its indexes. */
const CREATED = `SELECT format('CREATE TABLE %s (%s)%s%s', c.oid::regclass, (${COLUMNS}),
    CASE WHEN c.relkind = 'p' THEN ' PARTITION BY ' || pg_get_partkeydef(c.oid) ELSE '' END,
    coalesce(' WITH (' || (${OPTIONS}) || ')', '')) AS text
  FROM ${TABLES} ORDER BY c.relname`;

const altered = (change: string, value: string): string =>
  `SELECT c.relname, a.attnum, format('ALTER TABLE ONLY %s ALTER COLUMN %I ${change}', c.oid::regclass, a.attname, ${value}) AS text
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_attrdef e ON e.adrelid = a.attrelid AND e.adnum = a.attnum
    WHERE ${OWN} AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped`;
const STORAGE = `CASE a.attstorage WHEN 'p' THEN 'PLAIN' WHEN 'e' THEN 'EXTERNAL' WHEN 'm' THEN 'MAIN' ELSE 'EXTENDED' END`;
const COMPRESSION = `CASE a.attcompression WHEN 'l' THEN 'lz4' ELSE 'pglz' END`;

const CHANGED = `SELECT text FROM (${[
  `${altered('SET DEFAULT %s', 'pg_get_expr(e.adbin, e.adrelid)')} AND e.oid IS NOT NULL AND a.attgenerated = ''`,
  `${altered('SET STORAGE %s', STORAGE)} AND a.attstorage <> t.typstorage`,
  `${altered('SET COMPRESSION %s', COMPRESSION)} AND a.attcompression <> ''`,
  `${altered('SET STATISTICS %s', 'a.attstattarget')} AND a.attstattarget >= 0`,
  `${altered('SET (%s)', `array_to_string(a.attoptions, ', ')`)} AND a.attoptions IS NOT NULL`,
].join(' UNION ALL ')}) changed ORDER BY relname, attnum, text`;

/** In the order of their creation: one can use another. */
const FUNCTIONS = `SELECT pg_get_functiondef(p.oid) AS text FROM pg_proc p
  WHERE p.pronamespace = $1::regnamespace AND p.prokind IN ('f', 'p') ORDER BY p.oid`;

/** Of the ordinary kind, with a function for each row and an optional beginning. */
const AGGREGATES = `SELECT format('CREATE AGGREGATE %s (SFUNC = %s, STYPE = %s%s)', p.oid::regprocedure, a.aggtransfn::regproc,
    format_type(a.aggtranstype, NULL), coalesce(format(', INITCOND = %L', a.agginitval), '')) AS text
  FROM pg_aggregate a JOIN pg_proc p ON p.oid = a.aggfnoid WHERE p.pronamespace = $1::regnamespace ORDER BY p.oid`;

const constraints = (condition: string): string =>
  `SELECT format('ALTER TABLE %s%s ADD CONSTRAINT %I %s', CASE WHEN k.contype = 'f' THEN '' ELSE 'ONLY ' END, c.oid::regclass, k.conname,
      pg_get_constraintdef(k.oid)) AS text
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid WHERE ${OWN} AND ${condition} ORDER BY c.relname, k.conname`;

const CHECKS = constraints(`k.contype = 'c'`);
const KEYS = constraints(`k.contype IN ('p', 'u', 'x')`);
const FOREIGN_KEYS = constraints(`k.contype = 'f' AND k.conparentid = 0`);

const ATTACHED = `SELECT format('ALTER TABLE ONLY %s ATTACH PARTITION %s %s', i.inhparent::regclass, c.oid::regclass, pg_get_expr(c.relpartbound, c.oid)) AS text
  FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid WHERE ${OWN} AND c.relispartition AND c.relkind IN ('r', 'p') ORDER BY c.relname`;

/** An index that an interrupted command left unusable is not part of a definition. */
const INDEXES = `SELECT pg_get_indexdef(x.indexrelid) AS text FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid
  WHERE ${OWN} AND (x.indisvalid OR c.relkind = 'I')
    AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = x.indexrelid AND k.contype IN ('p', 'u', 'x')) ORDER BY c.relname`;

const ATTACHED_INDEXES = `SELECT format('ALTER INDEX %s ATTACH PARTITION %s', i.inhparent::regclass, c.oid::regclass) AS text
  FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid WHERE ${OWN} AND c.relkind IN ('i', 'I') ORDER BY c.relname`;

const OWNED_SEQUENCES = `SELECT format('ALTER SEQUENCE %s OWNED BY %s.%I', c.oid::regclass, d.refobjid::regclass, a.attname) AS text
  FROM pg_class c JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'a'
  JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid WHERE ${OWN} AND c.relkind = 'S' ORDER BY c.relname`;

const TRIGGERS = `SELECT text FROM (
    SELECT c.relname, t.tgname, 1 AS step, pg_get_triggerdef(t.oid) AS text FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE ${OWN} AND NOT t.tgisinternal AND t.tgparentid = 0
    UNION ALL SELECT c.relname, t.tgname, 2, format('ALTER TABLE %s DISABLE TRIGGER %I', c.oid::regclass, t.tgname)
      FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE ${OWN} AND NOT t.tgisinternal AND t.tgparentid = 0 AND t.tgenabled = 'D') triggers
  ORDER BY relname, tgname, step`;

/** In the order in which they run. The schema itself exists. */
export const DEFINITION: readonly string[] = [
  ...[
    SEQUENCES,
    CREATED,
    FUNCTIONS,
    AGGREGATES,
    CHANGED,
    CHECKS,
    ATTACHED,
    KEYS,
    INDEXES,
    ATTACHED_INDEXES,
    OWNED_SEQUENCES,
  ],
  ...[FOREIGN_KEYS, TRIGGERS],
];

/** What other roles than the owner may do, now and with later tables. Without a list, a function can be called by everyone. */
export const GRANTS: readonly string[] = [
  `SELECT format('GRANT %s ON SCHEMA %I TO %s', privilege_type, nspname, ${GRANTEE}) AS text
    FROM pg_namespace, aclexplode(nspacl) WHERE oid = $1::regnamespace AND grantee <> nspowner ORDER BY text`,
  `SELECT format('GRANT %s ON %s%s TO %s', privilege_type, CASE c.relkind WHEN 'S' THEN 'SEQUENCE ' ELSE '' END, c.oid::regclass, ${GRANTEE}) AS text
    FROM pg_class c, aclexplode(c.relacl) WHERE ${OWN} AND c.relkind IN ('r', 'p', 'S') AND grantee <> c.relowner ORDER BY text`,
  `SELECT format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', p.oid::regprocedure) AS text FROM pg_proc p
    WHERE p.pronamespace = $1::regnamespace AND p.proacl IS NOT NULL ORDER BY text`,
  `SELECT format('GRANT EXECUTE ON FUNCTION %s TO %s', p.oid::regprocedure, ${GRANTEE}) AS text FROM pg_proc p, aclexplode(p.proacl)
    WHERE p.pronamespace = $1::regnamespace AND grantee <> p.proowner ORDER BY text`,
  `SELECT format('ALTER DEFAULT PRIVILEGES IN SCHEMA %s GRANT %s ON %s TO %s', defaclnamespace::regnamespace, privilege_type,
      CASE defaclobjtype WHEN 'r' THEN 'TABLES' WHEN 'S' THEN 'SEQUENCES' ELSE 'FUNCTIONS' END, ${GRANTEE}) AS text
    FROM pg_default_acl, aclexplode(defaclacl) WHERE defaclnamespace = $1::regnamespace
      AND defaclrole = (SELECT oid FROM pg_roles WHERE rolname = current_user) AND defaclobjtype IN ('r', 'S', 'f') AND grantee <> defaclrole ORDER BY text`,
];

/** The roles that are granted something, which must exist wherever the cell goes. */
export const GRANTED_ROLES = `SELECT DISTINCT grantee::regrole::text AS name FROM (
    SELECT a.grantee, nspowner AS owner FROM pg_namespace, aclexplode(nspacl) a WHERE oid = $1::regnamespace
    UNION ALL SELECT a.grantee, c.relowner FROM pg_class c, aclexplode(c.relacl) a WHERE ${OWN}
    UNION ALL SELECT a.grantee, p.proowner FROM pg_proc p, aclexplode(p.proacl) a WHERE p.pronamespace = $1::regnamespace
  ) granted WHERE grantee NOT IN (0, owner) ORDER BY 1`;
