import type { Database } from '@billhook/db/database';
import type { ReadRunner } from '@billhook/db/statement';

/** Reads as product code sends them, also in a run with two cells: in the surrounding transaction, and on its side. */
export const asProduct = (db: Database): ReadRunner & Pick<Database, 'lookUp'> => ({
  query: (statement) => db.query(statement),
  lookUp: (statement) => db.lookUp(statement),
});
