interface Parameter {
  readonly in?: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema?: { readonly example?: unknown; readonly default?: unknown };
}

interface Answer {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly responses?: Readonly<Record<string, Answer>>;
}

/** What this page reads of an OpenAPI document; everything else passes through. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly responses?: Readonly<Record<string, Answer>> };
}

/** Whether what was read is an OpenAPI document at all. */
export function isOpenApi(document: unknown): document is OpenApi {
  return typeof document === 'object' && document !== null && 'paths' in document;
}

/** What every answer carries: said once, above the operations. */
const EVERYWHERE = new Set(['Request-Id', 'Client-Request-Id', 'RateLimit-Policy', 'RateLimit']);

/**
 * The document as a person reads it, and fills in its fields. Swagger UI types the example or the default of a parameter into its field: a filter would
 * be set that nobody asked for, and a write would be aimed at a record that nobody chose, so of those the fields begin empty. Of a refusal
 * it would show a table of headers and an example each time, a dozen an operation: its codes lead to pages that have both.
 */
export function shownDocument(document: OpenApi): OpenApi {
  const { paths, components = {} } = document;
  const { responses } = components;
  return {
    ...document,
    paths: mapped(paths, (operations) => mapped(operations, shownOperation)),
    components: { ...components, ...(responses && { responses: mapped(responses, shownAnswer) }) },
  };
}

function shownOperation(operation: Operation, method: string): Operation {
  const { parameters, responses } = operation;
  return {
    ...operation,
    ...(parameters && { parameters: parameters.map((parameter) => emptied(parameter, method)) }),
    ...(responses && { responses: mapped(responses, shownAnswer) }),
  };
}

function emptied(parameter: Parameter, method: string): Parameter {
  if (parameter.required && (method === 'get' || parameter.in !== 'path')) return parameter;
  const { example: _, ...bare } = parameter;
  if (!bare.schema) return bare;
  const { example: __, default: otherwise, ...schema } = bare.schema;
  if (otherwise === undefined) return { ...bare, schema };
  const words = [bare.description, `Default: \`${JSON.stringify(otherwise)}\``].filter(Boolean).join('. ');
  return { ...bare, description: words, schema };
}

function shownAnswer(answer: Answer): Answer {
  const { headers, content, ...words } = answer;
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
