import type { QueryRunner } from 'typeorm';

/**
 * A migration of the tables of a cell, which runs in each of them. Its connection looks in the schema of the cell first, so it names no schema. The
 * class is like one of `MIGRATIONS`.
 */
export interface CellMigration {
  readonly name: string;
  readonly transaction?: boolean;
  up(db: QueryRunner): Promise<void>;
}

/** In the order in which they run, after all of `MIGRATIONS`. Those before 0112 are of both sides, and in that list. */
export const CELL_MIGRATIONS: readonly (new () => CellMigration)[] = [];
