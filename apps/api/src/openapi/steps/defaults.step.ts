import type { OpenAPIObject } from '@nestjs/swagger';
import { isReference, operationsOf, type Components } from './openapi-operations.rules.js';
import { nameOf, type Plain } from './schema-branches.rules.js';

type ComponentSchemas = NonNullable<Components['schemas']>;
type SchemaOrReference = ComponentSchemas[string];

const WORDS = /(?:^|\. )Default: `([^`]*)`$/;

/** The default of a schema as JSON, from its keyword or its description; undefined without one. */
export function defaultOf({ default: value, description }: Plain): string | undefined {
  if (value !== undefined) return JSON.stringify(value);
  return typeof description === 'string' ? WORDS.exec(description)?.[1] : undefined;
}

/**
 * Moves the defaults of bodies from the keyword to the description. Client generators such as openapi-typescript treat a property with
 * the keyword as always present, so a body without the property would not compile.
 */
export function describeDefaults(document: OpenAPIObject): void {
  const schemas = document.components?.schemas ?? {};
  const seen = new Set<SchemaOrReference>();
  for (const { operation } of operationsOf(document)) {
    const body = operation.requestBody;
    if (!body || isReference(body)) continue;
    for (const { schema } of Object.values(body.content)) if (schema) sayIn(schema, schemas, seen);
  }
}

/** @param seen schemas that are done: schemas are shared and can contain themselves */
function sayIn(schema: SchemaOrReference, schemas: ComponentSchemas, seen: Set<SchemaOrReference>): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  sayOf(schema);
  for (const inner of innerOf(schema, schemas)) sayIn(inner, schemas, seen);
}

function sayOf(schema: { default?: unknown; description?: string; $ref?: string }): void {
  const value = defaultOf({ default: schema.default });
  if (value === undefined) return;
  const words = schema.description?.replace(/\.?$/, '. ') ?? '';
  schema.description = `${words}Default: \`${value}\``;
  delete schema.default;
}

/** The schemas directly below a schema. */
function innerOf(schema: SchemaOrReference, schemas: ComponentSchemas): SchemaOrReference[] {
  if (isReference(schema)) {
    const target = schemas[nameOf(schema) ?? ''];
    return target ? [target] : [];
  }
  const { properties = {}, items, additionalProperties: rest, anyOf = [], oneOf = [], allOf = [] } = schema;
  return [
    ...Object.values(properties),
    ...(items ? [items] : []),
    ...(typeof rest === 'object' ? [rest] : []),
    ...anyOf,
    ...oneOf,
    ...allOf,
  ];
}
