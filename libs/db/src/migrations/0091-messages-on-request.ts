import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Messages with the present state of a record, and the rate at which an endpoint is certified. */
export class MessagesOnRequest1700000000091 implements MigrationInterface {
  name = 'MessagesOnRequest1700000000091';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE events ADD COLUMN IF NOT EXISTS manual boolean NOT NULL DEFAULT false');
    await db.query('ALTER TABLE webhook_endpoint_states ADD COLUMN IF NOT EXISTS certification_slot_at timestamptz(3)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE webhook_endpoint_states DROP COLUMN certification_slot_at');
    await db.query('ALTER TABLE events DROP COLUMN manual');
  }
}
