import { compare, parseDecimal } from '../shared/decimal.js';

/** A value to compare a member of a record with. */
export type FilterValue = string | number | boolean | null;

/** The operand of each comparison. */
interface Compared {
  readonly eq: FilterValue;
  readonly ne: FilterValue;
  readonly gt: string | number;
  readonly gte: string | number;
  readonly lt: string | number;
  readonly lte: string | number;
  readonly in: readonly FilterValue[];
  readonly notIn: readonly FilterValue[];
  readonly startsWith: string;
  readonly endsWith: string;
  readonly contains: string;
  /** Whether the member is present and not null. */
  readonly exists: boolean;
}

type Comparison = keyof Compared;

/** The comparisons of a member of `data`; all of them must match. */
export type FilterComparisons = { readonly [Name in Comparison]?: Compared[Name] | undefined };

/**
 * A filter on events: a condition on one member (`field` and comparisons), or `all`, `any` or `not` with further conditions.
 * `filterError` finds any other form.
 */
export interface EventFilter extends FilterComparisons {
  /** The name of a member of `data`, or its path: `client.id`, `lines.0.quantity`. */
  readonly field?: string | undefined;
  readonly all?: readonly EventFilter[] | undefined;
  readonly any?: readonly EventFilter[] | undefined;
  readonly not?: EventFilter | undefined;
}

/** The maximum nesting of conditions, and their maximum number. */
export const FILTER_LIMITS = { depth: 5, conditions: 50 } as const;

/** The limits for counting the events that match a filter; beyond them nothing is counted. */
export const FILTER_COUNTS = { events: 2_000, bytes: 16 * 1024 * 1024 } as const;

const GROUPS = ['all', 'any', 'not'] as const;

/** What is wrong with a filter; undefined if nothing is. Does not check nested filters: each is checked in its own place. */
export function filterError(filter: EventFilter): string | undefined {
  const forms = [...GROUPS, 'field' as const].filter((name) => filter[name] !== undefined);
  const compares = FILTER_COMPARISONS.filter((name) => filter[name] !== undefined);
  if (forms.length !== 1) return 'must contain exactly one of field, all, any and not';
  if (filter.field === undefined && compares.length > 0) return `must not contain ${compares[0]} without field`;
  if (filter.field !== undefined && compares.length === 0) return 'must contain at least one comparison with field';
  if (depthOf(filter) > FILTER_LIMITS.depth) return `must not be nested more than ${FILTER_LIMITS.depth} levels deep`;
  if (conditionsIn(filter) > FILTER_LIMITS.conditions)
    return `must not contain more than ${FILTER_LIMITS.conditions} conditions`;
  return undefined;
}

const partsOf = ({ all = [], any = [], not }: EventFilter): readonly EventFilter[] => [
  ...all,
  ...any,
  ...(not ? [not] : []),
];

const depthOf = (filter: EventFilter): number => 1 + Math.max(0, ...partsOf(filter).map(depthOf));

const conditionsIn = (filter: EventFilter): number =>
  (filter.field === undefined ? 0 : 1) + partsOf(filter).reduce((sum, part) => sum + conditionsIn(part), 0);

type Test<Than> = (value: unknown, than: Than) => boolean;

const ordered =
  (holds: (order: number) => boolean): Test<string | number> =>
  (value, than) => {
    const order = orderOf(value, than);
    return order !== undefined && holds(order);
  };

const onText =
  (holds: (value: string, than: string) => boolean): Test<string> =>
  (value, than) =>
    typeof value === 'string' && holds(value, than);

const isIn = (value: unknown, list: readonly FilterValue[]): boolean => list.some((other) => equal(value, other));

const COMPARISONS: { readonly [Name in Comparison]: Test<Compared[Name]> } = {
  eq: equal,
  ne: (value, than) => !equal(value, than),
  gt: ordered((order) => order > 0),
  gte: ordered((order) => order >= 0),
  lt: ordered((order) => order < 0),
  lte: ordered((order) => order <= 0),
  in: isIn,
  notIn: (value, list) => !isIn(value, list),
  startsWith: onText((value, than) => value.startsWith(than)),
  endsWith: onText((value, than) => value.endsWith(than)),
  contains: onText((value, than) => value.includes(than)),
  exists: (value, wanted) => (value !== null) === wanted,
};

export const FILTER_COMPARISONS = Object.keys(COMPARISONS) as readonly Comparison[];

/** Whether a record matches the filter. A missing member counts as null. Pure. */
export function matchesFilter(filter: EventFilter, data: unknown): boolean {
  if (filter.all) return filter.all.every((each) => matchesFilter(each, data));
  if (filter.any) return filter.any.some((each) => matchesFilter(each, data));
  if (filter.not) return !matchesFilter(filter.not, data);
  const value = memberOf(data, filter.field ?? '');
  return FILTER_COMPARISONS.every((name) => holds(name, value, filter));
}

function holds<Name extends Comparison>(name: Name, value: unknown, filter: FilterComparisons): boolean {
  const than = filter[name];
  return than === undefined || COMPARISONS[name](value, than);
}

const PLACE = /^\d+$/;

function memberOf(data: unknown, path: string): unknown {
  const found = path.split('.').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
    // Excludes the `length` of an array.
    if (Array.isArray(value) && !PLACE.test(name)) return null;
    return Reflect.get(value, name);
  }, data);
  return found ?? null;
}

function equal(value: unknown, than: FilterValue): boolean {
  if (typeof than === 'string' || typeof than === 'number') return orderOf(value, than) === 0;
  return value === than;
}

/** Amounts are text: two texts that are numbers are compared as numbers, others by their characters. */
function orderOf(value: unknown, than: string | number): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const [a, b] = [decimalOf(value), decimalOf(than)];
  if (a && b) return compare(a, b);
  const [left, right] = [String(value), String(than)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

const decimalOf = (value: string | number) => parseDecimal(String(value), 20, 30);
