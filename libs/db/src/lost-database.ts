/** SQLSTATE: connection exceptions, insufficient resources, shut-downs, and a session that was ended because it stood idle. */
const SQL_STATE = /^(08...|53...|57P0.|25P03)$/;

/** Of sockets and names, when no connection to the database can be made, or one breaks. */
const SYSTEM_CODES: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'ENOENT'],
]);

/** What pg, its pool and TypeORM say without a code. */
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

/** Whether an error says that the database cannot be reached now, or takes no more connections. Nothing was done, or it is rolled back. */
export function isLostDatabase(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (SQL_STATE.test(code)) return true;
  // ECONNRESET with a status is a client that closed its connection in the middle of its request.
  if ('statusCode' in error && isClientError(error.statusCode)) return false;
  // ENOENT is a socket of PostgreSQL that is not there; of a file it is a fault of ours.
  if (SYSTEM_CODES.has(code)) return code !== 'ENOENT' || ('syscall' in error && error.syscall === 'connect');
  return error instanceof Error && MESSAGES.some((message) => message.test(error.message));
}

const isClientError = (status: unknown): boolean => typeof status === 'number' && status >= 400 && status < 500;
