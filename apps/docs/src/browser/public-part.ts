interface Parameter {
  readonly in?: string;
  readonly required?: boolean;
  readonly schema?: { readonly example?: unknown };
}

interface Operation {
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
}

/** What this page reads of an OpenAPI document; everything else passes through. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly securitySchemes?: Readonly<Record<string, { readonly type?: string }>> };
}

/** Whether what was read is an OpenAPI document at all. */
export function isOpenApi(document: unknown): document is OpenApi {
  return typeof document === 'object' && document !== null && 'paths' in document;
}

/** Swagger UI types the example of a parameter into its field: a filter would be set that nobody asked for. */
function withoutPrefilledFilters(operation: Operation): Operation {
  if (!operation.parameters) return operation;
  const parameters = operation.parameters.map((parameter) => {
    if (parameter.in !== 'query' || parameter.required || !parameter.schema) return parameter;
    const { example: _, ...schema } = parameter.schema;
    return { ...parameter, schema };
  });
  return { ...operation, parameters };
}

/**
 * What a key can call. The document also holds the routes of the settings, of the portal and of the page of a document: they take
 * cookies of those pages, which no Authorize box can set, or the token of a link.
 */
export function publicPart(document: OpenApi): OpenApi {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [path, operations] of Object.entries(document.paths)) {
    if (!path.startsWith('/v1/')) continue;
    const shown: Record<string, Operation> = {};
    for (const [method, operation] of Object.entries(operations)) shown[method] = withoutPrefilledFilters(operation);
    paths[path] = shown;
  }
  const used = new Set(
    Object.values(paths)
      .flatMap((operations) => Object.values(operations))
      .flatMap(({ security = [] }) => security.flatMap((scheme) => Object.keys(scheme))),
  );
  const schemes = Object.entries(document.components?.securitySchemes ?? {}).filter(([name]) => used.has(name));
  return {
    ...document,
    paths,
    components: { ...document.components, securitySchemes: Object.fromEntries(schemes) },
  };
}
