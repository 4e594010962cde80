import { SharedConnections } from '@billhook/db/shared-connections';
import { RateLimitStore, type Swap, type Swapped } from './rate-limit-store.js';

const CLOCK = `clock AS MATERIALIZED (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS now)`;

// The time is read once, before a row is locked: an older time is safe.
const SWAP = {
  name: 'rate_limits_swap',
  text: `WITH ${CLOCK},
    swap AS MATERIALIZED (SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) AS swap (name, known, next, expires_in)),
    swapped AS (
      INSERT INTO rate_limits AS bucket (name, state, expires)
      SELECT name, next, now + expires_in * 1000 FROM swap, clock ORDER BY name
      ON CONFLICT (name) DO UPDATE SET (state, expires) = (
        SELECT CASE WHEN free THEN excluded.state ELSE bucket.state END, CASE WHEN free THEN excluded.expires ELSE bucket.expires END
        FROM (SELECT bucket.state = known OR bucket.expires <= now AS free FROM swap, clock WHERE name = bucket.name) AS found)
      RETURNING name, state)
    SELECT now::float8, name, state FROM clock LEFT JOIN swapped ON true`,
};

// Skips locked rows, so that it cannot deadlock with another process.
const TIDY = {
  name: 'rate_limits_tidy',
  text: `WITH ${CLOCK} DELETE FROM rate_limits WHERE name IN (
    SELECT name FROM rate_limits, clock WHERE expires <= now FOR UPDATE OF rate_limits SKIP LOCKED)`,
};

interface BucketRow {
  readonly now: number;
  readonly name: string | null;
  readonly state: string | null;
}

/** The buckets in PostgreSQL: one statement for each call, on a connection that other reads do not share. */
export class PostgresRateLimitStore extends RateLimitStore {
  readonly kind = 'PostgreSQL';
  private readonly connection: SharedConnections;

  constructor(url: string) {
    super();
    this.connection = new SharedConnections({ url, size: 1, applicationName: 'billhook-limits' });
  }

  async open(): Promise<void> {
    await this.swap([]);
  }

  async swap(swaps: readonly Swap[]): Promise<Swapped> {
    const rows = await this.connection.query<BucketRow>({
      ...SWAP,
      values: [
        swaps.map(({ name }) => name),
        swaps.map(({ known }) => known ?? null),
        swaps.map(({ next }) => next),
        swaps.map(({ expiresIn }) => expiresIn),
      ],
    });
    const states = new Map(rows.map(({ name, state }) => [name, state]));
    const stored = swaps.map(({ name }) => {
      const state = states.get(name);
      if (!state) throw new Error(`the bucket ${name} was not stored`);
      return state;
    });
    return { now: rows[0]?.now ?? 0, stored };
  }

  async tidy(): Promise<void> {
    await this.connection.query(TIDY);
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}
