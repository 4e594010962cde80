import type { OpenAPIObject } from '@nestjs/swagger';
import { isReference, operationsOf, type Components } from './openapi-operations.js';

type Schemas = NonNullable<Components['schemas']>;
type SchemaOrReference = Schemas[string];

/**
 * Says of each body whether it may be left out: no body is taken for an empty object, so that an action whose properties are all optional
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

/** Whether an object without properties does. */
function takesNothing(schema: SchemaOrReference, schemas: Schemas): boolean {
  if (isReference(schema)) {
    const target = schemas[schema.$ref.split('/').at(-1) ?? ''];
    return target !== undefined && takesNothing(target, schemas);
  }
  const alternatives = schema.oneOf ?? schema.anyOf;
  const needs = (schema.required?.length ?? 0) + (schema.minProperties ?? 0);
  return needs === 0 && (alternatives === undefined || alternatives.some((one) => takesNothing(one, schemas)));
}
