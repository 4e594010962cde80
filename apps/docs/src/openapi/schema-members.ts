import { nameIn, type PublishedDocument, type PublishedSchema } from './api-operations.js';

/** A member of a body, with its path: `lines[].quantity`. */
export interface SchemaMember {
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

/** Members of members of members are in the reference. */
const DEPTH = 2;

/** Longer lists of values are described by their type. */
const LISTED_VALUES = 12;

const alternatives = (schema: PublishedSchema): readonly PublishedSchema[] => schema.anyOf ?? schema.oneOf ?? [];

/** The schema behind references, and the only alternative to null. */
function resolve(schema: PublishedSchema, document: PublishedDocument): PublishedSchema {
  const { $ref: reference, ...beside } = schema;
  if (reference !== undefined)
    return { ...resolve(document.components?.schemas?.[nameIn(reference)] ?? {}, document), ...beside };
  const [only, second] = alternatives(schema).filter(({ type }) => type !== 'null');
  return only && !second ? { ...resolve(only, document), ...beside } : schema;
}

/** The type of a value as text. Schemas have the names of the document. */
export function typeOf(schema: PublishedSchema, document: PublishedDocument): string {
  const { type, format, enum: known, items, const: only, ...rest } = resolve(schema, document);
  const values = known ?? rest['x-extensible-enum'];
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (values && values.length <= LISTED_VALUES) return values.map((value) => `\`${String(value)}\``).join(', ');
  if (items) return `list of ${typeOf(items, document).replace(/^object$/, 'objects')}`;
  const others = alternatives(schema).filter(({ type: each }) => each !== 'null');
  if (type === undefined && others.length > 0)
    return [...new Set(others.map((each) => typeOf(each, document)))].join(' or ');
  const words = [type ?? 'any'].flat().join(' or ');
  return format === undefined ? words : `${words} (${format})`;
}

/** The members of a body, nested ones after their parent. */
export function membersOf(
  schema: PublishedSchema,
  document: PublishedDocument,
  before = '',
  depth = 1,
): SchemaMember[] {
  const { properties = {}, required = [] } = resolve(schema, document);
  return Object.entries(properties).flatMap(([name, property]) => {
    const resolved = resolve(property, document);
    const nested = resolved.items ?? resolved;
    const path = `${before}${name}${resolved.items ? '[]' : ''}`;
    const member = {
      path: `${before}${name}`,
      type: typeOf(property, document),
      required: required.includes(name),
      description: property.description ?? resolved.description ?? '',
    };
    return [member, ...(depth < DEPTH ? membersOf(nested, document, `${path}.`, depth + 1) : [])];
  });
}
