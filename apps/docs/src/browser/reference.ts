import { mendAccessibility, plainDeepLinks } from './accessibility.js';
import { layout } from './layout.js';
import { keyBox, restoreKey } from './key-box.js';
import { snippetTabs } from './snippet-tabs.js';

/** Starts Swagger UI on the OpenAPI document of the running API, or on the copy beside this site where no API answers. */

const LIVE = '/v1/openapi.json';
const COPY = '/docs/openapi.json';

interface OpenApi {
  readonly paths: Readonly<Record<string, unknown>>;
  readonly components?: { readonly securitySchemes?: Readonly<Record<string, { readonly type?: string }>> };
}

interface Reading {
  readonly spec: object;
  readonly live: boolean;
}

/**
 * What a key can call. The document also holds the routes of the settings and of the portal: they take cookies of those pages,
 * which no Authorize box can set.
 */
function publicPart(document: OpenApi): OpenApi {
  const paths = Object.entries(document.paths).filter(([path]) => path.startsWith('/v1/'));
  const schemes = Object.entries(document.components?.securitySchemes ?? {}).filter(([, { type }]) => type === 'http');
  return {
    ...document,
    paths: Object.fromEntries(paths),
    components: { ...document.components, securitySchemes: Object.fromEntries(schemes) },
  };
}

function isOpenApi(document: unknown): document is OpenApi {
  return typeof document === 'object' && document !== null && 'paths' in document;
}

async function readDocument(url: string): Promise<OpenApi | undefined> {
  try {
    const response = await fetch(url, { credentials: 'omit' });
    const document: unknown = response.ok ? await response.json() : undefined;
    return isOpenApi(document) ? publicPart(document) : undefined;
  } catch {
    return undefined;
  }
}

async function readAny(): Promise<Reading | undefined> {
  const live = await readDocument(LIVE);
  // Requests go to where the page came from, whatever public address the document names: that may be another host name.
  if (live) return { spec: { ...live, servers: [{ url: location.origin }] }, live: true };
  const copy = await readDocument(COPY);
  return copy && { spec: copy, live: false };
}

async function start(): Promise<void> {
  const place = document.querySelector('#reference');
  if (!place) return;
  const reading = await readAny();
  if (!reading || !window.SwaggerUIBundle) {
    place.textContent = `The API description could not be read from ${LIVE}. Is the API running?`;
    return;
  }
  place.textContent = reading.live ? '' : 'No API answers here: this is the description that came with the documentation.';
  const domNode = document.createElement('div');
  place.append(domNode);
  const ui = window.SwaggerUIBundle({
    domNode,
    spec: reading.spec,
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    persistAuthorization: false,
    tryItOutEnabled: reading.live,
    withCredentials: false,
    // Swagger's validator badge would ask another host.
    validatorUrl: null,
    requestSnippetsEnabled: true,
    plugins: [layout, keyBox, plainDeepLinks, snippetTabs],
  });
  restoreKey(ui);
  mendAccessibility(domNode);
}

await start();
