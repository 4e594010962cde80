import {
  Amount,
  BaseQuantity,
  NonNegativeAmount,
  PositiveAmount,
  Quantity,
  Rate,
  UnitPrice,
} from '@billhook/contract/shared/common';
import { nearName } from '@billhook/contract/shared/did-you-mean';
import { RECORD_VIEWS } from '@billhook/contract/webhooks/event';
import { parseDecimal } from '@billhook/domain/shared/decimal';
import { EVENTS, type EventType } from '@billhook/domain/shared/event-types';
import { Problem, type FieldError } from '@billhook/domain/shared/problems';
import type { EventFilter } from '@billhook/domain/webhooks/event-filter';
import { z } from 'zod';

type FilterSchema = z.core.$ZodType;

/** Decimals, which are strings in JSON. */
const AMOUNTS: ReadonlySet<FilterSchema> = new Set([
  ...[Amount, NonNegativeAmount, PositiveAmount],
  ...[Quantity, BaseQuantity, UnitPrice, Rate],
]);

const ORDERED = ['gt', 'gte', 'lt', 'lte'] as const;
const PLACE = /^\d+$/;
/** The maximum number of names that an error lists when none is similar. */
const MOST_NAMED = 20;

/**
 * The errors of a filter for endpoints of these types: a member that none of their records has would silently exclude everything. Paths that the
 * schemas leave open, such as custom fields, are accepted.
 */
export function filterErrors(filter: EventFilter, types: readonly EventType[], place = '/filter'): FieldError[] {
  const { field, all = [], any = [], not } = filter;
  return [
    ...(field === undefined ? [] : errorsOf(filter, field, types, place)),
    ...all.flatMap((part, n) => filterErrors(part, types, `${place}/all/${n}`)),
    ...any.flatMap((part, n) => filterErrors(part, types, `${place}/any/${n}`)),
    ...(not ? filterErrors(not, types, `${place}/not`) : []),
  ];
}

/** @throws Problem invalid_body */
export function requireFilter({
  filter,
  eventTypes,
}: {
  readonly filter?: EventFilter | null | undefined;
  readonly eventTypes: readonly EventType[];
}): void {
  const errors = filter ? filterErrors(filter, eventTypes) : [];
  if (errors.length > 0) throw new Problem('invalid_body', undefined, { errors });
}

function errorsOf(filter: EventFilter, field: string, types: readonly EventType[], place: string): FieldError[] {
  const resources = [...new Set(types.map((type) => EVENTS[type].resource))];
  const records = resources.flatMap((resource) => formsOf(RECORD_VIEWS[resource]));
  const found = at(records, field.split('.'));
  if (found.length === 0) {
    const message = `is not a member of ${resources.join(', ')}; ${advice(records, field)}`;
    return [{ pointer: `${place}/field`, code: 'unknown_member', message }];
  }
  if (!found.every(isNumeric)) return [];
  return ORDERED.filter((name) => typeof filter[name] === 'string' && !isDecimal(filter[name])).map((name) => ({
    pointer: `${place}/${name}`,
    code: 'invalid_decimal',
    message: `must be a number, like "1000.00", because ${field} is one`,
  }));
}

/** A schema without its wrappers. */
function formsOf(schema: FilterSchema): FilterSchema[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return formsOf(schema.unwrap());
  return schema instanceof z.ZodUnion ? schema.options.flatMap(formsOf) : [schema];
}

/** The schema of one member. */
function behind(schema: FilterSchema, name: string): FilterSchema[] {
  if (schema instanceof z.ZodArray) return PLACE.test(name) ? formsOf(schema.element) : [];
  if (schema instanceof z.ZodRecord) return formsOf(schema.valueType);
  if (schema instanceof z.ZodUnknown) return [schema];
  if (!(schema instanceof z.ZodObject)) return [];
  const shape: Readonly<Record<string, FilterSchema>> = schema.shape;
  const member = Object.hasOwn(shape, name) ? shape[name] : undefined;
  return member ? formsOf(member) : [];
}

const at = (level: readonly FilterSchema[], path: readonly string[]): readonly FilterSchema[] =>
  path.reduce((schemas, name) => schemas.flatMap((schema) => behind(schema, name)), level);

const namesOf = (level: readonly FilterSchema[]): string[] => [
  ...new Set(level.flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []))),
];

/** The path that was probably meant, or the members at the point where the path leaves the record. */
function advice(records: readonly FilterSchema[], field: string): string {
  const path = field
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .split('.')
    .filter((name, n) => n > 0 || (name !== 'data' && name !== '$'));
  let level = records;
  const meant: string[] = [];
  for (const name of path) {
    // A missing index: `lines.quantity`.
    if (level.some((schema) => schema instanceof z.ZodArray) && !PLACE.test(name)) {
      level = at(level, ['0']);
      meant.push('0');
    }
    const names = namesOf(level);
    const near = at(level, [name]).length > 0 ? name : nearName(name, names);
    if (near === undefined) return named(meant, names);
    level = at(level, [near]);
    meant.push(near);
  }
  return meant.length === 0 ? named([], namesOf(records)) : `did you mean ${meant.join('.')}?`;
}

function named(within: readonly string[], names: readonly string[]): string {
  const where = within.join('.');
  if (names.length === 0) return `${where} has no members`;
  const more = names.length - MOST_NAMED;
  const list = `${names.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return where === '' ? `the members are ${list}` : `${where} has ${list}`;
}

/** A schema with an additional description has the original as its parent. */
function isNumeric(schema: FilterSchema): boolean {
  if (schema instanceof z.ZodNumber || AMOUNTS.has(schema)) return true;
  const { parent } = schema._zod;
  return parent !== undefined && isNumeric(parent);
}

const isDecimal = (value: unknown): boolean => parseDecimal(String(value), 20, 30) !== undefined;
