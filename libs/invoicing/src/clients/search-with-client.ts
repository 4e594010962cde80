import type { Condition } from '@billhook/db/lists/conditions';
import { contains } from '@billhook/db/lists/filter';

/** The members of a client that the index of its search contains, in its order. */
export const clientTexts = (alias: string): string[] =>
  ['name', 'trading_name', 'email', 'external_id'].map((column) => `${alias}.${column}`);

/** The index finds the client by any of its texts; only its name counts. */
const BY_NAME = `r.client_id IN (SELECT c.id FROM clients c
  WHERE c.company_id = $1 AND ${contains(...clientTexts('c'))} AND ${contains('c.name')})`;

/** Whether one of the texts or the present name of the client contains the words. */
export const searchWithClient =
  (...texts: string[]): ((words: string) => Condition) =>
  (value) => ({ any: [contains(...texts), BY_NAME], value });
