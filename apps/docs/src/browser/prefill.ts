interface Parameter {
  readonly in?: string;
  readonly required?: boolean;
  readonly example?: unknown;
  readonly schema?: { readonly example?: unknown };
}

interface Operation {
  readonly parameters?: readonly Parameter[];
}

/** What this page reads of an OpenAPI document; everything else passes through. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Whether what was read is an OpenAPI document at all. */
export function isOpenApi(document: unknown): document is OpenApi {
  return typeof document === 'object' && document !== null && 'paths' in document;
}

/**
 * Swagger UI types the example of a parameter into its field. A filter would be set that nobody asked for, and a write would be aimed at a
 * record that nobody chose: of those the fields begin empty.
 */
export function withoutPrefill(document: OpenApi): OpenApi {
  const paths = Object.entries(document.paths).map(([path, operations]) => {
    const shown = Object.entries(operations).map(
      ([method, operation]) => [method, emptied(method, operation)] as const,
    );
    return [path, Object.fromEntries(shown)] as const;
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

function emptied(method: string, operation: Operation): Operation {
  if (!operation.parameters) return operation;
  return {
    ...operation,
    parameters: operation.parameters.map((parameter) => {
      if (parameter.required && (method === 'get' || parameter.in !== 'path')) return parameter;
      const { example: _, ...bare } = parameter;
      if (!bare.schema) return bare;
      const { example: __, ...schema } = bare.schema;
      return { ...bare, schema };
    }),
  };
}
