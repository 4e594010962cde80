import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The time of the last success of an endpoint: with the statistics of the hour, which each batch of results writes anyway. */
export class LastSuccess1700000000032 implements MigrationInterface {
  name = 'LastSuccess1700000000032';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE webhook_endpoint_stats ADD COLUMN last_success_at timestamptz(3)');
    await db.query('UPDATE webhook_endpoint_stats SET last_success_at = hour WHERE succeeded > 0');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE webhook_endpoint_stats DROP COLUMN last_success_at');
  }
}
