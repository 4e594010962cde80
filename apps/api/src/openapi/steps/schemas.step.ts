import { EXAMPLE_RECORDS } from '@billhook/contract/examples/example-events';
import { BATCH_ITEMS, RESOURCE_VIEWS } from '@billhook/contract/resource-views';
import { ProblemView } from '@billhook/contract/shared/problem';
import { RECORD_NAMES } from '@billhook/domain/shared/resources';
import type { OpenAPIObject, StandardSchemaConverter } from '@nestjs/swagger';
import { z } from 'zod';

type JsonSchemas = Record<string, object>;

/**
 * Generates JSON Schema 2020-12, which OpenAPI 3.1 requires; the library generates the schema of 3.0, whose
 * boolean `exclusiveMinimum` is invalid in 3.1. Responses allow further members: they grow, and generated programs must accept new ones.
 * @returns a converter for one document, in which each name is used once
 */
export function schemaConverter(): StandardSchemaConverter {
  const named = new Map<string, string>();
  return (schema, { schemaType }) => {
    if (!(schema instanceof z.ZodType)) return undefined;
    const {
      $schema: _,
      $defs = {},
      ...rest
    } = z.toJSONSchema(schema, {
      target: 'draft-2020-12',
      io: schemaType,
      override: ({ zodSchema, jsonSchema }) => {
        const { def } = zodSchema._zod;
        if (schemaType === 'output' && def.type === 'object' && !('catchall' in def)) {
          delete jsonSchema.additionalProperties;
        }
        // The format says it. Clients that read a date as an object compare the pattern with another text.
        if (schemaType === 'output' && (jsonSchema.format === 'date-time' || jsonSchema.format === 'date')) {
          delete jsonSchema.pattern;
        }
        // zod omits the default of a transformed text: a caller sends text, and the default is a number.
        const { default: otherwise } = z.globalRegistry.get(zodSchema) ?? {};
        if (schemaType === 'input' && otherwise !== undefined) jsonSchema.default = otherwise;
      },
    });
    for (const [name, definition] of Object.entries($defs)) {
      const text = JSON.stringify(definition);
      // With a default, the input differs from the output: each needs a name.
      if ((named.get(name) ?? text) !== text) throw new Error(`two schemas have the name ${name}: rename one of them`);
      named.set(name, text);
    }
    return { schema: rest, components: $defs };
  };
}

/** Adds an example of each record and the form of a problem, which no decorator declares, and removes unused schemas. */
export function completeSchemas(document: OpenAPIObject): void {
  const given: JsonSchemas = document.components?.schemas ?? {};
  const exampled = RECORD_NAMES.map((resource): [string, object] => {
    const { id: name = '' } = RESOURCE_VIEWS[resource].meta() ?? {};
    return [name, { ...given[name], example: EXAMPLE_RECORDS[resource] }];
  });
  const schemas: JsonSchemas = { ...itemSchemas(), ...given, ...Object.fromEntries(exampled), ...problemSchemas() };
  const used = reachable(document, schemas);
  document.components = {
    ...document.components,
    schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name))),
  };
}

/** The items of batches, which are parsed one by one, so that no body contains their schema. */
function itemSchemas(): JsonSchemas {
  const converted = schemaConverter()(z.object(BATCH_ITEMS), { schemaType: 'input' });
  if (!converted?.components) throw new Error('no schema was generated for items of batches');
  // The library rewrites these references only in schemas of routes.
  const text = JSON.stringify(converted.components).replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(text) as JsonSchemas;
}

function problemSchemas(): JsonSchemas {
  const converted = schemaConverter()(ProblemView, { schemaType: 'output' });
  if (!converted?.components) throw new Error('no schema was generated for problems');
  return converted.components;
}

/** The names of the schemas that the rest of the document uses. */
function reachable({ components, ...rest }: OpenAPIObject, schemas: JsonSchemas): Set<string> {
  const { schemas: _, ...others } = components ?? {};
  const found = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      follow(schemas[name] ?? {});
    }
  };
  follow([rest, others]);
  return found;
}
