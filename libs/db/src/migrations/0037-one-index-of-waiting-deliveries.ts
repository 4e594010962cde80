import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One index for what is due at an endpoint, by trigger: neither the schedule nor resends read the waiting rows of the other. */
export class OneIndexOfWaitingDeliveries1700000000037 implements MigrationInterface {
  name = 'OneIndexOfWaitingDeliveries1700000000037';

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX webhook_deliveries_endpoint_due, webhook_deliveries_manual_due');
    await db.query(`
      CREATE INDEX webhook_deliveries_endpoint_due ON webhook_deliveries (endpoint_id, trigger, next_attempt_at, id)
        WHERE status = 'Waiting'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX webhook_deliveries_endpoint_due');
    await db.query(`
      CREATE INDEX webhook_deliveries_endpoint_due ON webhook_deliveries (endpoint_id, next_attempt_at, id)
        WHERE status = 'Waiting'`);
    await db.query(`
      CREATE INDEX webhook_deliveries_manual_due ON webhook_deliveries (endpoint_id, next_attempt_at, id)
        WHERE status = 'Waiting' AND trigger = 'Manual'`);
  }
}
