import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What was answered to requests that carry an Idempotency-Key. A row is written in the transaction of the change it answers for, so it is
 * there exactly when the change is.
 */
export class Idempotency1700000000005 implements MigrationInterface {
  name = 'Idempotency1700000000005';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE idempotency_records (
        company_id bigint NOT NULL REFERENCES companies (id),
        integration text NOT NULL,
        method text NOT NULL,
        path text NOT NULL,
        key text NOT NULL,
        request_digest bytea NOT NULL,
        answer text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        PRIMARY KEY (company_id, integration, key, method, path)
      );
      CREATE INDEX idempotency_records_created ON idempotency_records (created_at);`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE idempotency_records');
  }
}
