import { SharedConnections } from '@billhook/db/shared-connections';
import { EPOCH_US, LimitStore, type Ask, type Settled } from './limit-store.js';

/**
 * The rule of LimitStore in SQL, from the state `was` to the row to store. The statement contains it twice: for new and for existing
 * buckets.
 */
const SETTLED = `
  LATERAL (SELECT greatest(clock.now / ${EPOCH_US}, was.epoch) AS epoch) AS present,
  LATERAL (SELECT
    CASE WHEN present.epoch > was.epoch AND was.old > 0
      THEN greatest(was.tat, (was.epoch + 1) * ${EPOCH_US}) + was.old * ask.emission ELSE was.tat END AS tat) AS lapsed,
  LATERAL (SELECT
    CASE WHEN present.epoch > was.epoch + 1 AND was.young > 0
      THEN greatest(lapsed.tat, (was.epoch + 2) * ${EPOCH_US}) + was.young * ask.emission ELSE lapsed.tat END AS tat,
    CASE WHEN present.epoch = was.epoch THEN was.young ELSE 0 END AS young,
    CASE present.epoch WHEN was.epoch THEN was.old WHEN was.epoch + 1 THEN was.young ELSE 0 END AS old) AS aged,
  LATERAL (SELECT
    least(greatest(aged.tat, clock.now), clock.now + ask.quota * ask.emission)
      + CASE WHEN ask.leased_in >= present.epoch - 1 THEN ask.spent * ask.emission ELSE 0 END AS tat,
    greatest(aged.young - CASE WHEN ask.leased_in = present.epoch THEN ask.leased ELSE 0 END, 0) AS young,
    greatest(aged.old - CASE WHEN ask.leased_in = present.epoch - 1 THEN ask.leased ELSE 0 END, 0) AS old) AS returned,
  LATERAL (SELECT greatest(ask.quota - returned.young - returned.old
    - (returned.tat - clock.now + ask.emission - 1) / ask.emission, 0)::int AS free) AS rest,
  LATERAL (SELECT CASE WHEN rest.free <= ask.want THEN rest.free
    ELSE ask.want + least(ask.extra, (rest.free - ask.want) / 16) END AS granted) AS lease,
  LATERAL (SELECT returned.tat, present.epoch, returned.young + lease.granted AS young, returned.old, lease.granted) AS settled`;

// The time of the statement, even after waiting for a row: an older time admits fewer requests, never more.
const SETTLE = {
  name: 'rate_limits_settle',
  text: `WITH clock AS MATERIALIZED (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS now),
    ask AS MATERIALIZED (SELECT * FROM unnest($1::text[], $2::bigint[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::bigint[])
      AS ask (name, emission, quota, want, extra, leased, spent, leased_in))
    INSERT INTO rate_limits AS bucket (name, tat, epoch, young, old, granted)
    SELECT ask.name, settled.* FROM ask, clock, (VALUES (0::bigint, 0::bigint, 0, 0)) AS was (tat, epoch, young, old), ${SETTLED}
    ORDER BY ask.name
    ON CONFLICT (name) DO UPDATE SET (tat, epoch, young, old, granted) = (
      SELECT settled.* FROM ask, clock, (VALUES (bucket.tat, bucket.epoch, bucket.young, bucket.old)) AS was (tat, epoch, young, old), ${SETTLED}
      WHERE ask.name = bucket.name)
    RETURNING name, granted, epoch::float8, (SELECT now FROM clock)::float8 AS now, tat::float8, young + old AS held`,
};

// Skips locked rows, so that it cannot deadlock with another process.
const TIDY = {
  name: 'rate_limits_tidy',
  text: `DELETE FROM rate_limits WHERE name IN (
    SELECT name FROM rate_limits WHERE epoch < extract(epoch FROM clock_timestamp()) * 1000000 / ${EPOCH_US} - $1
    FOR UPDATE SKIP LOCKED)`,
};

/** The buckets in PostgreSQL: one statement for each ask, on a connection that other reads do not share. */
export class PostgresLimitStore extends LimitStore {
  readonly kind = 'PostgreSQL';
  private readonly connection: SharedConnections;

  constructor(url: string) {
    super();
    this.connection = new SharedConnections({ url, size: 1, applicationName: 'billhook-limits' });
  }

  async open(): Promise<void> {
    await this.settle([]);
  }

  async settle(asks: readonly Ask[]): Promise<Settled[]> {
    const rows = await this.connection.query<Settled & { name: string }>({
      ...SETTLE,
      values: [
        asks.map(({ name }) => name),
        asks.map(({ rate }) => rate.emission),
        asks.map(({ rate }) => rate.quota),
        asks.map(({ want }) => want),
        asks.map(({ extra }) => extra),
        asks.map(({ leased }) => leased),
        asks.map(({ spent }) => spent),
        asks.map(({ epoch }) => epoch),
      ],
    });
    const byName = new Map(rows.map((row) => [row.name, row]));
    return asks.map(({ name }) => {
      const row = byName.get(name);
      if (!row) throw new Error(`the bucket ${name} was not settled`);
      return row;
    });
  }

  async tidy(window: number): Promise<void> {
    // A bucket that was not used for this long is full, lapsed leases included.
    const epochs = Math.ceil((window * 1_000_000) / EPOCH_US) + 3;
    await this.connection.query({ ...TIDY, values: [epochs] });
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}
