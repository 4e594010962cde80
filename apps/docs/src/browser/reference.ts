import { fixAccessibility, plainDeepLinks } from './accessibility.js';
import { asDryRun } from './dry-run.js';
import { finder } from './finder.js';
import { keyBox, restoreKey } from './key-box.js';
import { layout } from './layout.js';
import { plainReading } from './plain-reading.js';
import { recordIds } from './record-ids.js';
import { isOpenApi, scopesOf, shownDocument, type OpenApi } from './shown-document.js';
import { snippetTabs } from './snippet-tabs.js';

/** Starts Swagger UI on the OpenAPI document of the running API, or on the copy beside this site if no API responds. */

const LIVE = '/v1/openapi.json';
const COPY = '/docs/openapi.json';

interface ReferenceDocument {
  readonly spec: OpenApi;
  readonly live: boolean;
}

async function readDocument(url: string): Promise<OpenApi | undefined> {
  try {
    const response = await fetch(url, { credentials: 'omit' });
    const document: unknown = response.ok ? await response.json() : undefined;
    return isOpenApi(document) ? shownDocument(document) : undefined;
  } catch {
    return undefined;
  }
}

async function readAny(): Promise<ReferenceDocument | undefined> {
  const live = await readDocument(LIVE);
  // Requests go to the origin of the page. The public address in the document may have another host name.
  if (live) return { spec: { ...live, servers: [{ url: location.origin }] }, live: true };
  const copy = await readDocument(COPY);
  return copy && { spec: copy, live: false };
}

async function start(): Promise<void> {
  const place = document.querySelector('#reference');
  if (!place) return;
  const reading = await readAny();
  if (!reading || !window.SwaggerUIBundle) {
    place.textContent = `The OpenAPI document could not be loaded from ${LIVE}. Check that the API is running, then reload the page.`;
    return;
  }
  place.textContent = reading.live
    ? ''
    : 'No API responds here. This page shows the OpenAPI document that was built with the documentation.';
  const domNode = document.createElement('div');
  place.append(domNode);
  const tags = reading.spec.tags?.map(({ name }) => name) ?? [];
  const ui = window.SwaggerUIBundle({
    domNode,
    spec: reading.spec,
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    persistAuthorization: false,
    tryItOutEnabled: reading.live,
    withCredentials: false,
    // Swagger's validator badge would load from another host.
    validatorUrl: null,
    oauth2RedirectUrl: `${location.origin}/docs/assets/oauth2-redirect.html`,
    requestInterceptor: (request: Parameters<typeof asDryRun>[0]) => asDryRun(request),
    requestSnippetsEnabled: true,
    plugins: [plainReading, layout, keyBox, recordIds, finder(tags), plainDeepLinks, snippetTabs],
  });
  // The reference is an application of every installation, and public: it keeps no secret.
  const scopes = scopesOf(reading.spec).filter((scope) => scope.endsWith('.read'));
  ui.initOAuth({ clientId: 'billhook-docs', scopes: scopes.join(' '), usePkceWithAuthorizationCodeGrant: true });
  restoreKey(ui);
  fixAccessibility(domNode);
}

await start();
