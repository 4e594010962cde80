import { z } from 'zod';

/** Parameters of a list that a file with all its rows has no use for. */
const OF_PAGES = ['limit', 'cursor', 'includeTotal', 'expand', 'updatedSince'] as const;
type OfPages = (typeof OF_PAGES)[number];

/** The query of a file with the rows of a list: the filters and the order of the list, with its checks. */
export function exportQueryOf<Query>(listQuery: z.ZodType<Query>): z.ZodType<Omit<Query, OfPages>> {
  if (!(listQuery instanceof z.ZodObject)) throw new Error('the query of a list is no object');
  const shape = Object.entries(listQuery.shape as Record<string, z.ZodType>).filter(
    ([name]) => !(OF_PAGES as readonly string[]).includes(name),
  );
  const checks = (listQuery.def.checks ?? []) as unknown as z.core.$ZodCheck<Record<string, unknown>>[];
  const query = z.strictObject(Object.fromEntries(shape)).check(...checks);
  return query as unknown as z.ZodType<Omit<Query, OfPages>>;
}
