import { connectClient, type DatabaseClient, type DatabaseClientConfig } from './database-client.js';

/** How long a connection stays open without work, as in the pool of the driver. */
const IDLE_MS = 10_000;

/** A connection that was idle for this long may look in another schema: its cell is not busy. */
const SPARE_MS = 1_000;

export interface CellPoolLimits {
  /** The maximum number of connections. */
  readonly size: number;
  /** How long to wait for one. */
  readonly waitMs: number;
}

interface IdleConnection {
  readonly client: DatabaseClient;
  readonly since: number;
  readonly timer: NodeJS.Timeout;
}

interface Waiting {
  readonly schema: string | null;
  /** Whether its time has ended, perhaps while its connection was being opened. */
  hasLeft: boolean;
  readonly resolve: (client: DatabaseClient) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The connections to a server with several schemas. Each keeps the schema in which it looked last, because PostgreSQL plans all prepared
 * statements again after a change: another schema costs as much as a statement. So busy cells have their connections, as far as there
 * are enough. The pool of the driver would return any of them.
 */
export class CellPool {
  readonly #open = new Set<DatabaseClient>();
  /** The one that was used last at the end. */
  #idle: IdleConnection[] = [];
  readonly #waiting: Waiting[] = [];
  /** Those that are being opened. */
  #opening = 0;
  #hasEnded = false;

  /** @param config of each connection, without the schema */
  constructor(
    private readonly config: DatabaseClientConfig,
    private readonly limits: CellPoolLimits,
  ) {}

  /** How many connections work, have no work, and are awaited. */
  get counts(): { readonly used: number; readonly idle: number; readonly waiting: number } {
    const idle = this.#idle.length;
    return { used: this.#size - idle, idle, waiting: this.#waiting.length };
  }

  /**
   * A connection that looks in the schema; null for the global side. The caller releases it.
   * @throws the error of the connection, or that none was free in time
   */
  async acquire(schema: string | null): Promise<DatabaseClient> {
    // The messages of pg's pool, by which a lost database is recognised.
    if (this.#hasEnded) throw new Error('Cannot use a pool after calling end on the pool');
    const isFull = this.#size >= this.limits.size;
    const client = this.#takeIdle(schema, isFull);
    if (client) return client;
    return isFull ? this.#wait(schema) : this.#connect(schema);
  }

  /** Also for a connection that was lost. */
  release(client: DatabaseClient): void {
    if (!this.#open.has(client)) return;
    if (this.#hasEnded) return this.#close(client);
    const next = this.#waiting.shift();
    if (next) {
      client.lookIn(next.schema);
      return next.resolve(client);
    }
    const timer = setTimeout(() => this.#close(client), IDLE_MS).unref();
    this.#idle.push({ client, since: performance.now(), timer });
  }

  /** Closes those without work now, and the others when they are released. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    for (const { reject } of this.#waiting.splice(0))
      reject(new Error('Cannot use a pool after calling end on the pool'));
    await Promise.all(
      this.#idle.map(({ client, timer }) => {
        clearTimeout(timer);
        return client.end();
      }),
    );
  }

  get #size(): number {
    return this.#open.size + this.#opening;
  }

  #takeIdle(schema: string | null, isFull: boolean): DatabaseClient | undefined {
    const own = this.#idle.findLastIndex(({ client }) => client.schema === schema);
    const [oldest] = this.#idle;
    const isSpare = oldest !== undefined && (isFull || performance.now() - oldest.since > SPARE_MS);
    if (own < 0 && !isSpare) return undefined;
    const [taken] = this.#idle.splice(Math.max(own, 0), 1);
    clearTimeout(taken?.timer);
    taken?.client.lookIn(schema);
    return taken?.client;
  }

  #wait(schema: string | null): Promise<DatabaseClient> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.hasLeft = true;
        const at = this.#waiting.indexOf(waiting);
        if (at >= 0) this.#waiting.splice(at, 1);
        reject(new Error('timeout exceeded when trying to connect'));
      }, this.limits.waitMs).unref();
      const waiting: Waiting = {
        schema,
        hasLeft: false,
        resolve(client) {
          clearTimeout(timer);
          resolve(client);
        },
        reject(error) {
          clearTimeout(timer);
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      };
      this.#waiting.push(waiting);
    });
  }

  async #connect(schema: string | null): Promise<DatabaseClient> {
    this.#opening++;
    try {
      const client = await connectClient({ ...this.config, schema });
      this.#open.add(client);
      client.once('end', () => this.#leave(client));
      client.on('error', () => this.#close(client));
      return client;
    } finally {
      this.#opening--;
      // If it failed, its place is free.
      this.#fill();
    }
  }

  /** Opens a connection for the next that waits, if there is a place. */
  #fill(): void {
    if (this.#hasEnded || this.#size >= this.limits.size) return;
    const next = this.#waiting.shift();
    if (next)
      this.#connect(next.schema).then(
        (client) => (next.hasLeft ? this.release(client) : next.resolve(client)),
        next.reject,
      );
  }

  #close(client: DatabaseClient): void {
    this.#leave(client);
    client.end().catch(() => undefined);
  }

  #leave(client: DatabaseClient): void {
    if (!this.#open.delete(client)) return;
    const at = this.#idle.findIndex((idle) => idle.client === client);
    if (at >= 0) clearTimeout(this.#idle.splice(at, 1)[0]?.timer);
    this.#fill();
  }
}
