import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { z } from 'zod';
import { surfaceOf, type Surface } from '../../src/request/surface.rules.js';
import type { TestApi } from './api.js';

/** The part of JSON Schema that our OpenAPI document uses. */
export interface Schema {
  readonly $ref?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly format?: string | undefined;
  readonly pattern?: string | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly items?: Schema | undefined;
  readonly maxProperties?: number | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: boolean | Schema | undefined;
  readonly anyOf?: readonly Schema[] | undefined;
  readonly oneOf?: readonly Schema[] | undefined;
  readonly allOf?: readonly Schema[] | undefined;
  readonly example?: unknown;
}

const Schema: z.ZodType<Schema> = z.lazy(() =>
  z.looseObject({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    enum: z.array(z.unknown()).optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    items: Schema.optional(),
    maxProperties: z.number().optional(),
    properties: z.record(z.string(), Schema).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), Schema]).optional(),
    anyOf: z.array(Schema).optional(),
    oneOf: z.array(Schema).optional(),
    allOf: z.array(Schema).optional(),
  }),
);

const Referring = z.object({ $ref: z.string() });
const Parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().optional(),
  schema: Schema.optional(),
});
const Content = z.record(z.string(), z.looseObject({ schema: Schema.optional() }));
const Operation = z.looseObject({
  parameters: z.array(z.union([Referring, Parameter])).optional(),
  requestBody: z.looseObject({ content: Content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: Content.optional() })).optional(),
});
const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;
const Document = z.looseObject({
  paths: z.record(
    z.string(),
    z.looseObject(Object.fromEntries(METHODS.map((method) => [method, Operation.optional()]))),
  ),
  components: z.looseObject({
    schemas: z.record(z.string(), Schema),
    parameters: z.record(z.string(), Parameter).optional(),
  }),
});

/** A method of a path, and its input. */
export interface FuzzedOperation {
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  readonly surface: Surface;
  readonly query: readonly { readonly name: string; readonly schema: Schema; readonly required: boolean }[];
  readonly headers: readonly string[];
  readonly body: Schema | undefined;
  /** The statuses in the document; empty if the route is in no document. */
  readonly statuses: readonly number[];
  /** The name of its response schema. */
  readonly answers: string | undefined;
}

export interface FuzzedApi {
  readonly operations: readonly FuzzedOperation[];
  readonly schemas: Readonly<Record<string, Schema>>;
}

/**
 * Every operation: /v1 from the served document, our own pages from their routes, because no published document has them.
 */
export async function describeApi(api: TestApi): Promise<FuzzedApi> {
  const served = await (await fetch(`${api.url}/v1/openapi.json`)).json();
  const published = operationsOf(Document.parse(served), true);
  const inner = operationsOf(Document.parse(wholeDocument(api.app)), false);
  return {
    operations: [
      ...published.operations.filter(({ surface }) => surface === 'api'),
      ...inner.operations.filter(({ surface }) => surface !== 'api' && surface !== 'none'),
    ],
    schemas: { ...inner.schemas, ...published.schemas },
  };
}

function wholeDocument(app: NestFastifyApplication): unknown {
  const config = new DocumentBuilder().setOpenAPIVersion('3.1.0').build();
  return JSON.parse(JSON.stringify(SwaggerModule.createDocument(app, config)));
}

function operationsOf(document: z.infer<typeof Document>, published: boolean): FuzzedApi {
  const { schemas, parameters: shared = {} } = document.components;
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const parameters = (operation.parameters ?? []).flatMap((parameter) => {
        const found = '$ref' in parameter ? shared[parameter.$ref.split('/').at(-1) ?? ''] : parameter;
        return found ? [found] : [];
      });
      const responses = Object.entries(operation.responses ?? {});
      const [, success] = responses.find(([status]) => status.startsWith('2')) ?? [];
      return [
        {
          method: method.toUpperCase(),
          path,
          surface: surfaceOf(path),
          query: parameters
            .filter((one) => one.in === 'query')
            .map(({ name, schema, required }) => ({ name, schema: schema ?? {}, required: required ?? false })),
          headers: parameters.filter((one) => one.in === 'header').map(({ name }) => name.toLowerCase()),
          body: operation.requestBody?.content['application/json']?.schema,
          statuses: published ? responses.map(([status]) => Number(status)) : [],
          answers: success?.content?.['application/json']?.schema?.$ref?.split('/').at(-1),
        },
      ];
    }),
  );
  return { operations, schemas };
}
