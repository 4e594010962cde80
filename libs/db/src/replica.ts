import type { Logger } from '@billhook/platform/logger';
import type { Meter, Readings } from '@billhook/platform/metrics/meter';
import { withinTime } from '@billhook/platform/within-time';
import pg, { type QueryResultRow } from 'pg';
import { DatabaseClient } from './database-client.js';
import {
  readOutcome,
  replicaFailure,
  replicaProblem,
  replicaState,
  type PrimaryFacts,
  type PrimaryPosition,
  type ReadOutcome,
  type ReplicaFacts,
  type ReplicaPosition,
  type ReplicaState,
} from './replica.rules.js';
import {
  primaryFacts,
  primaryPosition,
  replicaFacts,
  replicaPosition,
  writeHistory,
  type ReplicatedChanges,
} from './replica.sql.js';
import { runStatement } from './run-statement.js';
import type { ReadRunner, Runner, Statement } from './statement.js';

/** How often both servers are compared. */
const COMPARE_MS = 1_000;

/** How long a read waits for a connection to the replica, or for its position. */
const RESPONSE_MS = 1_000;

/** For this long after a failure, all reads run on the primary. */
const REST_MS = 10_000;

/** A read that takes longer on the replica runs on the primary. */
const STATEMENT_MS = 10_000;

/** The primary of a replica. */
interface ComparedPrimary {
  readonly lookUp: ReadRunner['query'];
  readonly autocommit: Runner;
}

/** What a program gives to its replica. */
export interface ReplicaOptions {
  readonly changes: ReplicatedChanges;
  readonly url: string;
  readonly poolSize: number;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly meter: Pick<Meter, 'count' | 'read'>;
}

type FoundState = ReplicaState['kind'] | 'away';

/**
 * A standby of the primary for the reads of companies. A read runs there only if the standby has every change that the primary has of the
 * company at this moment, so it returns what the primary would. A standby that is away costs one read in a while the time to notice it.
 */
export class Replica {
  readonly #reads: pg.Pool;
  /** Separate, because a busy pool is not a lost replica. */
  readonly #comparisons: pg.Pool;
  #state: ReplicaState | undefined;
  #restsUntil = 0;
  #found: FoundState | undefined;
  #logged: FoundState | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(
    private readonly primary: ComparedPrimary,
    private readonly options: ReplicaOptions & { readonly applicationName: string },
  ) {
    this.#reads = this.#pool(options.poolSize, STATEMENT_MS);
    this.#comparisons = this.#pool(1, RESPONSE_MS);
    options.meter.read(['billhook_replica_lag_seconds'], () => this.#readings());
    void this.#compareAgain();
  }

  /**
   * Runs reads of a company on the replica.
   * @returns undefined if they have to run on the primary, also if some of them have run already
   */
  async read<T>(companyId: number, work: (db: ReadRunner) => Promise<T>): Promise<{ readonly result: T } | undefined> {
    if (this.#state?.kind !== 'follows' || performance.now() < this.#restsUntil) return this.#count('unavailable');
    const [primary] = await this.primary.lookUp<PrimaryPosition & QueryResultRow>(
      primaryPosition(this.options.changes, companyId),
    );
    if (!primary) throw new Error('unreachable: the statement returns one row');
    const client = await this.#upTo(companyId, primary);
    if (typeof client === 'string') return this.#count(client);
    let failure: ReturnType<typeof replicaFailure>;
    try {
      // On one connection: an address may lead to several servers, and only this one was compared.
      const result = await work({ query: (statement) => runStatement(client, statement) });
      this.#count('replica');
      return { result };
    } catch (error) {
      failure = replicaFailure(error);
      if (failure === undefined) throw error;
      if (failure === 'rest') this.#rest();
      return this.#count('failed');
    } finally {
      client.release(failure === 'rest');
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await Promise.all([this.#reads.end(), this.#comparisons.end()]);
  }

  /** A connection to a replica that has this position, or why there is none. */
  async #upTo(
    companyId: number,
    primary: PrimaryPosition,
  ): Promise<pg.PoolClient | Exclude<ReadOutcome, 'replica'> | 'failed'> {
    let client: pg.PoolClient | undefined;
    try {
      client = await this.#reads.connect();
      const position = runStatement<ReplicaPosition & QueryResultRow>(
        client,
        replicaPosition(this.options.changes, companyId, primary),
      );
      const [replica] = await withinTime(RESPONSE_MS, position);
      const outcome = replica ? readOutcome(primary, replica) : 'unavailable';
      if (outcome === 'replica') return client;
      client.release();
      return outcome;
    } catch {
      client?.release(true);
      this.#rest();
      return 'failed';
    }
  }

  #rest(): void {
    this.#restsUntil = performance.now() + REST_MS;
  }

  #count(outcome: ReadOutcome | 'failed'): undefined {
    this.options.meter.count('billhook_replica_reads_total', { outcome });
  }

  async #compareAgain(): Promise<void> {
    try {
      await this.#compare();
    } catch {
      // The primary: requests report what is wrong with it.
      this.#state = undefined;
    }
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#compareAgain(), COMPARE_MS).unref();
  }

  async #compare(): Promise<void> {
    const [primary] = await this.primary.lookUp<PrimaryFacts & QueryResultRow>(primaryFacts(this.options.changes));
    if (!primary) throw new Error('unreachable: the statement returns one row');
    const { history, flushed } = primary;
    if (primary.written !== history) await this.primary.autocommit.query(writeHistory(this.options.changes));
    let error: unknown;
    const [replica] = await this.#ask<ReplicaFacts & QueryResultRow>(replicaFacts(flushed)).catch(
      (failure: unknown) => {
        error = failure;
        return [];
      },
    );
    if (this.#isClosed) return;
    this.#state = replica && replicaState({ ...primary, written: history }, replica);
    this.#log(this.#state, error);
  }

  #ask<T extends QueryResultRow>(statement: Statement): Promise<T[]> {
    return runStatement<T>(this.#comparisons, statement);
  }

  /** Logs a change once it lasts for two comparisons: a replica that has just been connected is behind for a moment. */
  #log(state: ReplicaState | undefined, error: unknown): void {
    const found = state?.kind ?? 'away';
    const lasts = found === this.#found;
    this.#found = found;
    if (!lasts || found === this.#logged) return;
    this.#logged = found;
    const { logger } = this.options;
    const problem = state && replicaProblem(state);
    if (problem) logger.warn(`the replica is not used: ${problem.detail} ${problem.advice}`);
    else if (state) logger.info('the replica follows the primary: lists, reports and exports are read from it');
    else logger.warn({ err: error }, 'the replica is not used, because it does not respond');
  }

  /** The lag, for a scrape. */
  #readings(): Readings {
    const lag = this.#state?.kind === 'follows' ? this.#state.lagSeconds : null;
    return lag === null ? {} : { billhook_replica_lag_seconds: [{ labels: {}, value: lag }] };
  }

  #pool(size: number, statementMs: number): pg.Pool {
    const config: pg.PoolConfig & { readonly statementMs: number } = {
      connectionString: this.options.url,
      application_name: `${this.options.applicationName}-replica`,
      max: size,
      Client: DatabaseClient,
      statementMs,
      // Later than the server, whose error leaves the connection open.
      query_timeout: statementMs + RESPONSE_MS,
      connectionTimeoutMillis: RESPONSE_MS,
      keepAlive: true,
    };
    // A lost idle connection is removed from the pool, and needs no further reaction.
    return new pg.Pool(config).on('error', () => undefined);
  }
}
