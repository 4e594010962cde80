import { describe, expect, it } from '@jest/globals';
import { aboutCell, connectCell } from './cell-connections.js';
import { OperatorError } from './operator-error.js';
import { startProblem } from './start-problem.js';

const URL = 'postgresql://ada:secret@db1:5432/billhook';
const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });

describe('startProblem', () => {
  it('is about DATABASE_URL for an error of its server', () => {
    expect(startProblem(refused, URL)?.message).toContain('db1:5432');
    expect(startProblem(new Error('no more'), URL)).toBeUndefined();
  });

  it('is the message of an error about another server, whatever its cause', () => {
    const message = 'PostgreSQL at db2:5432/billhook cannot be used';
    expect(startProblem(new OperatorError(message, { cause: refused }), URL)).toEqual({ message, exitCode: 1 });
  });

  const cell = { number: 2, schema: 'cell_2', state: 'open', isDivided: true, url: null } as const;

  it('names a cell whose server does not respond', async () => {
    const error: unknown = await connectCell({ ...cell, url: 'postgresql://127.0.0.1:1/billhook' }, URL).catch(
      (thrown: unknown) => thrown,
    );
    const said = startProblem(error, URL)?.message ?? '';
    expect(said).toMatch(/^Cell 2 at 127\.0\.0\.1:1\/billhook cannot be used: .*ECONNREFUSED.* Check that PostgreSQL/);
    expect(said).not.toMatch(/secret|DATABASE_URL/);
  });

  /** What is printed after the error of a statement in a cell. */
  const saidOf = async (error: Error, url: string | null): Promise<string | undefined> => {
    const thrown: unknown = await aboutCell({ ...cell, url }, URL, () => Promise.reject(error)).catch(
      (each: unknown) => each,
    );
    return startProblem(thrown, URL)?.message;
  };
  const failure = (code: string, message: string) => Object.assign(new Error(message), { code });
  const NAME = 'Cell 2 at db2:5433/books cannot be used: ';

  it.each([
    [
      failure('42501', 'permission denied for table clients'),
      'The role "bob" lacks a permission: permission denied for table clients. As an administrator of the database, run: GRANT CONNECT, CREATE ON DATABASE "books" TO "bob"',
    ],
    [failure('53100', 'could not extend file'), 'PostgreSQL has not enough resources: could not extend file. Free'],
    [
      new Error('Connection terminated unexpectedly'),
      'The connection to db2:5433 ended before PostgreSQL responded. Check that the host and the port in the address of cell 2 are',
    ],
    [
      new Error('Client has encountered a connection error and is not queryable'),
      'The connection to db2:5433 ended before PostgreSQL responded.',
    ],
    [
      failure('28P01', 'password authentication failed'),
      'PostgreSQL rejects the password of the role "bob", or the role does not exist. Correct the address of cell 2 (percent-encode special characters), or set the password',
    ],
    [
      new Error('no password supplied'),
      'PostgreSQL asks for the password of the role "bob", and the address of cell 2',
    ],
    [failure('3D000', 'does not exist'), 'The database "books" does not exist. Correct the address of cell 2, or'],
    [failure('ENOTFOUND', 'getaddrinfo'), 'The host db2 of the address of cell 2 is not found (ENOTFOUND).'],
    [
      new Error('The server does not support SSL connections'),
      'PostgreSQL at db2:5433 does not support TLS, which the',
    ],
    [failure('25006', 'read-only'), 'PostgreSQL accepts only reads: the server is a standby'],
  ])('is about the server of a cell for %s there', async (error, says) => {
    const said = await saidOf(error, 'postgresql://bob@db2:5433/books');
    expect(said?.startsWith(NAME + says)).toBe(true);
    expect(said).not.toMatch(/secret|DATABASE_|db1|undefined|\.\.( |$)/);
  });

  it('is about DATABASE_URL for a cell on its server, and none for a bug', async () => {
    expect(await saidOf(failure('53100', 'could not extend file'), null)).toMatch(/^PostgreSQL has not enough/);
    expect(await saidOf(refused, null)).toMatch(/db1:5432 .*in DATABASE_URL/s);
    expect(await saidOf(new TypeError('x is undefined'), 'postgresql://bob@db2:5433/books')).toBeUndefined();
  });
});
