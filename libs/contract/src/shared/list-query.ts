import { compare, parseDecimal } from '@billhook/domain/shared/decimal';
import { INSTANT_PATTERN } from '@billhook/domain/shared/value-patterns';
import { z } from 'zod';
import { ExternalId, FIRST_DATE, formed, Id, Instant, LAST_DATE, text } from './common.js';
import { described, LIST } from './described.js';
import { Page, pageQuery } from './page.js';

/*
 * The common query parameters of record lists: sort, ranges, search, `updatedSince`.
 * All query values are text; a repeated parameter is an array.
 */

/** The order of a list: by a member, then by id. */
export interface Sort<Member extends string = string> {
  readonly by: Member;
  readonly descending: boolean;
  readonly idDescending: boolean;
}

/** The pattern of a sort value. `id` cannot be combined with another member. */
function sortPattern(members: readonly string[]): RegExp {
  const others = members.filter((member) => member !== 'id');
  return new RegExp(`^(-?)(?:(id)|(${others.join('|')})(,(-?)id)?)$`);
}

/** Parses `-issueDate,id`: a member with its direction, then the id, which has the same direction by default. */
function sortBy<const Member extends string>(members: readonly Member[]) {
  const pattern = sortPattern(members);
  const error = `must be one of ${members.join(', ')}, optionally with - before it for descending, and with ",id" or ",-id" after it`;
  return formed(pattern, { error })
    .transform((given): Sort<Member> => {
      const [, sign, id, name, rest, idSign] = pattern.exec(given) ?? [];
      const descending = sign === '-';
      return {
        by: (id ?? name) as Member,
        descending,
        idDescending: rest === undefined ? descending : idSign === '-',
      };
    })
    .optional()
    .meta({
      description: `One of ${members.map((member) => `\`${member}\``).join(', ')}, with \`-\` before it for descending. Records with the same value are sorted by id. Empty values come last. With \`updatedSince\`, leave it out or send \`updatedAt,id\``,
      example: '-id',
      default: '-id',
    });
}

/** `true` or `false`, as a query writes them. */
export const Flag = z.enum(['true', 'false'], 'must be true or false').transform((word) => word === 'true');

/** One or more values: `status=Sent&status=Overdue`. */
export function repeatable<T extends z.ZodType>(value: T, max = 20) {
  return z.preprocess(
    (given) => (given === undefined || Array.isArray(given) ? given : [given]),
    z.array(value).min(1).max(max).optional(),
  );
}

/** An instant within the range and precision of PostgreSQL. */
export const Moment = Instant.refine(
  (moment) => INSTANT_PATTERN.test(moment),
  `must be a date and time from ${FIRST_DATE} to ${LAST_DATE}`,
).meta({
  description: `RFC 3339, in UTC, from ${FIRST_DATE} to ${LAST_DATE}, with at most 9 decimals of a second`,
  pattern: INSTANT_PATTERN.source,
});

/** A search in several members. */
export const search = (where: string) =>
  text(100, 2)
    .optional()
    .meta({
      description: `A part of ${where}, ignoring case and accents. A search for two characters matches only at the start of a word`,
    });

/** The name and the value of a custom field, as text. */
export interface CustomFieldValue {
  readonly name: string;
  readonly value: string;
}

const customFieldValue = z
  .string()
  .regex(/^[^:]{1,60}:.{0,500}$/su, 'must be in the form name:value')
  .refine((pair) => !/[\0\p{Surrogate}]/u.test(pair), 'must not contain invalid characters')
  .meta({ pattern: '^[^:\\u0000]{1,60}:[^\\u0000]{0,500}$' })
  .transform((pair): CustomFieldValue => {
    const colon = pair.indexOf(':');
    return { name: pair.slice(0, colon), value: pair.slice(colon + 1) };
  });

/** `customField=costCentre:A7`, at most three; all must match. */
export const customFieldQuery = {
  customField: repeatable(customFieldValue, 3)
    .refine(
      (fields) => new Set(fields?.map(({ name }) => name)).size === (fields?.length ?? 0),
      'must contain each name only once',
    )
    .meta({ description: '`name:value` of a custom field. If repeated, all must match', example: ['costCentre:A7'] }),
};

/** The query parameters of every list of records. */
const recordQuery = {
  ...pageQuery,
  includeTotal: Flag.optional().meta({
    description: 'Whether `page` includes the total number of records, counted up to 10,000',
  }),
  externalId: ExternalId.optional(),
  createdAfter: Moment.optional(),
  createdBefore: Moment.optional(),
  updatedSince: Moment.optional().meta({
    description:
      'Records that were created, changed or deleted since this time, oldest change first. Deleted records are returned as `{ "id", "version", "deletedAt" }` regardless of the other filters.',
  }),
};

const amountOrText = (value: unknown) => (typeof value === 'string' ? value : '');

/** Whether the start of a range is after its end: dates and instants as text, amounts by value. */
function isReversed(from: unknown, to: unknown): boolean {
  const [lower, upper] = [amountOrText(from), amountOrText(to)];
  if (lower === '' || upper === '') return false;
  const [a, b] = [parseDecimal(lower, 6), parseDecimal(upper, 6)];
  return a && b ? compare(a, b) > 0 : lower > upper;
}

/** The order of a list with `updatedSince`: oldest change first. */
export const BY_CHANGE: Sort = { by: 'updatedAt', descending: false, idDescending: false };

/**
 * The query of a list of records, with the common parameters.
 * @param shape its additional filters; `xFrom` and `xTo` are the bounds of a range, both included
 * @param members by which it can be sorted
 */
export function listQuery<Shape extends z.ZodRawShape, const Member extends string>(
  shape: Shape,
  members: readonly Member[],
) {
  return z.strictObject({ ...recordQuery, ...shape, sort: sortBy(members) }).superRefine((query, context) => {
    const values: Readonly<Record<string, unknown>> = query;
    for (const name of Object.keys(values)) {
      const upper = name === 'createdAfter' ? 'createdBefore' : name.replace(/From$/, 'To');
      if (upper !== name && isReversed(values[name], values[upper])) {
        context.addIssue({ code: 'custom', path: [name], message: `must not be after ${upper}` });
      }
    }
    const { sort, updatedSince } = values;
    if (updatedSince !== undefined && sort !== undefined && JSON.stringify(sort) !== JSON.stringify(BY_CHANGE)) {
      const message = 'must be updatedAt,id when updatedSince is set';
      context.addIssue({ code: 'custom', path: ['sort'], message });
    }
  });
}

/** The common parameters of every list of records. */
export type RecordQuery = z.infer<z.ZodObject<typeof recordQuery>> & { readonly sort?: Sort | undefined };

/** What remains of a deleted record. */
const deleted = {
  id: Id,
  version: z.int().meta({ description: 'The version of the deletion: one more than the last version of the record' }),
  deletedAt: Instant.meta({ description: 'When the record was deleted' }),
};
export const Tombstone = z.strictObject(deleted).meta({
  id: 'Tombstone',
  description: 'A deleted record, with the version of the deletion. Lists return it with `updatedSince`',
});
export type Tombstone = z.infer<typeof Tombstone>;

/** The response of a list of records. */
export function recordListOf<T extends z.ZodType>(view: T, id: string) {
  return z.object(described(LIST, { data: z.array(z.union([view, Tombstone])), page: Page })).meta({ id });
}

export interface RecordListOf<T> {
  data: (T | Tombstone)[];
  page: z.infer<typeof Page>;
}

/** Part of the description of each such list. */
export const UPDATED_SINCE_HINT = `A change can become visible shortly after one with a later time, so a time is no exact position. For a copy that misses no change, read \`GET /v1/changes?after=\`.`;
