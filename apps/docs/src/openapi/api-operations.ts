import { responseFile, type ResponseFile } from './file-types.js';

/** A JSON Schema, as far as the pages show it. */
export interface PublishedSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  /** Values to which later versions may add some. */
  readonly 'x-extensible-enum'?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, PublishedSchema>>;
  readonly required?: readonly string[];
  readonly items?: PublishedSchema;
  readonly anyOf?: readonly PublishedSchema[];
  readonly oneOf?: readonly PublishedSchema[];
  readonly allOf?: readonly PublishedSchema[];
  readonly example?: unknown;
}

export interface PublishedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: PublishedSchema;
  readonly example?: unknown;
}

interface Referring {
  readonly $ref?: string;
}

interface MediaType {
  readonly schema?: PublishedSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, unknown>>;
}

interface DocumentedResponse extends Referring {
  readonly description?: string;
  readonly content?: Readonly<Record<string, MediaType>>;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly unknown[];
  readonly 'x-permission'?: string;
  readonly 'x-more-permissions'?: string;
  readonly parameters?: readonly (PublishedParameter | Referring)[];
  readonly requestBody?: { readonly required?: boolean; readonly content?: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

/** The parts of the OpenAPI document that the site reads. */
export interface PublishedDocument {
  readonly openapi: string;
  readonly info?: { readonly title: string; readonly description?: string; readonly version: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, PublishedSchema>>;
    readonly responses?: Readonly<Record<string, DocumentedResponse>>;
    readonly parameters?: Readonly<Record<string, PublishedParameter>>;
  };
}

/** What an operation returns: JSON, a file, an endless stream, or no content. */
export type ResultKind = 'json' | 'file' | 'stream' | 'none';

export interface ApiOperation {
  readonly id: string;
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** The permission that its caller needs, or a word such as `authenticated`. */
  readonly permission: string | undefined;
  readonly morePermissions: string | undefined;
  /** Whether it requires a credential. */
  readonly guarded: boolean;
  readonly parameters: readonly PublishedParameter[];
  readonly body:
    | { readonly required: boolean; readonly schema: PublishedSchema; readonly example: unknown }
    | undefined;
  readonly success: {
    readonly status: string;
    readonly description: string;
    readonly kind: ResultKind;
    /** With the kind `file`. */
    readonly file: ResponseFile | undefined;
    readonly schema: PublishedSchema | undefined;
    readonly example: unknown;
  };
  /** The error codes of each status. */
  readonly errors: readonly { readonly status: string; readonly codes: readonly string[] }[];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const KINDS: Readonly<Record<string, ResultKind>> = { 'application/json': 'json', 'text/event-stream': 'stream' };

/** The last part of a reference: the name of a component. */
export const nameIn = (reference: string | undefined): string => reference?.split('/').at(-1) ?? '';

/** Every operation of the document, with its references to responses and parameters resolved. */
export function operationsOf(document: PublishedDocument): ApiOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method] as DocumentedOperation | undefined;
      return operation ? [describe(document, method.toUpperCase(), path, operation)] : [];
    }),
  );
}

function describe(
  { components = {} }: PublishedDocument,
  method: string,
  path: string,
  operation: DocumentedOperation,
): ApiOperation {
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [status, components.responses?.[nameIn(response.$ref)] ?? response] as const,
  );
  const [status = '', response = {}] = responses.find(([each]) => each.startsWith('2')) ?? [];
  const [media, content] = Object.entries(response.content ?? {})[0] ?? [];
  const kind = media === undefined ? 'none' : (KINDS[media] ?? 'file');
  const body = operation.requestBody?.content?.['application/json'];
  return {
    ...{ id: operation.operationId, tag: operation.tags[0] ?? '', method, path },
    summary: operation.summary ?? operation.operationId,
    description: operation.description ?? '',
    permission: operation['x-permission'],
    morePermissions: operation['x-more-permissions'],
    guarded: (operation.security ?? []).length > 0,
    parameters: (operation.parameters ?? []).flatMap((each) =>
      'name' in each ? [each] : (components.parameters?.[nameIn(each.$ref)] ?? []),
    ),
    body: operation.requestBody && {
      required: operation.requestBody.required ?? false,
      schema: body?.schema ?? {},
      example: body?.example,
    },
    success: {
      ...{ status, description: response.description ?? '', schema: content?.schema, example: content?.example },
      ...{ kind, file: kind === 'file' ? responseFile(media ?? '', path) : undefined },
    },
    errors: responses.flatMap(([each, { content: problems }]) => {
      const codes = Object.keys(problems?.['application/problem+json']?.examples ?? {});
      return codes.length > 0 ? [{ status: each, codes }] : [];
    }),
  };
}

const exampleOf = ({ example, schema }: PublishedParameter): unknown => example ?? schema?.example;

/** The path of the example request, and the parameters of its query. */
export function exampleRequest({ path, parameters }: ApiOperation): {
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: unknown])[];
} {
  const named = parameters.filter((each) => each.in === 'path');
  const value = (name: string) => exampleOf(named.find((each) => each.name === name) ?? { name, in: 'path' });
  return {
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(value(name)))),
    query: parameters
      .filter((each) => each.in === 'query' && exampleOf(each) !== undefined)
      .map((each) => [each.name, exampleOf(each)]),
  };
}
