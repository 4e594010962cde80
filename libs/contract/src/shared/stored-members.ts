import type { z } from 'zod';

/**
 * Whether the value is a list, or an object with names that the caller chooses. Null is not allowed for them: an empty value means nothing.
 */
const isCollection = (schema: z.core.$ZodType): boolean => ['array', 'record'].includes(schema._zod.def.type);

/** A member of a create body in a PATCH: optional, and null clears it if it was optional in the create body. */
type PatchMember<Member> =
  Member extends z.ZodDefault<infer Inner>
    ? z.ZodOptional<Inner>
    : Member extends z.ZodOptional<infer Inner>
      ? Inner extends z.ZodArray | z.ZodRecord
        ? Member
        : z.ZodOptional<z.ZodNullable<Inner>>
      : Member extends z.core.SomeType
        ? z.ZodOptional<Member>
        : never;

export type PatchShape<Shape extends z.ZodRawShape> = { [Name in keyof Shape]: PatchMember<Shape[Name]> };

/**
 * The members of a PATCH, derived from the create body. Omits descriptions of defaults, which apply only to the creation:
 * they belong to the optional schema, not to the inner one.
 */
export function patchOf<Shape extends z.ZodRawShape>(shape: Shape): PatchShape<Shape> {
  const members = Object.entries(shape as unknown as Record<string, z.ZodType>);
  return Object.fromEntries(members.map(([name, member]) => [name, patchMember(member)])) as PatchShape<Shape>;
}

function patchMember(member: z.ZodType): z.ZodType {
  const { def } = member._zod as unknown as { def: { type: string; innerType: z.ZodType } };
  if (def.type === 'default') return def.innerType.optional();
  if (def.type !== 'optional') return member.optional();
  return isCollection(def.innerType) ? def.innerType.optional() : def.innerType.nullish();
}

type BodyOf<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;
type Collection = readonly unknown[] | { readonly [name: string]: unknown };
/** An object type with named members is not a collection, although it can be assigned to one. */
type IsCollection<T> = T extends readonly unknown[]
  ? true
  : string extends keyof T
    ? T extends Collection
      ? true
      : false
    : false;

/** A body as stored in a row: omitted members are null, or an empty list or object. */
export type Stored<Body> = {
  [Name in keyof Body]-?: undefined extends Body[Name]
    ? IsCollection<Exclude<Body[Name], undefined>> extends true
      ? Exclude<Body[Name], undefined>
      : Exclude<Body[Name], undefined> | null
    : Body[Name];
};

/** The members of a body that are columns of the same names. No code lists them twice. */
export interface StoredMembers<Body> {
  readonly names: readonly (keyof Body & string)[];
  /** The columns of a body. */
  toRow(body: Body): Stored<Body>;
  /** The body of a row. */
  toBody(row: Stored<Body>): Body;
  /** The columns after a PATCH; omitted members do not change. */
  patched(row: Stored<Body>, patch: Partial<Stored<Body>>): Stored<Body>;
}

/** @param shape the members of the body that are stored unchanged */
export function storedMembers<Shape extends z.ZodRawShape>(shape: Shape): StoredMembers<BodyOf<Shape>> {
  type Body = BodyOf<Shape>;
  const members = Object.entries(shape as unknown as Record<string, z.ZodType>);
  const absent = members.map(([name, member]) => [name, absentValue(member)] as const);
  return {
    names: absent.map(([name]) => name) as unknown as (keyof Body & string)[],
    toRow: (body) => {
      const given = body as Readonly<Record<string, unknown>>;
      const row: Record<string, unknown> = {};
      for (const [name, value] of absent) row[name] = given[name] ?? value;
      return row as Stored<Body>;
    },
    toBody: (row) => {
      const kept = row as Readonly<Record<string, unknown>>;
      const body: Record<string, unknown> = {};
      for (const [name] of absent) body[name] = kept[name] ?? undefined;
      return body as Body;
    },
    patched: (row, patch) => {
      const kept = row as Readonly<Record<string, unknown>>;
      const given = patch as Readonly<Record<string, unknown>>;
      const next: Record<string, unknown> = {};
      for (const [name] of absent) next[name] = given[name] === undefined ? kept[name] : given[name];
      return next as Stored<Body>;
    },
  };
}

/** The stored value of an omitted member. All rows can share it, as rows are never mutated. */
function absentValue(member: z.ZodType): unknown {
  const { def } = member._zod as unknown as { def: { type: string; innerType: z.ZodType } };
  return def.type === 'optional' ? emptyValue(def.innerType) : null;
}

function emptyValue(schema: z.core.$ZodType): unknown {
  if (!isCollection(schema)) return null;
  return schema._zod.def.type === 'array' ? [] : {};
}

/** The members of a view without values: what a stored copy has for members that a later release added. */
export function emptyView(view: z.ZodObject): object {
  const members = Object.entries<z.core.$ZodType>(view.shape);
  return Object.fromEntries(members.map(([name, member]) => [name, emptyValue(member)]));
}
