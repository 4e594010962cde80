import { matches, wordPatterns } from '@billhook/db/lists/filter';
import type { Condition } from '@billhook/db/lists/conditions';

/** Whether one of the columns or the client's name contains the words. Each has a trigram index. */
export const searchWithClient =
  (...columns: string[]): ((words: string) => Condition) =>
  (words) => ({
    any: [
      ...columns.map(matches),
      `r.client_id IN (SELECT c.id FROM clients c WHERE c.company_id = $1 AND ${matches('c.name')})`,
    ],
    value: wordPatterns(words),
  });
