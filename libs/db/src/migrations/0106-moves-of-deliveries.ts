import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an advance of the clock of a sandbox has left to move, and the endpoints that wait for it. */
export class MovesOfDeliveries1700000000106 implements MigrationInterface {
  name = 'MovesOfDeliveries1700000000106';

  async up(db: QueryRunner): Promise<void> {
    await db.query(ADVANCES);
    // A constant default is stored once, not in each row.
    await db.query('ALTER TABLE webhook_endpoint_states ADD COLUMN moving boolean NOT NULL DEFAULT false');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE webhook_endpoint_states DROP COLUMN moving');
    await db.query('ALTER TABLE sandbox_advances DROP COLUMN moving_by, DROP COLUMN moved_to, DROP COLUMN moving_to');
  }
}

const ADVANCES = `
-- Milliseconds, and ids of deliveries. Not validated: the rows that exist have none of them.
ALTER TABLE sandbox_advances ADD COLUMN moving_by bigint, ADD COLUMN moved_to bigint, ADD COLUMN moving_to bigint,
  ADD CONSTRAINT sandbox_advances_moving CHECK (num_nulls(moving_by, moved_to, moving_to) IN (0, 3)) NOT VALID`;
