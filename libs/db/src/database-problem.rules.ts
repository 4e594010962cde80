import { userInfo } from 'node:os';
import { OperatorError } from './operator-error.js';

/** What a program cannot do with its database, and what the operator must do about it. Neither contains a password. */
export interface DatabaseProblem {
  readonly detail: string;
  readonly advice: string;
}

/** What an address names. `host` is a folder for a socket. */
export interface DatabaseTarget {
  /** What has the address, in the words of the operator, such as DATABASE_URL. */
  readonly setting: string;
  readonly host: string;
  readonly port: string;
  readonly role: string;
  readonly database: string;
}

/** An error of PostgreSQL, its driver or a socket. */
interface Failure {
  /** SQLSTATE, or the code of Node. */
  readonly code: string;
  readonly message: string;
}

interface Known {
  /** Matches the code or the message. */
  readonly of: RegExp;
  readonly problem: (to: DatabaseTarget, failure: Failure) => DatabaseProblem;
}

export const POOLER_PAGE = 'docs/operations.md, "A pooler"';

/** A name as an SQL identifier. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** How an administrator creates the database, in the one encoding that Billhook supports. */
export const createDatabase = (database: string, role: string): string =>
  `CREATE DATABASE ${quoted(database)} OWNER ${quoted(role)} ENCODING 'UTF8' TEMPLATE template0`;

const at = ({ host, port }: DatabaseTarget): string =>
  host.startsWith('/') ? `${host} (port ${port})` : `${host}:${port}`;

const DATABASE_URL = 'DATABASE_URL';

const checkAddress = ({ setting }: DatabaseTarget): string =>
  `Check that PostgreSQL runs there, and correct the host and the port in ${setting}.`;

/** The first row that matches. SQLSTATE codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const KNOWN: readonly Known[] = [
  {
    of: /\bwal ?sender/i,
    problem: ({ role }) => ({
      detail: `The role ${quoted(role)} may not copy the server.`,
      advice: `As an administrator of the database, run: ALTER ROLE ${quoted(role)} REPLICATION`,
    }),
  },
  {
    of: /^28P01$/,
    problem: ({ role, setting }) => ({
      detail: `PostgreSQL rejects the password of the role ${quoted(role)}, or the role does not exist.`,
      advice: `Correct ${setting} (percent-encode special characters)${setting === DATABASE_URL ? ' or DATABASE_PASSWORD' : ''}, or set the password: ALTER ROLE ${quoted(role)} PASSWORD '…'`,
    }),
  },
  {
    of: /^28000$/,
    problem: ({ role, setting }, { message }) => ({
      detail: `PostgreSQL rejects the role ${quoted(role)}: ${message}.`,
      advice: `Create it (CREATE ROLE ${quoted(role)} LOGIN PASSWORD '…'), correct the user in ${setting}, or allow this machine in pg_hba.conf.`,
    }),
  },
  {
    of: /client password must be a string|no password supplied/,
    problem: ({ role, setting }) => ({
      detail: `PostgreSQL asks for the password of the role ${quoted(role)}, and ${setting} has none.`,
      advice: `${setting === DATABASE_URL ? 'Set DATABASE_PASSWORD, or add' : 'Add'} it after the user and a colon: ${role}:<password>`,
    }),
  },
  {
    of: /^3D000$/,
    problem: ({ database, role, setting }) => ({
      detail: `The database ${quoted(database)} does not exist.`,
      advice: `Correct ${setting}, or run as an administrator of PostgreSQL: ${createDatabase(database, role)}`,
    }),
  },
  {
    of: /^3F000$/,
    problem: ({ role }) => noSchemaProblem({ role }),
  },
  {
    of: /^42501$/,
    problem: ({ role, database }, { message }) => ({
      detail: `The role ${quoted(role)} lacks a permission: ${message}.`,
      advice: `As an administrator of the database, run: GRANT CONNECT, CREATE ON DATABASE ${quoted(database)} TO ${quoted(role)}; GRANT USAGE, CREATE ON SCHEMA public TO ${quoted(role)}. What a role needs: docs/operations.md, "One role".`,
    }),
  },
  {
    of: /^53300$/,
    problem: (_to, { message }) => ({
      detail: `PostgreSQL accepts no more connections: ${message}.`,
      advice:
        'Lower DATABASE_POOL_SIZE (API and worker each open that many and up to 8 more), or raise max_connections or the CONNECTION LIMIT of the role.',
    }),
  },
  {
    of: /^53\d\d\d$/,
    problem: (_to, { message }) => ({
      detail: `PostgreSQL has not enough resources: ${message}.`,
      advice: 'Free disk space or memory on the machine of PostgreSQL, then start again.',
    }),
  },
  {
    of: /^57P0[123]$/,
    problem: (_to, { message }) => ({
      detail: `PostgreSQL does not accept connections at this moment: ${message}.`,
      advice: 'Start again once PostgreSQL has started. Its log shows what it does.',
    }),
  },
  {
    of: /^25006$/,
    problem: ({ setting }) => standbyProblem(setting),
  },
  {
    of: /^(26000|42P05)$|unsupported startup parameter|^08P01$/,
    problem: ({ setting }, { message }) => ({
      detail: `A pooler between Billhook and PostgreSQL does not keep the state of connections: ${message}.`,
      advice: `Let ${setting} lead to PostgreSQL itself, or configure the pooler: ${POOLER_PAGE}.`,
    }),
  },
  {
    of: /extension "[^"]+" is not available|could not open extension control file/,
    problem: (_to, { message }) => ({
      detail: `PostgreSQL lacks a package: ${message}.`,
      advice: 'Install its contrib package (postgresql-contrib), which contains pg_trgm and btree_gin.',
    }),
  },
  {
    of: /does not support SSL/,
    problem: (to) => ({
      detail: `PostgreSQL at ${at(to)} does not support TLS, which ${to.setting} asks for.`,
      advice: `Enable ssl in postgresql.conf, or remove sslmode from ${to.setting} if the network is private.`,
    }),
  },
  {
    of: /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    problem: (to, { message }) => ({
      detail: `The certificate of PostgreSQL at ${at(to)} is not valid now: ${message}.`,
      advice:
        'Renew it, and let PostgreSQL read it: SELECT pg_reload_conf(). If it is valid, correct the clock of this machine.',
    }),
  },
  {
    of: /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_\w+)$/,
    problem: (to, { message }) => ({
      detail: `The certificate of PostgreSQL at ${at(to)} is not trusted: ${message}.`,
      advice: `Add the certificate of its authority to ${to.setting} (sslrootcert=/path/ca.crt), or, without a check of the server, sslmode=no-verify.`,
    }),
  },
  {
    of: /^(ENOTFOUND|EAI_AGAIN)$/,
    problem: ({ host, setting }, { code }) => ({
      detail: `The host ${host} of ${setting} is not found (${code}).`,
      advice: 'Correct the host. Special characters of the password must be percent-encoded.',
    }),
  },
  {
    of: /^(ECONNREFUSED|ENOENT|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EADDRNOTAVAIL|EACCES)$/,
    problem: (to, { code }) => ({
      detail: `PostgreSQL does not respond at ${at(to)} (${code}).`,
      advice: checkAddress(to),
    }),
  },
  {
    of: /^timeout expired$|timeout exceeded when trying to connect/,
    problem: (to) => ({ detail: `PostgreSQL does not respond at ${at(to)} in time.`, advice: checkAddress(to) }),
  },
  {
    of: /^(ECONNRESET|EPIPE)$|Connection terminated|received invalid response|connection error and is not queryable/,
    problem: (to) => ({
      detail: `The connection to ${at(to)} ended before PostgreSQL responded.`,
      advice: `Check that the host and the port in ${to.setting} are those of PostgreSQL, and read its log.`,
    }),
  },
];

/** `search_path` finds no schema. */
export function noSchemaProblem({ role }: { readonly role: string }): DatabaseProblem {
  return {
    detail: `The search_path of the role ${quoted(role)} names no schema that exists and that the role may use.`,
    advice: `As an administrator of the database, create the schema, or run: ALTER ROLE ${quoted(role)} RESET search_path; GRANT USAGE, CREATE ON SCHEMA public TO ${quoted(role)}`,
  };
}

/** The server writes nothing. */
export function standbyProblem(setting = DATABASE_URL): DatabaseProblem {
  return {
    detail: 'PostgreSQL accepts only reads: the server is a standby, or it is set to read-only.',
    advice: `Let ${setting} lead to the primary server.`,
  };
}

/** Explains an error of a connection or a statement to the operator. Undefined for an error that is not about the database. */
export function databaseProblem(error: unknown, to: DatabaseTarget): DatabaseProblem | undefined {
  for (const failure of failuresOf(error)) {
    const known = KNOWN.find(({ of }) => of.test(failure.code) || of.test(failure.message));
    if (known) return known.problem(to, failure);
  }
  return undefined;
}

/** The error, the errors of all addresses of a host, and its causes. */
function failuresOf(error: unknown): Failure[] {
  if (!(error instanceof Error)) return [];
  // Listening on a port can be refused as well.
  const isListening = 'syscall' in error && error.syscall === 'listen';
  const code = 'code' in error && !isListening ? String(error.code) : '';
  const own = { code, message: error.message.replace(/\.$/, '') };
  const parts = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  return [own, ...parts.flatMap(failuresOf), ...failuresOf(error.cause)];
}

/** The parts of a URL, with PostgreSQL's defaults. @param url checked as a setting */
export function databaseTarget(url: string, setting = DATABASE_URL): DatabaseTarget {
  const { hostname, port, username, pathname, searchParams } = new URL(url);
  const role = searchParams.get('user') ?? decodeURIComponent(username);
  return {
    setting,
    host: searchParams.get('host') ?? (decodeURIComponent(hostname) || 'localhost'),
    port: searchParams.get('port') ?? (port || '5432'),
    role: role || userInfo().username,
    database: decodeURIComponent(pathname.slice(1)) || role,
  };
}

/** An address for the operator, without a password. */
export function describeUrl(url: string): string {
  const { host, port, database } = databaseTarget(url);
  return `${host}:${port}/${database}`;
}

/** A database that Billhook cannot use. */
export class UnusableDatabaseError extends OperatorError {
  constructor({ detail, advice }: DatabaseProblem) {
    super(`${detail}\n${advice}`);
  }
}
