import type { MigrationInterface, QueryRunner } from 'typeorm';
import { globalSchema } from './steps.js';

/** The moves of cells that have begun and not ended. The rest of their state is read from the servers. */
export class MovesOfCells1700000000115 implements MigrationInterface {
  name = 'MovesOfCells1700000000115';

  async up(db: QueryRunner): Promise<void> {
    const schema = await globalSchema(db);
    await db.query(`CREATE TABLE ${schema}.cell_moves (
      cell integer PRIMARY KEY REFERENCES ${schema}.cells (number),
      from_url text,
      to_url text,
      old_schema text NOT NULL,
      target_system text NOT NULL,
      started_at timestamptz(3) NOT NULL
    )`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE ${await globalSchema(db)}.cell_moves`);
  }
}
