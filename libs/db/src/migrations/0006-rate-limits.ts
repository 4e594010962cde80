import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The rate limits that all processes of the API share where there is no Redis. Unlogged: a crash of the server empties it, which costs
 * nobody more than a fresh quota, and a commit that wrote nothing else waits for no disk.
 */
export class RateLimits1700000000006 implements MigrationInterface {
  name = 'RateLimits1700000000006';

  async up(db: QueryRunner): Promise<void> {
    // The free half of each page takes the next version of its rows, so that the index is left alone.
    await db.query(`
      CREATE UNLOGGED TABLE rate_limits (
        name text PRIMARY KEY,
        tat bigint NOT NULL,
        epoch bigint NOT NULL,
        young integer NOT NULL,
        old integer NOT NULL,
        granted integer NOT NULL
      ) WITH (fillfactor = 50)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE rate_limits');
  }
}
