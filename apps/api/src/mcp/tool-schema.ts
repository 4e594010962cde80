import type { OpenAPIObject } from '@nestjs/swagger';
import { isReference, shared, type Described, type Parameter } from '../openapi/steps/openapi-operations.js';

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
  readonly schema: ToolJsonSchema & { readonly type: 'object' };
  readonly places: ArgumentPlaces;
}

/** Records per page if the model does not choose: a record takes about 200 words of its context. */
export const PAGE_SIZE = 10;

/** Arguments that are not part of the operation. No operation has a member with one of these names, which a spec checks. */
export const CONTROLS = {
  confirm: {
    type: 'boolean',
    default: false,
    description:
      'false: a dry run, which makes every check and writes nothing. true: performs the call, after the user has agreed to it.',
  },
  idempotencyKey: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description: 'Any new text, only to perform exactly the same call once more on the same day.',
  },
  version: {
    type: 'integer',
    minimum: 0,
    description:
      'The `version` of the record that you have read. The call is rejected if the record has changed since.',
  },
} as const satisfies Record<string, ToolJsonSchema>;

const COMPONENT = '#/components/schemas/';

/** The texts that a schema of this length checks are checked by /v1. To a model, a long pattern is noise. */
const MOST_PATTERN = 60;

/** A larger maximum is that of a number in JSON. */
const MOST_MAXIMUM = 1_000_000_000;

/** Whether the operation changes something. A POST that only needs to read, like a preview, does not. */
export const changes = ({ writes, permission }: Described): boolean =>
  writes && !(permission?.endsWith('.read') ?? false);

/** The arguments of an operation as one JSON Schema (2020-12): path, query and body side by side. */
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
    schema: { ...(standalone(own, components) as typeof own) },
    places: {
      path: namesIn('path'),
      query: namesIn('query'),
      body: isFlat ? 'members' : body ? 'argument' : 'none',
      version,
      writes,
    },
  };
}

const COMBINED = ['oneOf', 'anyOf', 'allOf', 'not'];

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

/** Moves the components that a schema uses into its `$defs`, and leaves out what does not help a model. */
function standalone(schema: ToolJsonSchema, components: OpenAPIObject['components']): ToolJsonSchema {
  const used = new Map<string, unknown>();
  const copy = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(copy);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).flatMap(([word, value]): [string, unknown][] => {
        if (word === '$ref' && typeof value === 'string') return [[word, define(value.slice(COMPONENT.length))]];
        // A member may be called like a keyword: there the value is a schema.
        if (word === 'example' && !isSchema(value)) return [];
        if (word === 'maximum' && typeof value === 'number' && value > MOST_MAXIMUM) return [];
        if (word === 'pattern' && typeof value === 'string' && value.length > MOST_PATTERN) return [];
        return [[word, copy(value)]];
      }),
    );
  };
  const define = (name: string): string => {
    if (!used.has(name)) {
      used.set(name, {});
      used.set(name, copy(components?.schemas?.[name]));
    }
    return `#/$defs/${name}`;
  };
  const own = copy(schema) as ToolJsonSchema;
  return used.size === 0 ? own : { ...own, $defs: Object.fromEntries(used) };
}

const SCHEMA_WORDS = ['type', '$ref', 'oneOf', 'anyOf', 'allOf', 'enum'];

const isSchema = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && SCHEMA_WORDS.some((word) => word in value);

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
