import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The log of requests to the API, one table per day (UTC). An id begins with its time, so one index has the rows of a company in order,
 * and an id alone selects the table of its day.
 */
export class RequestLog1700000000072 implements MigrationInterface {
  name = 'RequestLog1700000000072';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE api_requests (
      id text COLLATE "C" NOT NULL,
      company_id bigint NOT NULL,
      client_request_id text,
      caller bigint NOT NULL,
      method text NOT NULL,
      route text,
      path text NOT NULL,
      status smallint NOT NULL,
      duration_ms integer NOT NULL,
      problem text,
      details text,
      request_body text,
      response_body text,
      PRIMARY KEY (company_id, id)
    ) PARTITION BY RANGE (id)`);
    await db.query('CREATE INDEX api_requests_caller ON api_requests (caller, id)');
    await db.query('CREATE INDEX api_requests_errors ON api_requests (company_id, id) WHERE status >= 400');
    await db.query(
      'CREATE INDEX api_requests_client_id ON api_requests (company_id, client_request_id, id) WHERE client_request_id IS NOT NULL',
    );
    await db.query('CREATE TABLE api_requests_default PARTITION OF api_requests DEFAULT');
    await db.query(`DO $up$ DECLARE grantee text; BEGIN ${FUNCTIONS.map(created).join('\n')} ${GRANTS} END $up$`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE api_requests');
    await db.query('DROP FUNCTION create_requests_day(text), drop_requests_day(text)');
  }
}

/* The catalogue, because to_regclass uses the cache of the connection, which is older than the lock of the caller. */
const IS_THERE = `EXISTS (SELECT FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'api_requests'::regclass AND c.relname = name)`;

const CREATE = `
  IF ${IS_THERE} THEN RETURN false; END IF;
  -- First, and in the mode that attaching needs: a later upgrade of the lock could deadlock.
  LOCK TABLE api_requests_default IN ACCESS EXCLUSIVE MODE;
  EXECUTE format('CREATE TABLE %I (LIKE api_requests INCLUDING ALL)', name);
  EXECUTE format('WITH moved AS (DELETE FROM api_requests_default WHERE id >= %L AND id < %L RETURNING *)
    INSERT INTO %I SELECT * FROM moved', first, next, name);
  EXECUTE format('ALTER TABLE api_requests ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, first, next);
  RETURN true;`;

const DROP = `
  IF NOT ${IS_THERE} THEN RETURN false; END IF;
  EXECUTE format('DROP TABLE %I', name);
  RETURN true;`;

const FUNCTIONS = [
  ['create_requests_day', CREATE],
  ['drop_requests_day', DROP],
] as const;

/** The first id of a day: its time in milliseconds, in 8 base62 digits, as in `newTimedId`. */
const firstId = (day: string): string => `(SELECT 'req_' || string_agg(substr('${BASE62}',
      ((${day} - date '1970-01-01')::bigint * 86400000 / (62::numeric ^ n)::bigint % 62)::integer + 1, 1), '' ORDER BY n DESC)
    FROM generate_series(0, 7) n)`;

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Like the functions of the attempts: they run with the rights of the owner, in the schema of the tables, and accept only a day. */
const created = ([name, body]: (typeof FUNCTIONS)[number]): string => `
EXECUTE format($create$
  CREATE FUNCTION ${name}(day text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = %I, pg_temp AS $body$
  DECLARE
    name text := 'api_requests_' || day;
    first text;
    next text;
  BEGIN
    ${`IF day !~ '^[0-9]{8}$' THEN RAISE EXCEPTION '% is not a day', day; END IF;
    first := ${firstId(`to_date(day, 'YYYYMMDD')`)};
    next := ${firstId(`(to_date(day, 'YYYYMMDD') + 1)`)};
    ${body}`.replaceAll('%', '%%')}
  END $body$ $create$, current_schema());
REVOKE ALL ON FUNCTION ${name}(text) FROM PUBLIC;`;

/** The roles that the operator allowed to create the tables of attempts may create these as well, so an upgrade needs no command. */
const GRANTS = `
FOR grantee IN SELECT DISTINCT a.grantee::regrole::text FROM pg_proc p, aclexplode(p.proacl) a
  WHERE p.pronamespace = current_schema()::regnamespace AND p.proname = 'create_attempts_day' AND a.grantee NOT IN (0, p.proowner)
LOOP
  EXECUTE format('GRANT EXECUTE ON FUNCTION create_requests_day(text), drop_requests_day(text) TO %s', grantee);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON api_requests, api_requests_default TO %s', grantee);
END LOOP;`;
