import type { z } from 'zod';

/** Returns a value without the members that its schema does not declare, in the order of the schema. */
export type KeepDeclared = (value: unknown) => unknown;

type Schema = z.core.$ZodType;
type Members = Readonly<Record<string, unknown>>;

interface Definition {
  readonly type: string;
  readonly innerType: Schema;
  readonly element: Schema;
  readonly valueType: Schema;
  readonly options: readonly Schema[];
  readonly shape: Readonly<Record<string, Schema>>;
  readonly catchall?: Schema;
  readonly values: readonly unknown[];
  readonly entries: Readonly<Record<string, unknown>>;
  readonly coerce?: boolean;
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly check: string } } }[];
}

const definitionOf = (schema: Schema): Definition => schema._zod.def as unknown as Definition;

const SCALARS = ['string', 'number', 'boolean', 'literal', 'enum', 'null', 'any', 'unknown'];
const WRAPPERS = ['nullable', 'optional', 'readonly', 'nonoptional'];

const unchanged: KeepDeclared = (value) => value;

const known = new WeakMap<Schema, KeepDeclared>();

/**
 * Keeps the members that a schema declares, at every depth, as parsing does. It checks no types, and copies only objects that it changes.
 * Schemas that may convert a value are parsed.
 */
export function declaredBy(schema: Schema): KeepDeclared {
  const found = known.get(schema);
  if (found) return found;
  // A schema can contain itself.
  known.set(schema, (value) => declaredBy(schema)(value));
  const created = create(schema);
  known.set(schema, created);
  return created;
}

function create(schema: Schema): KeepDeclared {
  const { type, coerce, checks = [], innerType, element, valueType, options } = definitionOf(schema);
  const parse: KeepDeclared = (value) => (schema as z.ZodType).parse(value);
  if (coerce || checks.some((check) => check._zod.def.check === 'overwrite')) return parse;
  if (SCALARS.includes(type)) return unchanged;
  if (WRAPPERS.includes(type)) return ofPresent(declaredBy(innerType));
  if (type === 'array') return ofEach(declaredBy(element));
  if (type === 'record' && declaredBy(valueType) === unchanged) return unchanged;
  if (type === 'object') return ofObject(schema, parse);
  if (type === 'union') return ofUnion(options, parse);
  return parse;
}

const ofPresent = (keep: KeepDeclared): KeepDeclared =>
  keep === unchanged ? unchanged : (value) => (value === null || value === undefined ? value : keep(value));

function ofEach(keep: KeepDeclared): KeepDeclared {
  if (keep === unchanged) return unchanged;
  return (value) => {
    if (!Array.isArray(value)) return value;
    const list: readonly unknown[] = value;
    return list.every((each) => keep(each) === each) ? list : list.map(keep);
  };
}

function ofObject(schema: Schema, parse: KeepDeclared): KeepDeclared {
  const { shape, catchall } = definitionOf(schema);
  // A strict object rejects other members, and `catchall` keeps them.
  if (catchall) return parse;
  const members = Object.entries(shape).map(([name, member]) => [name, declaredBy(member)] as const);
  const names = members.map(([name]) => name);
  const nested = members.filter(([, keep]) => keep !== unchanged);
  const copy = (value: Members): Members => {
    const kept: Record<string, unknown> = {};
    for (const [name, keep] of members) {
      // A missing member can have a default.
      const member = keep(value[name]);
      if (member !== undefined) kept[name] = member;
    }
    return kept;
  };
  const areDeclared = (value: Members): boolean => {
    let n = 0;
    for (const name in value) {
      while (n < names.length && names[n] !== name) n++;
      if (n++ === names.length) return false;
    }
    return true;
  };
  const areKept = (value: Members): boolean => nested.every(([name, keep]) => keep(value[name]) === value[name]);
  return (value) => (!isObject(value) || (areDeclared(value) && areKept(value)) ? value : copy(value));
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first option that has the required members and the constants of the value. */
function ofUnion(options: readonly Schema[], parse: KeepDeclared): KeepDeclared {
  const keeps = options.map(declaredBy);
  if (keeps.every((keep) => keep === unchanged)) return unchanged;
  const fits = options.map(fitOf);
  return (value) => {
    const n = isObject(value) ? fits.findIndex((fit) => fit?.(value) ?? true) : -1;
    const keep = fits[n] ? keeps[n] : undefined;
    return (keep ?? parse)(value);
  };
}

type Fit = (value: Members) => boolean;

/** Undefined for an option that is not a plain object: it is not known whether such an option accepts the value. */
function fitOf(schema: Schema): Fit | undefined {
  const { type, shape, catchall } = definitionOf(schema);
  if (type !== 'object' || catchall) return undefined;
  const members = Object.entries(shape).map(([name, member]) => [name, member, constantsOf(member)] as const);
  return (value) =>
    members.every(([name, member, constants]) => {
      const given = value[name];
      if (given === undefined) return member._zod.optin === 'optional';
      return constants?.includes(given) ?? true;
    });
}

function constantsOf(member: Schema): readonly unknown[] | undefined {
  const { type, values, entries } = definitionOf(member);
  if (type === 'literal') return values;
  return type === 'enum' ? Object.values(entries) : undefined;
}
