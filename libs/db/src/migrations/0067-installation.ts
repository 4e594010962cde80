import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The id of the installation: one row. It is part of the names on shared servers, such as the keys in Redis. */
export class Installation1700000000067 implements MigrationInterface {
  name = 'Installation1700000000067';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE installation (
        is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
        id uuid NOT NULL
      );
      INSERT INTO installation (id) VALUES (gen_random_uuid())`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE installation');
  }
}
