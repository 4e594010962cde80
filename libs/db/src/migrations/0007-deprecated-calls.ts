import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which keys still call routes that will be removed. Who calls none of them has no row. */
export class DeprecatedCalls1700000000007 implements MigrationInterface {
  name = 'DeprecatedCalls1700000000007';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE deprecated_calls (
        company_id bigint NOT NULL REFERENCES companies (id),
        key_id bigint NOT NULL REFERENCES api_keys (id),
        method text NOT NULL,
        route text NOT NULL,
        first_at timestamptz(3) NOT NULL,
        last_at timestamptz(3) NOT NULL,
        count bigint NOT NULL,
        PRIMARY KEY (company_id, key_id, method, route)
      )`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE deprecated_calls');
  }
}
