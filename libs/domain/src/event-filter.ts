import { compare, parseDecimal } from './decimal.js';

/** What a member of a record may be compared with. */
export type FilterValue = string | number | boolean | null;

/** A condition on one member of `data`; several comparisons in it must all hold. */
export interface FilterCondition {
  /** Its name, or the path to it: `client.id`, `lines.0.quantity`. */
  readonly field: string;
  readonly eq?: FilterValue | undefined;
  readonly ne?: FilterValue | undefined;
  readonly gt?: string | number | undefined;
  readonly gte?: string | number | undefined;
  readonly lt?: string | number | undefined;
  readonly lte?: string | number | undefined;
  readonly in?: readonly FilterValue[] | undefined;
  readonly notIn?: readonly FilterValue[] | undefined;
  readonly startsWith?: string | undefined;
  readonly endsWith?: string | undefined;
  readonly contains?: string | undefined;
  /** Whether it is there and not null. */
  readonly exists?: boolean | undefined;
}

/** Which events an endpoint receives, beside their types. */
export type EventFilter =
  | FilterCondition
  | { readonly all: readonly EventFilter[] }
  | { readonly any: readonly EventFilter[] }
  | { readonly not: EventFilter };

/** How deep conditions may lie in each other, and how many there may be in all. */
export const FILTER_LIMITS = { depth: 5, conditions: 50 } as const;

type Comparison = Exclude<keyof FilterCondition, 'field'>;

type Test = (value: unknown, than: never) => boolean;

const ordered =
  (holds: (order: number) => boolean): Test =>
  (value: unknown, than: string | number) => {
    const order = orderOf(value, than);
    return order !== undefined && holds(order);
  };

const onText =
  (holds: (value: string, than: string) => boolean): Test =>
  (value: unknown, than: string) =>
    typeof value === 'string' && holds(value, than);

const isIn = (value: unknown, list: readonly FilterValue[]): boolean => list.some((other) => equal(value, other));

const COMPARISONS: Readonly<Record<Comparison, Test>> = {
  eq: (value: unknown, than: FilterValue) => equal(value, than),
  ne: (value: unknown, than: FilterValue) => !equal(value, than),
  gt: ordered((order) => order > 0),
  gte: ordered((order) => order >= 0),
  lt: ordered((order) => order < 0),
  lte: ordered((order) => order <= 0),
  in: isIn,
  notIn: (value: unknown, list: readonly FilterValue[]) => !isIn(value, list),
  startsWith: onText((value, than) => value.startsWith(than)),
  endsWith: onText((value, than) => value.endsWith(than)),
  contains: onText((value, than) => value.includes(than)),
  exists: (value: unknown, wanted: boolean) => (value !== null) === wanted,
};

export const FILTER_COMPARISONS = Object.keys(COMPARISONS) as readonly Comparison[];

/** Whether the filter lets a record through. Pure. A member that is not there counts as null. */
export function matchesFilter(filter: EventFilter, data: unknown): boolean {
  if ('all' in filter) return filter.all.every((each) => matchesFilter(each, data));
  if ('any' in filter) return filter.any.some((each) => matchesFilter(each, data));
  if ('not' in filter) return !matchesFilter(filter.not, data);
  const value = memberOf(data, filter.field);
  return FILTER_COMPARISONS.every((name) => {
    const than = filter[name];
    return than === undefined || COMPARISONS[name](value, than as never);
  });
}

function memberOf(data: unknown, path: string): unknown {
  const found = path.split('.').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
    return Reflect.get(value, name);
  }, data);
  return found ?? null;
}

function equal(value: unknown, than: FilterValue): boolean {
  if (typeof than === 'string' || typeof than === 'number') return orderOf(value, than) === 0;
  return value === than;
}

/** Amounts travel as text: what reads as a number on both sides is compared as one, all else by its characters. */
function orderOf(value: unknown, than: string | number): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const [a, b] = [decimalOf(value), decimalOf(than)];
  if (a && b) return compare(a, b);
  const [left, right] = [String(value), String(than)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

const decimalOf = (value: string | number) => parseDecimal(String(value), 20, 30);
