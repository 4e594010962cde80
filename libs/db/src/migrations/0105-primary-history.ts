import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a replica must have before it is read: one row at most, which the programs with a replica write. */
export class PrimaryHistory1700000000105 implements MigrationInterface {
  name = 'PrimaryHistory1700000000105';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE primary_history (
        is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
        history text NOT NULL
      )`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE primary_history');
  }
}
