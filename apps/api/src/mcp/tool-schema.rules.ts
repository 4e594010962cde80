import type { OpenAPIObject } from '@nestjs/swagger';
import { isReference, shared, type Described, type Parameter } from '../openapi/steps/openapi-operations.rules.js';

export type ToolJsonSchema = Readonly<Record<string, unknown>>;

/** Where each argument of a tool goes. */
export interface ArgumentPlaces {
  readonly path: readonly string[];
  readonly query: readonly string[];
  /** `members`: every other argument is a member of the body. `argument`: the argument `body` is the body, because it has several forms. */
  readonly body: 'none' | 'members' | 'argument';
  readonly version: boolean;
  readonly writes: boolean;
}

export interface InputSchema {
  /** The schema of all arguments, without references to other schemas. */
  readonly schema: ToolJsonSchema;
  readonly places: ArgumentPlaces;
}

/** Records per page if the model does not choose: a record takes about 200 words of its context. */
export const PAGE_SIZE = 10;

/** Arguments that are not part of the operation. No operation has a member with one of these names, which a spec checks. */
export const CONTROLS = {
  confirm: {
    type: 'boolean',
    default: false,
    description: 'true if the user agreed, else a dry run',
  },
  idempotencyKey: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description: 'New text to repeat a call today',
  },
  version: {
    type: 'integer',
    minimum: 0,
    description: 'As you read it; rejected if changed',
  },
} as const satisfies Record<string, ToolJsonSchema>;

const COMPONENT = '#/components/schemas/';

/** Whether the operation changes something. A POST that only needs to read, like a preview, does not. */
export const changes = ({ writes, permission }: Described): boolean =>
  writes && !(permission?.endsWith('.read') ?? false);

/** The arguments of an operation as one JSON Schema (2020-12): path, query and body side by side. /v1 checks all of it. */
export function inputSchemaOf(described: Described, { components }: OpenAPIObject): InputSchema {
  const { operation } = described;
  const parameters = (operation.parameters ?? []).filter((one): one is Parameter => !isReference(one));
  const version = (operation.parameters ?? []).some(
    (one) => isReference(one) && one.$ref === shared('parameters', 'IfMatch').$ref,
  );
  const writes = changes(described);
  const { requestBody } = operation;
  const body = bodyOf(described);
  const isBodyRequired = requestBody !== undefined && !isReference(requestBody) && requestBody.required === true;
  const target = body && componentOf(body, components);
  const isFlat = target?.['type'] === 'object' && COMBINED.every((word) => !(word in target));
  const own = {
    type: 'object',
    properties: {
      ...Object.fromEntries(parameters.map((one) => [one.name, argumentOf(one)])),
      ...(isFlat ? objectOf(target['properties']) : body ? { body } : {}),
      ...(version ? { version: CONTROLS.version } : {}),
      ...(writes ? { confirm: CONTROLS.confirm, idempotencyKey: CONTROLS.idempotencyKey } : {}),
    },
    required: [
      ...parameters.filter(({ required }) => required).map(({ name }) => name),
      ...(isFlat ? listOf(target['required']) : isBodyRequired ? ['body'] : []),
    ],
    additionalProperties: false,
  } as const;
  const namesIn = (place: 'path' | 'query') => parameters.filter((one) => one.in === place).map(({ name }) => name);
  return {
    schema: inlined(own, components) as ToolJsonSchema,
    places: {
      path: namesIn('path'),
      query: namesIn('query'),
      body: isFlat ? 'members' : body ? 'argument' : 'none',
      version,
      writes,
    },
  };
}

const COMBINED = ['oneOf', 'anyOf', 'allOf', 'not', 'if'];

function bodyOf({ operation: { requestBody } }: Described): ToolJsonSchema | undefined {
  if (!requestBody || isReference(requestBody)) return undefined;
  return requestBody.content['application/json']?.schema as ToolJsonSchema | undefined;
}

function componentOf(schema: ToolJsonSchema, components: OpenAPIObject['components']): ToolJsonSchema {
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].slice(COMPONENT.length) : undefined;
  return name === undefined ? schema : ((components?.schemas?.[name] ?? {}) as ToolJsonSchema);
}

function argumentOf({ name, schema = {}, description }: Parameter): ToolJsonSchema {
  const page = name === 'limit' ? { default: PAGE_SIZE } : {};
  return { ...schema, ...(description === undefined ? {} : { description }), ...page };
}

/** A schema with the components that it refers to in their places. Many models do not follow references. */
function inlined(part: unknown, components: OpenAPIObject['components'], within: readonly string[] = []): unknown {
  if (Array.isArray(part)) return part.map((each) => inlined(each, components, within));
  if (typeof part !== 'object' || part === null) return part;
  const { $ref, ...own } = part as ToolJsonSchema;
  const name = typeof $ref === 'string' ? $ref.slice(COMPONENT.length) : undefined;
  // A filter contains filters.
  if (name !== undefined && within.includes(name)) return { type: 'object' };
  const schema: ToolJsonSchema = { ...(name === undefined ? {} : objectOf(components?.schemas?.[name])), ...own };
  const inner = name === undefined ? within : [...within, name];
  return Object.fromEntries(Object.entries(schema).map(([word, value]) => [word, inlined(value, components, inner)]));
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
