import type { OpenAPIObject } from '@nestjs/swagger';
import { isReference, operationsOf, successesOf, type Operation, type Parameter } from './openapi-operations.rules.js';
import { OPERATION_EXAMPLES, type OperationExample } from './operation-examples.rules.js';

const JSON_TYPE = 'application/json';

/**
 * Adds the example request and response of the table to every operation: parameters, body and response together are one
 * working call. The conformance test sends each of them unchanged, and fails for an operation without an example.
 */
export function addExamples(document: OpenAPIObject): void {
  const schemas = document.components?.schemas ?? {};
  for (const { method, path, operation } of operationsOf(document)) {
    const example = OPERATION_EXAMPLES[`${method.toUpperCase()} ${path}`];
    if (!example) continue;
    for (const parameter of operation.parameters ?? []) if (!isReference(parameter)) giveValue(parameter, example);
    giveBody(operation, schemas);
    for (const { content } of successesOf(operation)) {
      const json = content?.[JSON_TYPE];
      if (json && example.answer !== undefined) json.example = example.answer;
    }
  }
}

/**
 * The page that runs requests fills every example into its field: a filter outside the example request has no example, or the
 * page would send all filters together.
 */
function giveValue(parameter: Parameter, example: OperationExample): void {
  const { schema } = parameter;
  if (schema && !isReference(schema)) {
    const bare = { ...schema };
    delete bare.example;
    parameter.schema = bare;
  }
  const value = parameter.in === 'path' ? example.path : example.query?.[parameter.name];
  if (value !== undefined) parameter.example = value;
}

/** Adds the example of the body's schema where readers of the operation expect it. */
function giveBody(operation: Operation, schemas: NonNullable<OpenAPIObject['components']>['schemas'] & object): void {
  const body = operation.requestBody;
  const json = body && !isReference(body) ? body.content[JSON_TYPE] : undefined;
  const schema = json?.schema;
  if (!json || !schema) return;
  const target = isReference(schema) ? schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
  const example: unknown = target && !isReference(target) ? target.example : undefined;
  if (example !== undefined) json.example = example;
}
