import type { CellMigration } from '@billhook/db/migrations/cell-list';

/** A migration of cells that waits while a table is locked. */
export const KILLED: CellMigration = {
  name: 'AddedBeforeAKill1700000009003',
  up: async (db) => void (await db.query('ALTER TABLE clients ADD COLUMN killed text')),
};

export const KILLED_TITLE = '9003 AddedBeforeAKill';
