import { setTimeout as sleep } from 'node:timers/promises';
import { isLostDatabase } from '@billhook/db/lost-database';
import pg from 'pg';

/** The row of the last number that was taken, among rows that nothing verifies. */
const COUNTER = `resource = 'number' AND record_id = 0`;

/** Locks it. */
export const HOLD_NUMBERS = `SELECT FROM record_tombstones WHERE ${COUNTER} FOR UPDATE`;

/** The table or its schema is not there: the cell has moved. */
const GONE: readonly unknown[] = ['42P01', '3F000'];

/** What writers know of the installation. */
export interface WrittenCell {
  /** The database with the table of cells. */
  readonly directoryUrl: string;
  readonly schema: string;
  readonly companyId: number;
  /** The client that each write copies. */
  readonly clientId: number;
}

/** What a loop that runs beside a spec ends with. */
export const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

const LOOPS = 4;
/** 20 writes in a second, from all loops together. */
const PAUSE_MS = 200;
const RETRY_MS = 10;

/**
 * Writers that use a cell as programs do: they remember its address, and read it again when the cell is not there. Each write takes the next
 * number, inserts a client with it, and adds an entry to the audit log.
 */
export class CellWriters {
  /** The keys of writes that were confirmed. */
  readonly acknowledged = new Set<string>();
  /** Writes that did not find the cell, and were repeated. */
  repeated = 0;
  longestMs = 0;
  #isRunning = false;
  #loops: Promise<Error | void>[] = [];
  #count = 0;

  constructor(
    private readonly cell: WrittenCell,
    private readonly name: string,
  ) {}

  start(): void {
    this.#isRunning = true;
    this.#loops = Array.from({ length: LOOPS }, () => this.#run().catch(errorOf));
  }

  /** Resolves when the last write is confirmed. @throws the first error that a program would not repeat */
  async stop(): Promise<void> {
    this.#isRunning = false;
    for (const failure of await Promise.all(this.#loops)) if (failure) throw failure;
  }

  async #run(): Promise<void> {
    let client: pg.Client | undefined;
    while (this.#isRunning) {
      const key = `${this.name}-${(this.#count += 1)}`;
      const began = performance.now();
      for (;;) {
        try {
          client ??= await this.#connect();
          await this.#write(client, key);
          break;
        } catch (error) {
          await client?.end().catch(() => undefined);
          client = undefined;
          if (!isLostDatabase(error) && !isGone(error)) throw error;
          this.repeated += 1;
          await sleep(RETRY_MS);
        }
      }
      this.acknowledged.add(key);
      this.longestMs = Math.max(this.longestMs, performance.now() - began);
      await sleep(PAUSE_MS);
    }
    await client?.end();
  }

  async #connect(): Promise<pg.Client> {
    const address = await addressOf(this.cell.directoryUrl);
    const client = new pg.Client({
      connectionString: address ?? this.cell.directoryUrl,
      options: `-c search_path=${this.cell.schema},public`,
    });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  /** A key that is there was confirmed by a server whose response was lost. */
  async #write(client: pg.Client, key: string): Promise<void> {
    const { companyId, clientId } = this.cell;
    await client.query('BEGIN');
    const { rowCount } = await client.query('SELECT FROM clients WHERE external_id = $1', [key]);
    if (rowCount === 0) {
      const { rows } = await client.query<{ value: number }>(
        `UPDATE record_tombstones SET version = version + 1 WHERE ${COUNTER} RETURNING version AS value`,
      );
      const value = rows[0]?.value ?? 0;
      await client.query(
        `INSERT INTO clients SELECT (jsonb_populate_record(c, jsonb_build_object('id', nextval('clients_id_seq'),
            'external_id', $2::text, 'name', $3::text))).* FROM clients c WHERE id = $1`,
        [clientId, key, String(value)],
      );
      await client.query(
        `INSERT INTO audit_log (company_id, at, actor, actor_kind, action, details) VALUES ($1, now(), 'test', 'system', 'test', '{}')`,
        [companyId],
      );
    }
    await client.query('COMMIT');
  }
}

const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && GONE.includes(error.code);

async function addressOf(directoryUrl: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: directoryUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ url: string | null }>('SELECT url FROM public.cells WHERE number = 1');
    return rows[0]?.url ?? null;
  } finally {
    await client.end();
  }
}

/** Lets writers take numbers. */
export const BEGIN_NUMBERS = `INSERT INTO record_tombstones (company_id, resource, record_id, deleted_at, version) VALUES ($1, 'number', 0, now(), 0)`;

/** What the writers have left, in one row. */
export const WRITTEN = `WITH written AS (SELECT external_id AS key, name::int AS value FROM clients WHERE external_id ~ '-[0-9]+$')
SELECT (SELECT coalesce(json_agg(key), '[]') FROM written) AS keys, (SELECT count(DISTINCT value)::int FROM written) AS numbers,
  (SELECT coalesce(max(value), 0) FROM written) AS last, (SELECT version FROM record_tombstones WHERE ${COUNTER}) AS taken,
  (SELECT count(*)::int FROM (SELECT FROM number_series_numbers GROUP BY series_id, period
    HAVING max(value) - min(value) + 1 <> count(*)) gaps) AS gaps`;

export interface WritersOutcome {
  readonly keys: readonly string[];
  readonly numbers: number;
  readonly last: number;
  readonly taken: number;
  /** Series of invoices whose numbers are not consecutive. */
  readonly gaps: number;
}
