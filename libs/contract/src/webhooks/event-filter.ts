import {
  FILTER_COMPARISONS,
  FILTER_LIMITS,
  filterError,
  type EventFilter,
} from '@billhook/domain/webhooks/event-filter';
import { z } from 'zod';
import { list } from '../shared/bounded.js';
import { exactText } from '../shared/common.js';
import { described } from '../shared/described.js';
import { RECORD_VIEWS } from './event.js';

const VALUE_LENGTH = 500;
const LIST_LENGTH = 100;

const text = exactText(VALUE_LENGTH);
// With names, because generators of clients cannot name alternatives within a schema that has alternatives itself.
const value = z.union([text, z.number(), z.boolean(), z.null()]).meta({ id: 'FilterValue' });
const ordered = z.union([text, z.number()]).meta({ id: 'OrderedFilterValue' }).optional();
const values = list(value).min(1).max(LIST_LENGTH).optional();

const MEMBERS = [...new Set(Object.values(RECORD_VIEWS).flatMap(({ shape }) => Object.keys(shape)))];
const FIELD_PATTERN = `^(?:${MEMBERS.join('|')})(?:\\.[^.\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]+)*$`;

const field = exactText(200)
  .refine((path) => !path.split('.').includes(''), 'must be names separated by dots')
  .optional()
  .meta({
    pattern: FIELD_PATTERN,
    description: 'A member of `data`, or the path to it. A record of the event types of the endpoint must have it',
    example: 'totals.gross',
  });

/** A JSON Schema that requires a member. */
const needs = (name: string) => ({ required: [name], properties: { [name]: {} } });

const COMPARISONS = {
  field: 'The member of `data`, or the path to it',
  eq: 'It equals this value',
  ne: 'It does not equal this value',
  gt: 'It is greater than this value',
  gte: 'It is greater than this value or equal to it',
  lt: 'It is less than this value',
  lte: 'It is less than this value or equal to it',
  in: 'It equals one of these values',
  notIn: 'It equals none of these values',
  startsWith: 'It is a text that starts with this one',
  endsWith: 'It is a text that ends with this one',
  contains: 'It is a text that contains this one',
  exists: 'Whether the record has it',
  all: 'All of these filters are true',
  any: 'At least one of these filters is true',
  not: 'This filter is not true',
};

const DOCUMENTED = {
  description: `Either \`field\` with comparisons, which must all be true, or one of \`all\`, \`any\` and \`not\` with other filters; at most ${FILTER_LIMITS.depth} levels deep and with at most ${FILTER_LIMITS.conditions} conditions. Numbers and decimals are compared by value, other texts by their characters. A missing member is null.`,
  example: { field: 'totals.gross', gte: '1000.00' },
};

/** An event filter. One object schema for all forms, so errors point at their place at any depth. */
export const EventFilterBody: z.ZodType<EventFilter> = z
  .strictObject({
    ...described(COMPARISONS, {
      field,
      eq: value.optional(),
      ne: value.optional(),
      gt: ordered,
      gte: ordered,
      lt: ordered,
      lte: ordered,
      in: values,
      notIn: values,
      startsWith: text.optional(),
      endsWith: text.optional(),
      contains: text.optional(),
      exists: z.boolean().optional(),
    }),
    get all() {
      return list(EventFilterBody).min(1).max(LIST_LENGTH).optional().meta({ description: COMPARISONS.all });
    },
    get any() {
      return list(EventFilterBody).min(1).max(LIST_LENGTH).optional().meta({ description: COMPARISONS.any });
    },
    get not() {
      return EventFilterBody.optional().meta({ description: COMPARISONS.not });
    },
  })
  .superRefine((filter, context) => {
    const message = filterError(filter);
    if (message !== undefined) context.addIssue({ code: 'custom', message, params: { code: 'invalid_filter' } });
  })
  .meta({
    id: 'EventFilterBody',
    oneOf: ['field', 'all', 'any', 'not'].map(needs),
    if: needs('field'),
    then: { anyOf: FILTER_COMPARISONS.map(needs) },
    dependentRequired: Object.fromEntries(FILTER_COMPARISONS.map((name) => [name, ['field']])),
    ...DOCUMENTED,
  });

const shown = z.union([z.string(), z.number(), z.boolean(), z.null()]).optional();
const shownList = z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])).optional();
const shownOrdered = z.union([z.string(), z.number()]).optional();
const shownText = z.string().optional();

/** A filter in responses, which can be older than a rule. */
export const EventFilterView: z.ZodType<EventFilter> = z
  .object({
    ...described(COMPARISONS, {
      field: shownText,
      eq: shown,
      ne: shown,
      gt: shownOrdered,
      gte: shownOrdered,
      lt: shownOrdered,
      lte: shownOrdered,
      in: shownList,
      notIn: shownList,
      startsWith: shownText,
      endsWith: shownText,
      contains: shownText,
      exists: z.boolean().optional(),
    }),
    get all() {
      return z.array(EventFilterView).optional().meta({ description: COMPARISONS.all });
    },
    get any() {
      return z.array(EventFilterView).optional().meta({ description: COMPARISONS.any });
    },
    get not() {
      return EventFilterView.optional().meta({ description: COMPARISONS.not });
    },
  })
  .meta({ id: 'EventFilter', ...DOCUMENTED });
