/** SQLSTATE codes: connection exceptions, insufficient resources, shutdowns, and sessions that were ended because of their duration. */
const SQL_STATE = /^(08...|53...|57P0.|25P0[34])$/;

/** Errors of sockets and DNS if a connection cannot be opened or breaks. */
const SYSTEM_CODES: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'ENOENT'],
]);

/** Errors of pg, its pool and TypeORM without a code. */
const MESSAGES: readonly RegExp[] = [
  /^timeout exceeded when trying to connect$/,
  /^timeout expired$/,
  /^Query read timeout$/,
  /^Connection terminated/,
  /^Client (has encountered a connection error|was closed) and is not queryable$/,
  /^Query runner already released\./,
  // While a process stops.
  /^(Cannot use a pool after calling end on the pool|the shared connections are closed|Driver not Connected)/,
];

/** A cell that a move has taken from its server, and whose new address is not known: the command was interrupted in between. */
export class MovingCellError extends Error {
  constructor(options: ErrorOptions) {
    super('A cell is moving to another server.', options);
  }
}

/** Whether an error means that the database is unreachable or accepts no more connections. Nothing was written, or it was rolled back. */
export function isLostDatabase(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (error instanceof MovingCellError) return true;
  const code = 'code' in error ? String(error.code) : '';
  if (SQL_STATE.test(code)) return true;
  // ECONNRESET with a status: a client closed its connection during its request.
  if ('statusCode' in error && isClientError(error.statusCode)) return false;
  // ENOENT with a syscall: the PostgreSQL socket does not exist. For files it is a bug.
  if (SYSTEM_CODES.has(code)) return code !== 'ENOENT' || ('syscall' in error && error.syscall === 'connect');
  return error instanceof Error && MESSAGES.some((message) => message.test(error.message));
}

const isClientError = (status: unknown): boolean => typeof status === 'number' && status >= 400 && status < 500;

/** SQLSTATE of a server, database or role whose limit of connections is reached. */
const TOO_MANY_CONNECTIONS = '53300';

/** The message about a lost database, for a caller and for the operator. It names no role or address, because anyone can read it. */
export function lostDatabaseFinding(error: unknown): { readonly detail: string; readonly advice: string } {
  if (error instanceof MovingCellError)
    return {
      detail: error.message,
      advice: 'If no command moves the cell, start cells move again, or run cells cancel-move.',
    };
  const isFull = typeof error === 'object' && error !== null && 'code' in error && error.code === TOO_MANY_CONNECTIONS;
  if (isFull)
    return {
      detail: 'PostgreSQL accepts no more connections.',
      advice:
        'Lower DATABASE_POOL_SIZE, or raise max_connections of PostgreSQL or the CONNECTION LIMIT of the role or the database.',
    };
  return {
    detail: 'The database does not respond.',
    advice: 'Check that PostgreSQL runs, that DATABASE_URL is right, and that max_connections is high enough.',
  };
}
