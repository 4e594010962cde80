import type { CustomFieldValue, RecordQuery } from '@billhook/contract/shared/list-query';
import type { Condition } from './conditions.js';

type PageMember = 'limit' | 'cursor' | 'includeTotal' | 'sort' | 'expand';

/** Conditions by the parameter of a list's query that asks for them. */
export type Filters<Query> = { readonly [Name in keyof Query]?: (value: NonNullable<Query[Name]>) => Condition };

/** The same without gaps: a parameter that filters nothing is not forgotten in silence. */
export type AllFilters<Query> = Required<Omit<Filters<Query>, PageMember>>;

type Make = (value: unknown) => Condition;

/** The column is the value. @param walk the member in whose order an index on (column, member) holds the rows */
export const is =
  (column: string, walk?: string): Make =>
  (value) => ({ any: [`${column} = ?`], value, column, walk });

/** The column is the value, which few rows share, and an index finds them. */
export const isRare =
  (column: string): Make =>
  (value) => ({ any: [`${column} = ?`], value, few: true });

/** An end of a range. @param member what the column is called in `sort`: the index that sorts by it finds the range */
export const end =
  (column: string, operator: '<' | '<=' | '>=' | '>', member: string): Make =>
  (value) => ({ any: [`${column} ${operator} ?`], value, column, walk: member });

/** The status is one of several, each of which an index holds in the order of the ids. */
export const statusIn = (statuses: readonly string[]): Condition => ({
  any: ['r.status = ANY (?)'],
  // One that is named twice would be walked through twice.
  value: [...new Set(statuses)],
  column: 'r.status',
  walk: 'id',
  each: true,
});

/** Fewer letters than a trigram has: only where words begin do these make one, with the space before them. */
const SHORT = 2;

/** Text that stands for itself in a LIKE pattern. */
export const likePattern = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** LIKE patterns of words. */
export function wordPatterns(words: string): string[] {
  const plain = likePattern(words);
  return words.length <= SHORT ? [`${plain}%`, `% ${plain}%`] : [`%${plain}%`];
}

/** Any of the columns holds the words; each has a trigram index. */
export const search =
  (...columns: string[]): ((words: string) => Condition) =>
  (words) => ({ any: columns.map(matches), value: wordPatterns(words) });

/** Whether a column holds words whose patterns are the value. */
export const matches = (column: string): string => `${column} ILIKE ANY (?)`;

const JSON_WORD = /^(true|false|null|-?(0|[1-9]\d{0,30})(\.\d{1,30})?)$/;

/** What the text may stand for in JSON: itself, and the number, truth or nothing that it spells. */
function spelled(text: string): unknown[] {
  return JSON_WORD.test(text) ? [text, JSON.parse(text) as unknown] : [text];
}

/** All of the custom fields are there, each with the value. */
export function hasCustomFields(fields: readonly CustomFieldValue[]): Condition {
  const variants = fields.reduce<Record<string, unknown>[]>(
    (objects, { name, value }) =>
      objects.flatMap((object) => spelled(value).map((variant) => ({ ...object, [name]: variant }))),
    [{}],
  );
  return { any: ['r.custom_fields @> ANY (?::jsonb[])'], value: variants.map((variant) => JSON.stringify(variant)) };
}

/** Of every record. */
export const recordFilters = {
  externalId: isRare('r.external_id'),
  createdAfter: end('r.created_at', '>', 'createdAt'),
  createdBefore: end('r.created_at', '<', 'createdAt'),
  updatedSince: end('r.updated_at', '>=', 'updatedAt'),
} satisfies AllFilters<RecordQuery>;
