import type { CustomFieldValue, RecordQuery } from '@billhook/contract/shared/list-query';
import { normalLine } from '@billhook/domain/shared/text-characters';
import type { Condition } from './conditions.js';

type PageMember = 'limit' | 'cursor' | 'includeTotal' | 'sort' | 'expand';

/** The conditions by query parameter. */
export type Filters<Query> = { readonly [Name in keyof Query]?: (value: NonNullable<Query[Name]>) => Condition };

/** Filters for all parameters, so a parameter without a filter does not compile. */
export type AllFilters<Query> = Required<Omit<Filters<Query>, PageMember>>;

type Make = (value: unknown) => Condition;

/**
 * The column equals the value.
 * @param walk the member by which an index on (column, member) orders the rows
 */
export const is =
  (column: string, walk?: string): Make =>
  (value) => ({ any: [`${column} = ?`], value, column, walk });

/** The column equals the text as it was given or as it is stored: values can be older than the form in which lines are stored. */
export const isLine =
  (column: string, walk?: string) =>
  (given: string): Condition => ({
    any: [`${column} = ANY (?)`],
    // Always a list, even with one form, so that both cases use one prepared statement.
    value: [...new Set([given, normalLine(given)])],
    column,
    walk,
    each: true,
  });

/** The column equals the value. Few rows match, and an index finds them. */
export const isRare =
  (column: string): Make =>
  (value) => ({ any: [`${column} = ?`], value, few: true });

/**
 * A bound of a range.
 * @param member the name of the column in `sort`, whose index finds the range
 */
export const end =
  (column: string, operator: '<' | '<=' | '>=' | '>', member: string): Make =>
  (value) => ({ any: [`${column} ${operator} ?`], value, column, walk: member });

/** The status is one of several, each ordered by id in an index. */
export const statusIn = (statuses: readonly string[]): Condition => ({
  any: ['r.status = ANY (?)'],
  // A repeated value would be read twice.
  value: [...new Set(statuses)],
  column: 'r.status',
  walk: 'id',
  each: true,
});

/**
 * One of the texts contains the words, without regard to case, accents and the form of Unicode. The texts have the same order as in the
 * trigram index, which has exactly this expression.
 */
export const contains = (...texts: string[]): string =>
  `search_form(${texts.map((text) => `E'\\n' || coalesce(${text}, '')`).join(' || ')}) LIKE ANY (search_patterns(?))`;

/** The same without an index, for a part of any length. */
export const containsPart = (text: string): string => `strpos(search_form(${text}), btrim(search_form(?))) > 0`;

const JSON_WORD = /^(true|false|null|-?(0|[1-9]\d{0,30})(\.\d{1,30})?)$/;

/** The JSON values with this text: the string, and the number, boolean or null. A number as it is written: parsing would round it. */
const spelled = (text: string): string[] => [JSON.stringify(text), ...(JSON_WORD.test(text) ? [text] : [])];

/** All custom fields are present with their values. */
export function hasCustomFields(fields: readonly CustomFieldValue[]): Condition {
  const variants = fields.reduce<string[][]>(
    (objects, { name, value }) =>
      objects.flatMap((members) => spelled(value).map((variant) => [...members, `${JSON.stringify(name)}:${variant}`])),
    [[]],
  );
  return { any: ['r.custom_fields @> ANY (?::jsonb[])'], value: variants.map((members) => `{${members.join()}}`) };
}

/** The filters of all records. */
export const recordFilters = {
  externalId: isRare('r.external_id'),
  createdAfter: end('r.created_at', '>', 'createdAt'),
  createdBefore: end('r.created_at', '<', 'createdAt'),
  updatedSince: end('r.updated_at', '>=', 'updatedAt'),
} satisfies AllFilters<RecordQuery>;
