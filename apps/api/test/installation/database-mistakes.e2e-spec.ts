import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { migrate } from '@billhook/db/migrate';
import { startProblem } from '@billhook/db/start-problem';
import { parseEnv, renderErrors } from '@billhook/platform/load-env';
import { loadTestEnv } from '@billhook/platform/spec-env';
import { freePort } from '@billhook/testing/free-port';
import { launchProgram } from '@billhook/testing/program';
import { createTestDatabase } from '@billhook/testing/test-database';
import { withClient, withDatabase } from '@billhook/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SECRET } from '../support/api.js';

/** The maximum number of lines that an operator has to read for a mistake in DATABASE_URL. */
const MOST_LINES = 6;

const { TEST_SERVER_URL: server } = loadTestEnv();
const name = `test_${randomBytes(6).toString('hex')}`;
const PASSWORD = 'not-to-be-shown';

/** The administrator of the server runs statements in a database. */
const administer = (database: string, ...statements: readonly string[]): Promise<void> =>
  withClient(withDatabase(server, database), async (client) => {
    for (const statement of statements) await client.query(statement);
  });

/** The URL of the role of this spec. */
function urlOf(database: string, { password = PASSWORD, role = name, query = '', port = '' } = {}): string {
  const url = new URL(withDatabase(server, database));
  [url.username, url.password, url.search] = [role, password, query];
  if (port) url.port = port;
  return url.href;
}

async function run(main: string, url: string): Promise<{ code: number | null; output: string }> {
  const child = launchProgram(main, {
    NODE_ENV: 'test',
    DATABASE_URL: url,
    APP_SECRETS: SECRET,
    PORT: String(await freePort()),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

/** What a person sees: the sentence, no stack, and no password. */
function expectSentences({ output }: { output: string }, ...parts: readonly string[]): void {
  for (const part of parts) expect(output).toContain(part);
  expect(output.trimEnd().split('\n').length).toBeLessThanOrEqual(MOST_LINES);
  expect(output).not.toMatch(/^\s+at |node_modules|undefined|"err":/m);
  expect(output).not.toContain(PASSWORD);
}

const databases = ['empty', 'latin', 'foreign', 'closed', 'lost', 'taken'].map((each) => `${name}_${each}`);
const [empty = '', latin = '', foreign = '', closed = '', lost = '', taken = ''] = databases;

beforeAll(async () => {
  const create = databases.map((each) =>
    each === latin
      ? `CREATE DATABASE ${each} ENCODING LATIN1 TEMPLATE template0 LOCALE_PROVIDER libc LOCALE 'C'`
      : `CREATE DATABASE ${each} TEMPLATE template0`,
  );
  await administer('postgres', `CREATE ROLE ${name} LOGIN PASSWORD '${PASSWORD}'`, ...create);
  for (const each of [empty, latin, foreign]) await administer(each, `GRANT CREATE ON SCHEMA public TO ${name}`);
  await administer('postgres', `ALTER ROLE ${name} IN DATABASE ${lost} SET search_path = missing`);
  await administer(taken, 'CREATE SCHEMA cell_1');
  await administer(
    foreign,
    'CREATE TABLE invoices (id integer)',
    'CREATE TABLE companies (id integer)',
    // With names and columns of Billhook that have other types.
    "CREATE TABLE api_keys AS SELECT 'sha256' AS hash_version",
    "CREATE TABLE webhook_endpoints AS SELECT 'x' AS secrets, '{}'::jsonb AS headers",
    `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${name}`,
  );
});

afterAll(async () => {
  for (const each of databases) await administer('postgres', `DROP DATABASE IF EXISTS ${each} WITH (FORCE)`);
  await administer('postgres', `DROP ROLE IF EXISTS ${name}`);
});

describe('the schema step with a mistake in DATABASE_URL', () => {
  /** What `migrate.ts` does, without a process for each mistake. */
  async function migrateHere(url: string): Promise<{ code: number; output: string }> {
    const { env, errors } = parseEnv({ DATABASE_URL: url, APP_SECRETS: SECRET });
    if (errors) return { code: 1, output: renderErrors(errors) };
    try {
      await migrate(env.DATABASE_URL);
      return { code: 0, output: '' };
    } catch (error) {
      const problem = startProblem(error, env.DATABASE_URL);
      return { code: problem?.exitCode ?? -1, output: problem?.message ?? String(error) };
    }
  }

  it.each<[string, () => string | Promise<string>, string[]]>([
    [
      'a wrong password',
      () => urlOf(empty, { password: `${PASSWORD}?` }),
      ['rejects the password of the role', 'ALTER ROLE'],
    ],
    ['a database that does not exist', () => urlOf(`${name}_missing`), ['does not exist', 'CREATE DATABASE']],
    [
      'a port where nothing listens',
      async () => urlOf(empty, { port: String(await freePort()) }),
      ['ECONNREFUSED', 'Check that PostgreSQL runs'],
    ],
    [
      'TLS that the server does not support',
      () => urlOf(empty, { query: 'sslmode=require' }),
      ['does not support TLS', 'sslmode'],
    ],
    ['another encoding', () => urlOf(latin), ['encoding LATIN1', "ENCODING 'UTF8'"]],
    ['a search_path without a schema', () => urlOf(lost), ['search_path', 'RESET search_path']],
    [
      'tables of another product',
      () => urlOf(foreign),
      ['tables of another program: api_keys, companies, invoices', 'Nothing was changed'],
    ],
    [
      'a schema of others with the name of the cell',
      () => urlOf(taken),
      ['a schema cell_1 that does not belong to Billhook', 'ALTER SCHEMA cell_1 RENAME'],
    ],
    [
      'a role that may create nothing',
      () => urlOf(closed),
      [`GRANT CREATE ON DATABASE "${closed}"`, 'GRANT USAGE, CREATE ON SCHEMA public'],
    ],
    [
      'a raw # in the password',
      () => urlOf(empty).replace(PASSWORD, `${PASSWORD}#`),
      ['must be a valid URL', '# is %23'],
    ],
    [
      'a raw % in the password',
      () => urlOf(empty).replace(PASSWORD, `${PASSWORD}%zz`),
      ['must be a valid URL', '% is %25'],
    ],
  ])('%s ends with 1 and at most six lines', async (_mistake, url, parts) => {
    const result = await migrateHere(await url());
    expect(result.code).toBe(1);
    expectSentences(result, ...parts);
  });

  it('changes nothing in a database of another product', async () => {
    const names = await withClient(
      withDatabase(server, foreign),
      async (client) =>
        (
          await client.query<{ relname: string }>(
            `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
          )
        ).rows,
    );
    expect(names.map(({ relname }) => relname).sort()).toEqual([
      ...['api_keys', 'companies', 'invoices', 'webhook_endpoints'],
    ]);
  });

  it('is repaired by the statements that it names', async () => {
    const { output } = await migrateHere(urlOf(closed));
    const [, statements = ''] = /run: (.*)\. Then run/.exec(output) ?? [];
    await administer(closed, ...statements.split('; '));
    expect(await run('apps/api/src/migrate.ts', urlOf(closed))).toMatchObject({
      code: 0,
      output: expect.stringContaining('The schema is up to date'),
    });
  });
});

describe('a program with a mistake in DATABASE_URL', () => {
  it.each([
    ['apps/api/src/migrate.ts', []],
    ['apps/api/src/main.ts', []],
    ['apps/worker/src/main.ts', []],
    ['apps/api/src/admin.ts', ['password-link', '--email', 'ada@example.com']],
    ['apps/api/src/audit-verify.ts', []],
  ])('%s says what is wrong', async (main, args) => {
    const child = launchProgram(
      main,
      { NODE_ENV: 'test', DATABASE_URL: urlOf(`${name}_missing`), APP_SECRETS: SECRET },
      ...args,
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => (output += piece.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    expect(code).toBe(1);
    expectSentences({ output }, 'does not exist', 'CREATE DATABASE');
  });

  it('does not start on a database of another product', async () => {
    expectSentences(await run('apps/worker/src/main.ts', urlOf(foreign)), 'tables of another program');
    expectSentences(await run('apps/api/src/migrate.ts', urlOf(foreign)), 'tables of another program');
  });

  it('starts with the form of libpq for a socket', async () => {
    const { url, drop } = await createTestDatabase();
    try {
      const { username, password, hostname, port, pathname } = new URL(url);
      const libpq = `postgresql://${username}:${password}@${pathname}?host=${hostname}&port=${port}`;
      const { env } = parseEnv({ DATABASE_URL: libpq, APP_SECRETS: SECRET });
      expect(await migrate(String(env?.DATABASE_URL))).toBe(0);
    } finally {
      await drop();
    }
  });
});
