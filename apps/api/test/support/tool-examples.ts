import type { OpenAPIObject } from '@nestjs/swagger';
import { toolsOf, type OperationTool } from '../../src/mcp/tool-list.rules.js';
import { OPERATION_EXAMPLES } from '../../src/openapi/steps/operation-examples.rules.js';

/** The arguments with which each tool performs the example of its operation, by its name. */
export function toolExamples(document: OpenAPIObject): ReadonlyMap<string, Record<string, unknown>> {
  return new Map([...toolsOf(document)].map(([name, tool]) => [name, exampleOf(tool)]));
}

function exampleOf({ operation: { method, path, operation }, places, listed }: OperationTool): Record<string, unknown> {
  const example = OPERATION_EXAMPLES[`${method.toUpperCase()} ${path}`];
  const { requestBody } = operation;
  const json = requestBody && 'content' in requestBody ? requestBody.content['application/json'] : undefined;
  const body: unknown = json?.example;
  const properties = (listed.inputSchema.properties ?? {}) as Record<string, { type?: string }>;
  return {
    ...Object.fromEntries(places.path.map((name) => [name, example?.path])),
    ...Object.fromEntries(
      // In a URL, a list with one item is a string.
      Object.entries(example?.query ?? {}).map(([name, value]) => [
        name,
        properties[name]?.type === 'array' ? [value].flat() : value,
      ]),
    ),
    ...(places.body === 'members' && typeof body === 'object' ? body : {}),
    ...(places.body === 'argument' ? { body } : {}),
  };
}
