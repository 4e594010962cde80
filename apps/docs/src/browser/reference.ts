import { mendAccessibility, plainDeepLinks } from './accessibility.js';
import { layout } from './layout.js';
import { keyBox, restoreKey } from './key-box.js';
import { curlSnippet, pythonSnippet, typescriptSnippet, type SnippetRequest } from './snippets.js';
import type { RequestMap, SwaggerPlugin } from './swagger-ui.js';

/** Starts Swagger UI on the OpenAPI document of the running API, or on the copy beside this site where no API answers. */

const LIVE = '/v1/openapi.json';
const COPY = '/docs/openapi.json';

interface Reading {
  readonly spec: object;
  readonly live: boolean;
}

async function readDocument(url: string): Promise<object | undefined> {
  try {
    const response = await fetch(url, { credentials: 'omit' });
    const document: unknown = response.ok ? await response.json() : undefined;
    return typeof document === 'object' && document !== null && 'paths' in document ? document : undefined;
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

function toSnippetRequest(request: RequestMap): SnippetRequest {
  const body = request.get('body');
  return {
    url: request.get('url'),
    method: request.get('method').toUpperCase(),
    headers: request.get('headers')?.toJS() ?? {},
    body: body === undefined || body === null ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  };
}

const snippets: SwaggerPlugin = {
  fn: {
    requestSnippetGenerator_curl_bash: (request) => curlSnippet(toSnippetRequest(request)),
    requestSnippetGenerator_typescript: (request) => typescriptSnippet(toSnippetRequest(request)),
    requestSnippetGenerator_python: (request) => pythonSnippet(toSnippetRequest(request)),
  },
};

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
    requestSnippets: {
      generators: {
        curl_bash: { title: 'curl', syntax: 'bash' },
        typescript: { title: 'TypeScript', syntax: 'javascript' },
        python: { title: 'Python', syntax: 'python' },
      },
      languages: ['curl_bash', 'typescript', 'python'],
    },
    plugins: [layout, keyBox, plainDeepLinks, snippets],
  });
  restoreKey(ui);
  mendAccessibility(domNode);
}

await start();
