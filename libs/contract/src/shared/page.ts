import { z } from 'zod';
import { described, LIST } from './described.js';

/** The position, and the signature of the installation that created it. */
export const CURSOR_PATTERN = /^[A-Za-z0-9~-]+\.[A-Za-z0-9~-]{22}$/;

/** The query parameters of every list. */
export const pageQuery = {
  limit: z
    .string()
    .regex(/^\d+$/, 'must be a whole number from 1 to 100')
    .transform(Number)
    .pipe(z.number().min(1, 'must be from 1 to 100').max(100, 'must be from 1 to 100'))
    .default(25)
    .meta({ description: 'Records per page, 1 to 100', minimum: 1, maximum: 100, default: 25 }),
  // A cursor that the installation did not create is rejected as cursor_mismatch.
  cursor: z.string().optional().meta({
    pattern: CURSOR_PATTERN.source,
    description:
      'The `nextCursor` or `prevCursor` of another page of the same list with the same filters and sort. Any other value is rejected',
  }),
};

export const Page = z
  .object({
    nextCursor: z.string().nullable().meta({ description: 'The `cursor` of the next page; null on the last one' }),
    prevCursor: z.string().nullable().meta({ description: 'The `cursor` of the previous page; null on the first one' }),
    limit: z.number().meta({ description: 'Records per page, as requested' }),
    hasMore: z.boolean().meta({ description: 'Whether there is a next page' }),
    total: z.int().optional().meta({ description: 'With `includeTotal`: the number of records, at most 10,000' }),
    totalCapped: z
      .boolean()
      .optional()
      .meta({ description: 'With `includeTotal`: whether there are more than `total`' }),
  })
  .meta({ id: 'Page' });

/** The response of every list: a page of records and the cursor of the next one. */
export function listOf<T extends z.ZodType>(view: T, id: string) {
  return z.object(described(LIST, { data: z.array(view), page: Page })).meta({ id });
}

export interface ListOf<T> {
  data: T[];
  page: z.infer<typeof Page>;
}
