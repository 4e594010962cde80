import type { OpenAPIObject } from '@nestjs/swagger';
import { isReference, operationsOf, successesOf, type Operation, type Parameter } from './openapi-operations.js';
import { OPERATION_EXAMPLES, type OperationExample } from './operation-example-table.js';

const JSON_TYPE = 'application/json';

/**
 * Puts an example request and an example answer on every operation that the table knows: parameters, body and answer together are one
 * call that works. The conformance test sends each as it stands here, and misses the example of an operation that has none.
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
 * The page that runs requests types every example into its field: a filter that is not part of the example request has none, or all of
 * them be asked at once.
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

/** The example of the schema of a body, where readers of the operation look for it. */
function giveBody(operation: Operation, schemas: NonNullable<OpenAPIObject['components']>['schemas'] & object): void {
  const body = operation.requestBody;
  const json = body && !isReference(body) ? body.content[JSON_TYPE] : undefined;
  const schema = json?.schema;
  if (!json || !schema) return;
  const target = isReference(schema) ? schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
  const example: unknown = target && !isReference(target) ? target.example : undefined;
  if (example !== undefined) json.example = example;
}
