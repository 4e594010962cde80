import { CellPool } from './cell-pool.js';
import type { DatabaseClientConfig } from './database-client.js';
import { SharedConnections } from './shared-connections.js';

/** Two, because one slow read must not delay all others. */
const SHARED_CONNECTIONS = 2;

/** A schema on a server; null for the global side. */
export interface CellPlace {
  readonly url: string;
  readonly schema: string | null;
}

/** What of a data source decides about connections: the options of `createDataSource`. */
export interface ConnectionOptions {
  readonly url?: string;
  readonly poolSize?: number;
  readonly applicationName?: string;
  readonly extra?: DatabaseClientConfig;
}

interface ConnectionCounts {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
}

/** The connections of a program with several cells: a pool for each server, and shared ones for each place. */
export class PlaceConnections {
  #hasEnded = false;
  readonly #pools = new Map<string, CellPool>();
  readonly #shared = new Map<string, SharedConnections>();

  constructor(private readonly options: ConnectionOptions) {}

  /** Of the pools. */
  get counts(): readonly ConnectionCounts[] {
    return [...this.#pools.values()].map((pool) => pool.counts);
  }

  poolTo(url: string): CellPool {
    return this.#pools.get(url) ?? this.#openPool(url);
  }

  sharedAt(place: CellPlace): SharedConnections {
    return this.#shared.get(keyOf(place)) ?? this.#share(place);
  }

  /** Closes those to other places, where cells were before, when their work has ended. */
  keepOnly(places: readonly CellPlace[]): void {
    const [urls, keys] = [new Set(places.map(({ url }) => url)), new Set(places.map(keyOf))];
    for (const [key, shared] of this.#shared) {
      if (keys.has(key)) continue;
      this.#shared.delete(key);
      shared.retire();
    }
    // Its connections end when they have been idle for a while.
    for (const [url, pool] of this.#pools) if (!urls.has(url) && isUnused(pool.counts)) this.#pools.delete(url);
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    const pools = [...this.#pools.values()].map((pool) => pool.end());
    await Promise.all([...pools, ...[...this.#shared.values()].map((shared) => shared.close())]);
  }

  #openPool(url: string): CellPool {
    this.#requireOpen();
    const { poolSize = 10, applicationName, extra } = this.options;
    const { statementMs, query_timeout, connectionTimeoutMillis, keepAlive } = extra ?? {};
    const config = {
      ...{ connectionString: url, application_name: applicationName },
      ...{ statementMs, query_timeout, connectionTimeoutMillis, keepAlive },
    };
    const pool = new CellPool(config, { size: poolSize, waitMs: connectionTimeoutMillis ?? 0 });
    this.#pools.set(url, pool);
    return pool;
  }

  #share(place: CellPlace): SharedConnections {
    this.#requireOpen();
    const { applicationName = 'billhook' } = this.options;
    // One for each cell, of which there may be many.
    const size = place.schema === null ? SHARED_CONNECTIONS : 1;
    const shared = new SharedConnections({ ...place, size, applicationName });
    this.#shared.set(keyOf(place), shared);
    return shared;
  }

  /** @throws Error after the data source was closed: nothing would close another connection */
  #requireOpen(): void {
    if (this.#hasEnded) throw new Error('Cannot use a pool after calling end on the pool');
  }
}

const isUnused = ({ used, idle, waiting }: ConnectionCounts): boolean => used + idle + waiting === 0;

const keyOf = ({ url, schema }: CellPlace): string => `${schema ?? ''} ${url}`;
