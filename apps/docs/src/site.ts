import { readFile } from 'node:fs/promises';
import { MESSAGE_FORMS, messageSchema, recordSchema } from '@billhook/contract/webhooks/event-type';
import { EVENT_TYPES, EVENTS } from '@billhook/domain/shared/events';
import { PROBLEMS, type ProblemCode } from '@billhook/domain/shared/problems';
import { fill } from './pages/directives.js';
import { operationsOf } from './pages/error-origins.js';
import { errorArticle, errorPage } from './pages/error-page.js';
import { eventArticle, eventPage } from './pages/events.js';
import { shell } from './layout.js';
import { createRenderer, type Renderer } from './markdown.js';
import { BASE, ERRORS, NAVIGATION, NOT_FOUND, PAGES, REFERENCE } from './navigation.js';

/** A file of the site: its path under the root of the site, and its text. */
export type SiteFiles = ReadonlyMap<string, string>;

function llmsText(): string {
  const groups = NAVIGATION.map(({ title, pages }) => {
    const items = pages.map((page) => `- [${page.title}](${BASE}${page.markdown ?? page.path}): ${page.description}`);
    return `## ${title}\n\n${items.join('\n')}`;
  });
  return `# Billhook

> Billhook is a self-hosted invoicing service with a public HTTP API under /v1: clients, quotes, invoices and payments, personal API keys, and signed webhooks (Standard Webhooks).

Every page below is in Markdown. The OpenAPI 3.1 document of the running API is at /v1/openapi.json.

${groups.join('\n\n')}
`;
}

function notFound(render: Renderer): string {
  const { html, headings } = render(
    `# Page not found\n\nThe address may contain a typo, or the page may have moved. Go to the [introduction](${BASE}), the [errors](${BASE}errors/), the [events](${BASE}events/), or the [API reference](${BASE}reference/).`,
  );
  return shell({ page: NOT_FOUND, body: html, headings });
}

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

/** Renders every page of the site, HTML and Markdown. Needs no network; `guides` is the folder of the Markdown sources. */
export async function renderSite(guides: URL): Promise<SiteFiles> {
  const render = await createRenderer();
  const files = new Map<string, string>();
  for (const page of PAGES) {
    if (page.markdown === undefined) continue;
    const source = await readFile(new URL(page.markdown, guides), 'utf8');
    const { html, headings } = render(fill(source, 'html'));
    files.set(page.markdown, fill(source, 'markdown'));
    const parts = page === ERRORS ? { styles: ERROR_STYLES, modules: ['errors.js'] } : {};
    files.set(`${page.path}index.html`, shell({ page, body: html, headings, ...parts }));
  }
  const operations = operationsOf(JSON.parse(await readFile(new URL('../openapi.json', guides), 'utf8')));
  for (const code of Object.keys(PROBLEMS) as ProblemCode[]) {
    const page = errorPage(code);
    const { html, headings } = render(errorArticle(code, operations));
    files.set(`${page.path}index.html`, shell({ page, body: html, headings, styles: ERROR_STYLES }));
  }
  files.set(`${REFERENCE.path}index.html`, reference(render));
  files.set(NOT_FOUND.path, notFound(render));
  files.set('llms.txt', llmsText());
  for (const resource of new Set(EVENT_TYPES.map((type) => EVENTS[type].resource))) {
    files.set(`schemas/${resource}.json`, `${JSON.stringify(recordSchema(resource), null, 2)}\n`);
  }
  for (const type of EVENT_TYPES) {
    const page = eventPage(type);
    const { html, headings } = render(eventArticle(type));
    files.set(`${page.path}index.html`, shell({ page, body: html, headings, styles: ERROR_STYLES }));
    for (const form of MESSAGE_FORMS) {
      const name = form === 'full' ? type : `${type}.${form}`;
      files.set(`schemas/${name}.json`, `${JSON.stringify(messageSchema(type, form), null, 2)}\n`);
    }
  }
  return files;
}
