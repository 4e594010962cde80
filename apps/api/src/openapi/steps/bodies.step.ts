import type { OpenAPIObject } from '@nestjs/swagger';
import { isReference, operationsOf, type Components } from './openapi-operations.rules.js';

type ComponentSchemas = NonNullable<Components['schemas']>;
type SchemaOrReference = ComponentSchemas[string];

/**
 * Marks each body as required or not. A missing body is treated as an empty object: an action with only optional properties
 * needs none.
 */
export function addBodies(document: OpenAPIObject): void {
  const schemas = document.components?.schemas ?? {};
  for (const { operation } of operationsOf(document)) {
    const body = operation.requestBody;
    if (!body || isReference(body)) continue;
    const schema = body.content['application/json']?.schema;
    body.required = schema !== undefined && !takesNothing(schema, schemas);
  }
}

/** Whether an object without properties is valid. */
function takesNothing(schema: SchemaOrReference, schemas: ComponentSchemas): boolean {
  if (isReference(schema)) {
    const target = schemas[schema.$ref.split('/').at(-1) ?? ''];
    return target !== undefined && takesNothing(target, schemas);
  }
  const alternatives = schema.oneOf ?? schema.anyOf;
  const needs = (schema.required?.length ?? 0) + (schema.minProperties ?? 0);
  return needs === 0 && (alternatives === undefined || alternatives.some((one) => takesNothing(one, schemas)));
}
