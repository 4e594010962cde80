import type { PackageArchive } from '@billhook/contract/installation/archives';
import { MESSAGE_FORMS, messageSchema, recordSchema } from '@billhook/contract/webhooks/event-type';
import type { SearchEntry } from '@billhook/docs-search/search-index';
import { EVENT_TYPES, EVENTS } from '@billhook/domain/shared/event-types';
import { PROBLEMS, type ProblemCode } from '@billhook/domain/shared/problems';
import { listResources } from '@billhook/domain/shared/resource-words';
import { EVENT_RECORDS } from '@billhook/domain/shared/resources';
import { unfolded } from './content/html.js';
import { createPlainRenderer, type Renderer } from './content/markdown.js';
import {
  BASE,
  CHANGELOG,
  ERRORS,
  NAVIGATION,
  NOT_FOUND,
  PAGES,
  REFERENCE,
  type PageInfo,
} from './content/navigation.js';
import { readText } from './content/read-text.js';
import { withArchives } from './downloads/archives.js';
import { changelogFeed } from './downloads/changelog-feed.js';
import { downloadFiles } from './downloads/downloads.js';
import { CODE_STYLES, shell, type Shell } from './layout.js';
import { operationsOf, type ApiOperation, type PublishedDocument } from './openapi/api-operations.js';
import { methodNames, SNIPPET_ORIGIN } from './openapi/operation-snippets.js';
import { fill, type DirectiveText } from './pages/directives.js';
import { errorArticle, errorMarkdown, errorPage } from './pages/error-page.js';
import { eventArticle, eventMarkdown, eventPage } from './pages/events.js';
import { operationArticle, operationMarkdown, operationPage } from './pages/operations.js';
import { entriesOf, indexText, SEARCH_INDEX, type SearchKind } from './search-entries.js';

/** A file of the site: its path under the root of the site, and its text. */
export type SiteFiles = ReadonlyMap<string, string>;

const ERROR_CODES = Object.keys(PROBLEMS) as ProblemCode[];

const listed = ({ title, path, markdown, description }: PageInfo): string =>
  `- [${title}](${BASE}${markdown ?? path}): ${description}`;

function llmsText(operations: readonly ApiOperation[]): string {
  const calls = operations.map(
    ({ id, summary, method, path }) => `- [${summary}](${BASE}operations/${id}.md): ${method} ${path}`,
  );
  const groups = NAVIGATION.map(({ title, pages }) => {
    return `## ${title}\n\n${pages.map(listed).join('\n')}`;
  });
  return `# Billhook

> Billhook is a self-hosted invoicing service with a public HTTP API under /v1: ${listResources(EVENT_RECORDS)}, personal API keys, and signed webhooks (Standard Webhooks).

This installation has the address ${SNIPPET_ORIGIN}. Every page below is in Markdown, and its paths belong to this address. The OpenAPI 3.1 document of the running API is at /v1/openapi.json.

${groups.join('\n\n')}

## Operations

${calls.join('\n')}

## Event types

${EVENT_TYPES.map((type) => listed(eventPage(type))).join('\n')}

## Error codes

${ERROR_CODES.map((code) => listed(errorPage(code))).join('\n')}
`;
}

function notFound(render: Renderer): string {
  const { html, headings } = render(
    `# Page not found\n\nThe address may contain a typo, or the page may have moved. Go to the [introduction](${BASE}), the [errors](${BASE}errors/), the [events](${BASE}events/), or the [API reference](${BASE}reference/).`,
  );
  return shell({ page: NOT_FOUND, body: html, headings });
}

const REFERENCE_MARKDOWN = `# API reference

The page runs requests in a browser. Programs read the OpenAPI document at [\`/v1/openapi.json\`](/v1/openapi.json), or the page of each operation: [Operations](/docs/operations/).
`;

function reference(render: Renderer): string {
  const intro = render(
    `# API reference\n\nRequests on this page run against this installation with your own key, or with an access token: choose **Authorize**, then paste the key or sign in. The key is stored only in this browser tab (\`sessionStorage\`), the access token until you leave the page, and the snippets contain \`$BILLHOOK_API_KEY\` instead. This page is generated from [\`/v1/openapi.json\`](/v1/openapi.json).`,
  );
  const body = `${intro.html}\n<div id="reference"><p>Loading the OpenAPI document…</p><noscript><p>This page requires JavaScript. <a href="/v1/openapi.json">The OpenAPI document</a> does not.</p></noscript></div>`;
  return shell({
    page: REFERENCE,
    body,
    headings: [],
    styles: ['swagger-ui.css', 'reference.css', 'reference-finder.css', 'reference-parts.css'],
    scripts: ['swagger-ui-bundle.js'],
    modules: ['reference.js'],
  });
}

const ERROR_STYLES = ['errors.css'];

/** Parts that only some guides need. */
const PARTS: Readonly<Record<string, Partial<Shell>>> = {
  [ERRORS.path]: { styles: ERROR_STYLES, modules: ['errors.js'] },
};

/** The pages of a site while it is rendered. */
class Pages {
  readonly files = new Map<string, string>();
  readonly entries: SearchEntry[] = [];

  constructor(readonly render: Renderer) {}

  /** Renders a page and adds it to the search index. */
  add(page: PageInfo, source: string, kind: SearchKind, parts: Partial<Shell> = {}, names?: readonly string[]): void {
    const { html, headings, sections } = this.render(source);
    this.files.set(`${page.path}index.html`, shell({ page, body: html, headings, ...parts }));
    this.entries.push(...entriesOf(page, sections, kind, names));
  }
}

async function addGuides(pages: Pages, guides: URL, described: DirectiveText): Promise<void> {
  for (const page of PAGES) {
    if (page === REFERENCE || page.markdown === undefined) continue;
    const source = withArchives(readText(new URL(page.markdown, guides)), described.archives);
    pages.files.set(page.markdown, fill(source, 'markdown', described));
    pages.add(page, fill(source, 'html', described), 'Guide', PARTS[page.path]);
  }
}

function addOperations(pages: Pages, { document, operations }: Omit<DirectiveText, 'archives'>): void {
  for (const operation of operations) {
    const page = operationPage(operation);
    const source = operationArticle(operation, document);
    const parts = { styles: ERROR_STYLES, modules: ['snippet-switch.js'] };
    const names = [`${operation.method} ${operation.path}`, ...methodNames(operation)];
    pages.add(page, source, 'Operation', parts, names);
    pages.files.set(`operations/${operation.id}.md`, unfolded(operationMarkdown(operation, document)));
  }
}

function addEvents(pages: Pages): void {
  for (const type of EVENT_TYPES) {
    pages.add(eventPage(type), eventArticle(type), 'Event', { styles: ERROR_STYLES });
    pages.files.set(`events/${type}.md`, `${eventMarkdown(type)}\n`);
    for (const form of MESSAGE_FORMS) {
      const name = form === 'full' ? type : `${type}.${form}`;
      pages.files.set(`schemas/${name}.json`, `${JSON.stringify(messageSchema(type, form), null, 2)}\n`);
    }
  }
  for (const resource of new Set(EVENT_TYPES.map((type) => EVENTS[type].resource))) {
    pages.files.set(`schemas/${resource}.json`, `${JSON.stringify(recordSchema(resource), null, 2)}\n`);
  }
}

/**
 * Renders every page of the site, HTML and Markdown. Needs no network.
 * @param guides the folder of the Markdown sources
 * @param archives of the packages, whose addresses the guides print
 */
export async function renderSite(
  guides: URL,
  render: Renderer,
  archives: readonly PackageArchive[] = [],
): Promise<SiteFiles> {
  const pages = new Pages(render);
  const document = JSON.parse(readText(new URL('../openapi.json', guides))) as PublishedDocument;
  const operations = operationsOf(document);
  await addGuides(pages, guides, { document, operations, archives });
  for (const code of ERROR_CODES) {
    pages.add(errorPage(code), errorArticle(code, operations), 'Error', { styles: ERROR_STYLES });
    pages.files.set(`errors/${code}.md`, errorMarkdown(code, operations));
  }
  addOperations(pages, { document, operations });
  addEvents(pages);
  const changelog = pages.files.get(CHANGELOG.markdown ?? '') ?? '';
  return new Map([
    ...pages.files,
    [`${REFERENCE.path}index.html`, reference(render)],
    [REFERENCE.markdown ?? '', REFERENCE_MARKDOWN],
    [NOT_FOUND.path, notFound(render)],
    // After all pages, so that it has the colours of each.
    [CODE_STYLES, render.codeStyles()],
    ['llms.txt', llmsText(operations)],
    ['changelog.xml', changelogFeed(changelog, createPlainRenderer())],
    ...downloadFiles(document, operations),
    [SEARCH_INDEX, indexText(pages.entries)],
  ]);
}
