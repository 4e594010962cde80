import pg from 'pg';
import { batchSocketWrites } from './batch-socket-writes.js';
import { CELL_SCHEMA, pathInSql, withCell } from './search-path.js';
import { beginWith, currentValues, sessionValues, startupOptions, type SessionValues } from './session-settings.js';

/** The configuration of a connection. */
export interface DatabaseClientConfig extends pg.ClientConfig {
  /** Values of this connection in addition to `SESSION_SETTINGS`, such as a `search_path` without the cell. */
  readonly settings?: SessionValues | undefined;
  /** The maximum duration of a statement and of a pause within a transaction; 0 means unlimited. Default: `STATEMENT_MS`. */
  readonly statementMs?: number | undefined;
  /** The schema in which the connection looks first; null for the global side. Default: that of the first cell. */
  readonly schema?: string | null | undefined;
}

/** The longest statement of a request or a job. */
export const STATEMENT_MS = 30_000;

/** The default of `connectionTimeoutMillis`: a server can accept a connection and never respond. */
export const CONNECT_MS = 10_000;

/** The result of sending start-up options on a connection. */
export type Arrival =
  | { readonly kind: 'arrived' }
  /** Removed by a pooler: these settings have other values. */
  | { readonly kind: 'dropped'; readonly names: readonly string[] }
  /** Rejected by a pooler with this message, so the connection was opened without them. */
  | { readonly kind: 'rejected'; readonly message: string };

type Send = (...args: unknown[]) => Promise<unknown>;

/** The messages of poolers that reject start-up options, by their host and port. Later connections are opened without them. */
const rejections = new Map<string, string>();

/** The paths by their target, without our schema: the first connection of a process reads its path, and later ones send it. */
const paths = new Map<string, string>();

/** SQLSTATE codes of PgBouncer (protocol violation) and of RDS Proxy (feature not supported). */
const REJECTED: readonly unknown[] = ['08P01', '0A000'];

const BEGINS = /^\s*(BEGIN|START\s+TRANSACTION)\b/i;
const ENDS = /^\s*(COMMIT|END|ABORT|ROLLBACK(?!\s+(WORK\s+|TRANSACTION\s+)?TO\b))\b/i;

/**
 * A connection with the settings that statements rely on, and with the schema of the cell before the path that it would have otherwise.
 * Both are start-up options, and are checked once. Behind a pooler that drops or
 * rejects them, each transaction sets them instead, and a statement outside of one becomes a transaction.
 * Their timeouts end no commit that waits for a synchronous standby: PostgreSQL stops the timer of a statement before it commits.
 * Its connection errors do not end the process: without the listener, an error between a pool and its caller is thrown, and the next
 * statement fails anyway.
 */
export class DatabaseClient extends pg.Client {
  readonly #address: string;
  readonly #target: string;
  readonly #send: Send;
  #values: SessionValues;
  #schema: string | null;
  #arrival: Arrival = { kind: 'arrived' };
  /** Whether the statements that were sent have opened a transaction. */
  #isOpen = false;

  constructor({ settings, statementMs = STATEMENT_MS, schema = CELL_SCHEMA, ...config }: DatabaseClientConfig = {}) {
    // Statements are sent without waiting for the results of earlier ones.
    super({ pipeline: true, connectionTimeoutMillis: CONNECT_MS, ...config });
    this.#address = addressOf(this);
    this.#target = [this.user, this.#address, this.database, optionsOf(this).options].join(' ');
    this.#schema = schema;
    const path = paths.get(this.#target);
    const own: SessionValues = path === undefined ? {} : { search_path: withCell(path, schema) };
    this.#values = sessionValues({ ...timeouts(statementMs), ...own, ...settings });
    const rejection = rejections.get(this.#address);
    if (rejection === undefined) addOptions(this, startupOptions(this.#values));
    else this.#arrival = { kind: 'rejected', message: rejection };
    this.on('error', () => undefined);
    this.#send = this.query.bind(this) as Send;
    Object.assign(this, { query: (...args: unknown[]) => this.#query(args) });
    const connect = this.connect.bind(this) as () => Promise<unknown>;
    Object.assign(this, { connect: (callback?: Callback) => called(callback, this.#open(connect)) });
  }

  /** Known once it is connected. */
  get arrival(): Arrival {
    return this.#arrival;
  }

  /** The schema in which it looks before the path of its role. */
  get schema(): string | null {
    return this.#schema;
  }

  /**
   * Looks in another schema from now on. Sent with the statement that follows, outside a transaction; that statement fails if it cannot
   * be executed, because the connection is lost then.
   */
  lookIn(schema: string | null): void {
    if (schema === this.#schema) return;
    this.#schema = schema;
    const path = withCell(paths.get(this.#target) ?? '', schema);
    this.#values = { ...this.#values, search_path: path };
    if (this.#arrival.kind !== 'arrived') return;
    batchSocketWrites(this);
    this.#send(`SET search_path = ${pathInSql(path)}`).catch(() => undefined);
  }

  async #open(connect: () => Promise<unknown>): Promise<this> {
    try {
      await connect();
    } catch (error) {
      if (this.#arrival.kind === 'arrived' && isRejection(error)) rejections.set(this.#address, error.message);
      throw error;
    }
    try {
      await this.#check();
      return this;
    } catch (error) {
      await this.end().catch(() => undefined);
      throw error;
    }
  }

  /** Compares the values with those that arrived. The first connection to its target also reads and sets the path. */
  async #check(): Promise<void> {
    const wanted = this.#values;
    const knowsPath = wanted['search_path'] !== undefined;
    if (knowsPath && this.#arrival.kind === 'rejected') return;
    const names = Object.keys(wanted);
    const { rows } = (await this.#send(
      knowsPath
        ? { name: 'connection_settings', text: currentValues(names) }
        : { name: 'connection_first', text: currentValues([...names, 'search_path']) },
    )) as pg.QueryResult<SessionValues>;
    if (this.#arrival.kind === 'arrived') {
      const lost = names.filter((name) => !isEqual(rows[0]?.[name], wanted[name]));
      if (lost.length > 0) this.#arrival = { kind: 'dropped', names: lost };
    }
    if (knowsPath) return;
    const found = rows[0]?.['search_path'] ?? '';
    paths.set(this.#target, found);
    const path = withCell(found, this.#schema);
    this.#values = { ...wanted, search_path: path };
    if (this.#arrival.kind === 'arrived') await this.#send(`SET search_path = ${pathInSql(path)}`);
  }

  #query(args: unknown[]): unknown {
    const text = textOf(args[0]);
    if (text === undefined) return this.#send(...args);
    if (this.#arrival.kind === 'arrived') return this.#send(...args);
    return this.#withSettings(args, text);
  }

  #withSettings(args: unknown[], text: string): unknown {
    if (BEGINS.test(text)) {
      this.#isOpen = true;
      return called(callbackOf(args), this.#send(beginWith(this.#values, text)).then(firstOf));
    }
    if (ENDS.test(text)) this.#isOpen = false;
    else if (!this.#isOpen) return called(callbackOf(args), this.#alone(args));
    return this.#send(...args);
  }

  /** Runs a statement in its own transaction. All statements are sent together, so the transaction adds no round trip. */
  async #alone(args: unknown[]): Promise<unknown> {
    const [begun, result, ended] = await Promise.allSettled([
      this.#send(beginWith(this.#values)),
      this.#send(...args),
      this.#send('COMMIT'),
    ]);
    for (const outcome of [begun, result, ended]) if (outcome.status === 'rejected') throw outcome.reason;
    return result.status === 'fulfilled' ? result.value : undefined;
  }
}

/**
 * Opens a connection. If a pooler rejects start-up options, opens one without them, and later ones of this process as well.
 * @throws the error of the first attempt if both fail
 */
export async function connectClient(config: DatabaseClientConfig): Promise<DatabaseClient> {
  const client = new DatabaseClient(config);
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (!isRejection(error) || client.arrival.kind === 'rejected') throw error;
    const second = new DatabaseClient(config);
    return second.connect().then(
      () => second,
      () => {
        rejections.delete(addressOf(second));
        throw error;
      },
    );
  }
}

const addressOf = ({ host, port }: pg.Client): string => `${host}:${port}`;

const timeouts = (ms: number): SessionValues => ({
  statement_timeout: `${ms}ms`,
  idle_in_transaction_session_timeout: `${ms}ms`,
});

/** They apply after the settings of the URL and of PGOPTIONS, which the driver has read. The last one counts. */
function addOptions(client: pg.Client, added: string): void {
  const parameters = optionsOf(client);
  parameters.options = [parameters.options, added].filter(Boolean).join(' ');
}

const optionsOf = (client: pg.Client): { options?: string | null } =>
  (client as unknown as { readonly connectionParameters: { options?: string | null } }).connectionParameters;

const isRejection = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && 'code' in error && REJECTED.includes(error.code);

const UNITS: Readonly<Record<string, number>> = { '': 1, ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 };

/** PostgreSQL returns durations in the largest unit that divides them, such as `30s`. */
function isEqual(found: string | undefined, wanted: string | undefined): boolean {
  if (found === undefined || wanted === undefined) return false;
  return found === wanted || (msOf(found) !== undefined && msOf(found) === msOf(wanted));
}

function msOf(text: string): number | undefined {
  const [, number, unit = ''] = /^(\d+)([a-z]*)$/.exec(text) ?? [];
  const factor = UNITS[unit];
  return number === undefined || factor === undefined ? undefined : Number(number) * factor;
}

/** The text of a statement; undefined for an object of the driver that sends itself. */
function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query;
  if (typeof query !== 'object' || query === null || 'submit' in query) return undefined;
  return 'text' in query ? String(query.text) : undefined;
}

type Callback = (error: unknown, result?: unknown) => void;

/** Removes the callback from the arguments of a query, as the pool passes one. */
function callbackOf(args: unknown[]): Callback | undefined {
  const at = args.findIndex((arg) => typeof arg === 'function');
  return at < 0 ? undefined : (args.splice(at)[0] as Callback);
}

/** The driver returns a promise only without a callback. */
function called<T>(callback: Callback | undefined, done: Promise<T>): Promise<T> | undefined {
  if (!callback) return done;
  done.then(
    (result) => callback(undefined, result),
    (error: unknown) => callback(error),
  );
  return undefined;
}

/** A text with several statements has a list of results. */
const firstOf = (result: unknown): unknown => (Array.isArray(result) ? result[0] : result);
