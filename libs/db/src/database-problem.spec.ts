import { describe, expect, it } from '@jest/globals';
import {
  cellProblem,
  connectionProblem,
  foreignProblem,
  missingGrants,
  serverProblem,
  takenCellProblem,
  type DatabaseFacts,
} from './database-facts.rules.js';
import { databaseProblem, databaseTarget } from './database-problem.rules.js';

const TO = databaseTarget('postgresql://me@db.example:5433/books');

/** An error as the driver throws it. */
const failure = (code: string, message = 'said PostgreSQL', more: object = {}): Error =>
  Object.assign(new Error(message), { code, ...more });

const refused = (port: number) =>
  failure('ECONNREFUSED', `connect ECONNREFUSED 10.0.0.1:${port}`, { syscall: 'connect' });

/** Each error, what the detail says and what the advice names. */
const CASES: readonly (readonly [Error, RegExp, RegExp])[] = [
  [failure('28P01'), /password of the role "me"/, /ALTER ROLE "me" PASSWORD/],
  [
    failure('28000', 'role "me" is not permitted to log in'),
    /rejects the role "me": .*permitted to log in/,
    /CREATE ROLE "me" LOGIN/,
  ],
  [new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'), /DATABASE_URL has none/, /me:</],
  [
    failure('3D000'),
    /database "books" does not exist/,
    /CREATE DATABASE "books" OWNER "me" ENCODING 'UTF8' TEMPLATE template0/,
  ],
  [failure('3F000'), /search_path of the role "me"/, /RESET search_path/],
  [
    failure('42501', 'permission denied for database books'),
    /lacks a permission: permission denied/,
    /GRANT CONNECT, CREATE ON DATABASE "books" TO "me"/,
  ],
  [
    failure('53300', 'too many connections for role "me"'),
    /no more connections: too many connections/,
    /DATABASE_POOL_SIZE/,
  ],
  [failure('53100', 'could not extend file'), /not enough resources/, /disk space/],
  [failure('57P03', 'the database system is starting up'), /starting up/, /once PostgreSQL has started/],
  [failure('25006', 'cannot execute CREATE TABLE in a read-only transaction'), /only reads/, /primary/],
  [failure('42P05', 'prepared statement "invoice_get" already exists'), /pooler/, /"A pooler"/],
  [failure('26000', 'prepared statement "invoice_get" does not exist'), /pooler/, /"A pooler"/],
  [failure('08P01', 'unsupported startup parameter: statement_timeout'), /pooler/, /"A pooler"/],
  [failure('0A000', 'extension "pg_trgm" is not available'), /lacks a package/, /postgresql-contrib/],
  [new Error('The server does not support SSL connections'), /does not support TLS/, /sslmode/],
  [failure('42501', 'permission denied to start WAL sender'), /may not copy the server/, /REPLICATION/],
  [failure('42501', 'must be superuser or replication role to start walsender'), /may not copy/, /REPLICATION/],
  [failure('CERT_HAS_EXPIRED', 'certificate has expired'), /not valid now: certificate has expired/, /pg_reload_conf/],
  [failure('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'), /not trusted: self-signed/, /sslrootcert/],
  [
    failure('ENOTFOUND', 'getaddrinfo ENOTFOUND db.example', { syscall: 'getaddrinfo' }),
    /db\.example of DATABASE_URL is not found/,
    /Correct the host/,
  ],
  [refused(5433), /does not respond at db\.example:5433 \(ECONNREFUSED\)/, /host and the port/],
  [new AggregateError([refused(5433), refused(5433)]), /db\.example:5433 \(ECONNREFUSED\)/, /host and the port/],
  [new Error('failed', { cause: refused(5433) }), /db\.example:5433/, /host and the port/],
  [new Error('timeout expired'), /db\.example:5433 in time/, /host and the port/],
  [new Error('Connection terminated unexpectedly'), /ended before PostgreSQL responded/, /host and the port/],
];

describe('databaseProblem', () => {
  it.each(CASES)('explains %s', (error, detail, advice) => {
    const problem = databaseProblem(error, TO);
    expect(problem?.detail).toMatch(detail);
    expect(problem?.advice).toMatch(advice);
    // Two lines, each a sentence and a command.
    expect(`${problem?.detail}${problem?.advice}`).not.toMatch(/\n|undefined|\.\.( |$)/);
  });

  it.each([
    new TypeError("Cannot read properties of null (reading 'x')"),
    failure('42703', 'column "x" does not exist'),
    failure('EACCES', 'listen EACCES: permission denied 0.0.0.0:80', { syscall: 'listen' }),
    'text',
  ])('leaves %s to its stack', (error) => expect(databaseProblem(error, TO)).toBeUndefined());

  it.each([
    ['postgresql://me@%2Frun%2Fpg:5433/books', '/run/pg'],
    ['postgresql:///books?host=/run/pg&user=me&port=5433', '/run/pg'],
    ['postgresql://me@db/', 'db'],
  ])('reads the target of %s', (url, host) => expect(databaseTarget(url)).toMatchObject({ host, role: 'me' }));
});

const EMPTY: DatabaseFacts = {
  version: '18.3',
  encoding: 'UTF8',
  isStandby: false,
  role: 'me',
  database: 'books',
  schema: 'public',
  tables: [],
  columns: [],
  mayCreate: true,
  hasCell: false,
  lacksCell: false,
  mayCreateInDatabase: true,
  missingExtensions: ['btree_gin', 'pg_trgm'],
};
const OURS = ['id', 'name', 'timestamp'];
const KNOWN = ['Foundation1700000000001', 'Invoicing1700000000002'];

describe('a database', () => {
  it.each([
    ['empty', {}, [], true],
    ['with ours', { tables: ['companies', 'migrations'], columns: OURS }, KNOWN.slice(0, 1), true],
    [
      'with those of a later release',
      { tables: ['migrations', 'x'], columns: OURS },
      [...KNOWN, 'Later1700000000099'],
      true,
    ],
    ['with an empty table of migrations', { tables: ['migrations'], columns: OURS }, [], true],
    ['with tables and no migrations', { tables: ['companies', 'invoices'] }, [], false],
    [
      'with migrations of another product',
      { tables: ['migrations', 'users'], columns: ['batch', 'id', 'migration'] },
      [],
      false,
    ],
    [
      'with migrations of another product on TypeORM',
      { tables: ['migrations', 'users'], columns: OURS },
      ['Init1600000000000'],
      false,
    ],
    ['with an empty table of migrations and others', { tables: ['migrations', 'users'], columns: OURS }, [], false],
    ['with foreign migrations alone', { tables: ['migrations'], columns: ['version'] }, [], false],
  ])('%s', (_name, facts, applied, isOurs) => {
    const problem = foreignProblem({ ...EMPTY, ...facts }, applied, KNOWN);
    expect(problem === undefined).toBe(isOurs);
    if (problem)
      expect(problem).toMatchObject({
        detail: expect.stringContaining('tables of another program'),
        advice: expect.stringContaining('CREATE DATABASE'),
      });
  });

  it.each([
    [{ encoding: 'LATIN1' }, /encoding LATIN1/, /ENCODING 'UTF8'/],
    [{ version: '14.9 (Debian 14.9-1)' }, /14\.9 .*too old/, /pg_upgrade/],
  ])('of a server with %s is named', (facts, detail, advice) => {
    expect(serverProblem(EMPTY)).toBeUndefined();
    expect(serverProblem({ ...EMPTY, ...facts })).toEqual({
      detail: expect.stringMatching(detail),
      advice: expect.stringMatching(advice),
    });
  });

  it('whose cell the role may not use is named', () => {
    expect(cellProblem(EMPTY)).toBeUndefined();
    expect(cellProblem({ ...EMPTY, lacksCell: true })).toEqual({
      detail: 'The role "me" may not use the schema cell_1, which has tables of Billhook.',
      advice: 'As the owner of the schema, run: GRANT USAGE ON SCHEMA cell_1 TO "me"',
    });
  });

  it('with a schema of the name of the cell that the schema step has not created is named', () => {
    expect(takenCellProblem(EMPTY, false)).toBeUndefined();
    expect(takenCellProblem({ ...EMPTY, hasCell: true }, true)).toBeUndefined();
    expect(takenCellProblem({ ...EMPTY, hasCell: true }, false)).toEqual({
      detail: 'The database "books" has a schema cell_1 that does not belong to Billhook. Nothing was changed.',
      advice: expect.stringContaining('ALTER SCHEMA cell_1 RENAME TO other_cell_1'),
    });
  });

  it('names all grants together, and none that it does not need', () => {
    const onDatabase = 'GRANT CREATE ON DATABASE "books" TO "me"';
    const onSchema = 'GRANT USAGE, CREATE ON SCHEMA public TO "me"';
    expect(missingGrants(EMPTY)).toEqual([]);
    expect(missingGrants({ ...EMPTY, mayCreate: false, mayCreateInDatabase: false })).toEqual([onDatabase, onSchema]);
    expect(missingGrants({ ...EMPTY, mayCreateInDatabase: false })).toEqual([onDatabase]);
    expect(missingGrants({ ...EMPTY, schema: 'My "books"', mayCreate: false })).toEqual([
      'GRANT USAGE, CREATE ON SCHEMA "My ""books""" TO "me"',
    ]);
    const extended = { ...EMPTY, mayCreateInDatabase: false, missingExtensions: [] };
    expect(missingGrants(extended)).toEqual([onDatabase]);
    expect(missingGrants({ ...extended, hasCell: true })).toEqual([]);
  });

  it('names the pool size that fits the free connections', () => {
    const pools = (processes: number) => ({ size: 10, processes });
    const limit = { setBy: 'the CONNECTION LIMIT of the role', most: 20, used: 0 };
    expect(connectionProblem({ ...limit, most: 100 }, pools(2))).toBeUndefined();
    expect(connectionProblem(limit, pools(1))).toBeUndefined();
    expect(connectionProblem({ ...limit, most: 26 }, pools(2))).toEqual({
      detail: '0 of 26 connections are in use, and 2 processes may need 36 (the CONNECTION LIMIT of the role).',
      advice: 'Raise the CONNECTION LIMIT of the role, or set DATABASE_POOL_SIZE=5.',
    });
    expect(connectionProblem({ ...limit, used: 19 }, pools(2))?.advice).toContain('DATABASE_POOL_SIZE=2');
  });
});
