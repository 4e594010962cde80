import { z } from 'zod';

/** The part of JSON Schema that describes the values of a member. */
interface Member {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly example?: unknown;
  readonly format?: string;
  readonly anyOf?: readonly Member[];
  readonly items?: Member;
  readonly properties?: Readonly<Record<string, Member>>;
}

interface Document extends Member {
  readonly $defs?: Readonly<Record<string, Member>>;
}

export type Body = Readonly<Record<string, unknown>>;

/** Two values for each member: a PATCH changes the first to the second. */
export type Variant = 0 | 1;

const DATES = ['2026-11-20', '2026-11-19'] as const;
const EMAILS = ['compta@atelier-lumen.example', 'direction@atelier-lumen.example'] as const;

/**
 * A body with every member of a schema, generated from the schema: new members are included automatically.
 * @param given two values of each member whose rules the schema cannot express
 */
export function fullBody(
  schema: z.ZodObject,
  variant: Variant,
  given: Readonly<Record<string, readonly [unknown, unknown]>>,
): Body {
  const document = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as unknown as Document;
  const resolved = ({ $ref, ...own }: Member): Member =>
    $ref === undefined ? own : { ...document.$defs?.[$ref.split('/').at(-1) ?? ''], ...own };
  const valueOf = (name: string, ofMember: Member): unknown => {
    const member = resolved(ofMember);
    if (member.enum) return member.enum.at(variant === 0 ? 0 : -1);
    if ('const' in member) return member.const;
    if (member.anyOf) return valueOf(name, member.anyOf[0] ?? {});
    if (member.type === 'boolean') return variant === 0;
    if (member.type === 'array') return [valueOf(name, member.items ?? {})];
    if (member.properties) return objectOf(member.properties);
    if (member.format === 'date') return DATES[variant];
    if (member.format === 'idn-email') return EMAILS[variant];
    if (member.example !== undefined) return member.example;
    if (member.type === 'string') return `${variant === 0 ? 'First' : 'Second'} ${name}`;
    throw new Error(`${name}: its schema does not say which value it takes; state two of them in the spec`);
  };
  const objectOf = (members: Readonly<Record<string, Member>>): Body =>
    Object.fromEntries(
      Object.entries(members).map(([name, member]) => [
        name,
        given[name] ? given[name][variant] : valueOf(name, member),
      ]),
    );
  const { properties } = resolved(document);
  if (!properties) throw new Error('the schema has no members');
  return objectOf(properties);
}

/** The members of a body without some of them. */
export function without(body: Body, ...names: readonly string[]): Body {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}
