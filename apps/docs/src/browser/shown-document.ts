interface ShownParameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema?: { readonly example?: unknown; readonly default?: unknown };
}

interface DocumentedResponse {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

interface ShownOperation {
  readonly parameters?: readonly ShownParameter[];
  readonly responses?: Readonly<Record<string, DocumentedResponse>>;
}

/** The parts of an OpenAPI document that this page reads. Everything else is passed through. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ShownOperation>>>>;
  readonly servers?: readonly { readonly url: string }[];
  readonly tags?: readonly { readonly name: string }[];
  readonly components?: {
    readonly responses?: Readonly<Record<string, DocumentedResponse>>;
    readonly parameters?: Readonly<Record<string, ShownParameter>>;
    readonly securitySchemes?: {
      readonly oauth2?: { readonly flows?: { readonly authorizationCode?: { readonly scopes?: object } } };
    };
  };
}

/** The permissions that a sign-in can ask for. */
export const scopesOf = ({ components }: OpenApi): string[] =>
  Object.keys(components?.securitySchemes?.oauth2?.flows?.authorizationCode?.scopes ?? {});

/** Whether the value is an OpenAPI document. */
export function isOpenApi(document: unknown): document is OpenApi {
  return typeof document === 'object' && document !== null && 'paths' in document;
}

/** Headers of every response, described once above the operations. */
const EVERYWHERE = new Set(['Request-Id', 'Client-Request-Id', 'RateLimit-Policy', 'RateLimit']);

/** The order of the methods of a path. Other members come after them. */
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * The document as the reference shows it. Fields of optional parameters are empty, because Swagger UI would fill in examples and defaults, except that
 * writes default to a dry run. Errors show only their codes, which link to their pages. A resource begins with its list, its creation and its records.
 */
export function shownDocument(document: OpenApi): OpenApi {
  const { paths, components = {} } = document;
  const { responses, parameters } = components;
  return {
    ...document,
    paths: mapped(inOrder(paths), (operations) => mapped(byMethod(operations), shownOperation)),
    components: {
      ...components,
      ...(responses && { responses: mapped(responses, shownResponse) }),
      ...(parameters && { parameters: mapped(parameters, shownParameter) }),
    },
  };
}

/** Paths grouped by their resource, `/v1/invoices`, in the order of the document. */
function inOrder<T>(paths: Readonly<Record<string, T>>): Record<string, T> {
  const resourceOf = (path: string) => path.split('/').slice(0, 3).join('/');
  const resources = [...new Set(Object.keys(paths).map(resourceOf))];
  // A record, in braces, comes before named subpaths.
  const rank = (path: string) => path.replaceAll('{', ' ');
  const sorted = Object.entries(paths).sort(
    ([a], [b]) => resources.indexOf(resourceOf(a)) - resources.indexOf(resourceOf(b)) || (rank(a) < rank(b) ? -1 : 1),
  );
  return Object.fromEntries(sorted);
}

function byMethod<T>(operations: Readonly<Record<string, T>>): Record<string, T> {
  const rank = (name: string) => (METHODS.includes(name) ? METHODS.indexOf(name) : METHODS.length);
  return Object.fromEntries(Object.entries(operations).sort(([a], [b]) => rank(a) - rank(b)));
}

function shownOperation(operation: ShownOperation): ShownOperation {
  const { parameters, responses } = operation;
  return {
    ...operation,
    ...(parameters && { parameters: parameters.filter((each) => !isDryRun(each)).map(shownParameter) }),
    ...(responses && { responses: mapped(responses, shownResponse) }),
  };
}

/** The switch beside Authorize sets it for all operations. */
const isDryRun = ({ $ref, in: place, name }: ShownParameter): boolean =>
  $ref === '#/components/parameters/DryRun' || (place === 'header' && name === 'Prefer');

function shownParameter(parameter: ShownParameter): ShownParameter {
  if (parameter.required) return parameter;
  const { example: _, ...bare } = parameter;
  if (!bare.schema) return bare;
  const { example: __, default: otherwise, ...schema } = bare.schema;
  if (otherwise === undefined) return { ...bare, schema };
  const words = [bare.description, `Default: \`${JSON.stringify(otherwise)}\``].filter(Boolean).join('. ');
  return { ...bare, description: words, schema };
}

function shownResponse(response: DocumentedResponse): DocumentedResponse {
  const { headers, content, ...words } = response;
  if (content && 'application/problem+json' in content) return words;
  const own = Object.entries(headers ?? {}).filter(([name]) => !EVERYWHERE.has(name));
  return { ...words, ...(own.length > 0 && { headers: Object.fromEntries(own) }), ...(content && { content }) };
}

function mapped<From, To>(
  from: Readonly<Record<string, From>>,
  to: (value: From, key: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(from).map(([key, value]) => [key, to(value, key)]));
}
