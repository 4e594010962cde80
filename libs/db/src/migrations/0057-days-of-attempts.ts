import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates and drops the daily tables of attempts with the rights of the owner of the tables, so that the role of API and worker needs
 * neither ownership nor CREATE.
 */
export class DaysOfAttempts1700000000057 implements MigrationInterface {
  name = 'DaysOfAttempts1700000000057';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`DO $up$ BEGIN ${FUNCTIONS.map(created).join('\n')} END $up$`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP FUNCTION create_attempts_day(text), drop_attempts_day(text)');
  }
}

/** PostgreSQL rejects other names of days before it does anything. */
const CHECKED = `IF day !~ '^[0-9]{8}$' THEN RAISE EXCEPTION '% is not a day', day; END IF;`;

/* The catalogue, because to_regclass uses the cache of the connection, which is older than the lock of the caller. */
const IS_THERE = `EXISTS (SELECT FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'webhook_attempts'::regclass AND c.relname = name)`;

/* An attempt is inserted with 150 bytes and updated to about 900 by its result, which then fits on its page (fillfactor). */
const CREATE = `
  IF ${IS_THERE} THEN RETURN false; END IF;
  -- First, and in the mode that attaching needs: a later upgrade of the lock could deadlock.
  LOCK TABLE webhook_attempts_default IN ACCESS EXCLUSIVE MODE;
  EXECUTE format('CREATE TABLE %I (LIKE webhook_attempts INCLUDING ALL) WITH (fillfactor = 15)', name);
  EXECUTE format('WITH moved AS (DELETE FROM webhook_attempts_default WHERE started_at >= %L AND started_at < %L RETURNING *)
    INSERT INTO %I SELECT * FROM moved', first, next, name);
  EXECUTE format('ALTER TABLE webhook_attempts ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, first, next);
  RETURN true;`;

/* Not detached first: CONCURRENTLY does not support a default partition, and without it detaching has no benefit. */
const DROP = `
  IF NOT ${IS_THERE} THEN RETURN false; END IF;
  EXECUTE format('DROP TABLE %I', name);
  RETURN true;`;

const FUNCTIONS = [
  ['create_attempts_day', CREATE],
  ['drop_attempts_day', DROP],
] as const;

/** The schema is fixed, with temporary tables last: a caller must not put another table in place of the intended one. */
const created = ([name, body]: (typeof FUNCTIONS)[number]): string => `
EXECUTE format($create$
  CREATE FUNCTION ${name}(day text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = %I, pg_temp AS $body$
  DECLARE
    name text := 'webhook_attempts_' || day;
    first text;
    next text;
  BEGIN
    ${CHECKED.replaceAll('%', '%%')}
    first := to_char(to_date(day, 'YYYYMMDD'), 'YYYY-MM-DD') || 'T00:00:00Z';
    next := to_char(to_date(day, 'YYYYMMDD') + 1, 'YYYY-MM-DD') || 'T00:00:00Z';
    ${body.replaceAll('%', '%%')}
  END $body$ $create$, current_schema());
REVOKE ALL ON FUNCTION ${name}(text) FROM PUBLIC;
EXECUTE format('ALTER FUNCTION ${name}(text) OWNER TO %s',
  (SELECT relowner::regrole FROM pg_class WHERE oid = 'webhook_attempts'::regclass));`;
