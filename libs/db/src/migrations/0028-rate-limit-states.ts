import type { MigrationInterface, QueryRunner } from 'typeorm';
import { RateLimits1700000000006 } from './0006-rate-limits.js';

/** The state of a rate limit is a text with an expiry, whose meaning only the API knows. Every caller starts with a full quota. */
export class RateLimitStates1700000000028 implements MigrationInterface {
  name = 'RateLimitStates1700000000028';

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE rate_limits');
    // The free half of each page holds the next version of its rows, so that the index does not change.
    await db.query(`
      CREATE UNLOGGED TABLE rate_limits (
        name text PRIMARY KEY,
        state text NOT NULL,
        expires bigint NOT NULL
      ) WITH (fillfactor = 50)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE rate_limits');
    await new RateLimits1700000000006().up(db);
  }
}
