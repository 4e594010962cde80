import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndex, globalSchema } from './steps.js';

/** The cells of an installation, to which the cards of companies refer. It begins with one. */
export class Cells1700000000112 implements MigrationInterface {
  name = 'Cells1700000000112';
  // A transaction would keep the lock of the cards while it reads them.
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    const schema = await globalSchema(db);
    await db.query(`CREATE TABLE IF NOT EXISTS ${schema}.cells (
      -- The last range of ids, 8192, is that of the global side.
      number integer PRIMARY KEY CHECK (number BETWEEN 1 AND 8191),
      -- Null for the server of the other global tables.
      url text,
      schema text NOT NULL,
      state text NOT NULL CHECK (state IN ('open', 'draining')),
      -- False only for a cell that has always been the only one, on this server.
      divided boolean NOT NULL DEFAULT true CHECK (divided OR number = 1 AND url IS NULL),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      UNIQUE NULLS NOT DISTINCT (url, schema)
    )`);
    await db.query(
      `INSERT INTO ${schema}.cells (number, schema, state, divided) VALUES (1, 'cell_1', 'open', false) ON CONFLICT DO NOTHING`,
    );
    await buildIndex(db, { index: 'tenants_cell', on: `${schema}.tenants (cell)` });
    await db.query(`ALTER TABLE ${schema}.tenants DROP CONSTRAINT IF EXISTS tenants_cell_fkey,
      ADD CONSTRAINT tenants_cell_fkey FOREIGN KEY (cell) REFERENCES ${schema}.cells (number) NOT VALID`);
    await db.query(`ALTER TABLE ${schema}.tenants VALIDATE CONSTRAINT tenants_cell_fkey`);
  }

  async down(db: QueryRunner): Promise<void> {
    const schema = await globalSchema(db);
    await db.query(`ALTER TABLE ${schema}.tenants DROP CONSTRAINT IF EXISTS tenants_cell_fkey`);
    await dropIndex(db, 'tenants_cell');
    await db.query(`DROP TABLE IF EXISTS ${schema}.cells`);
  }
}
