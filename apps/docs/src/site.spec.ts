import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exampleMessage } from '@billhook/contract/examples/example-events';
import { exampleProblem } from '@billhook/contract/examples/problem-examples';
import { PROBLEM_MEMBERS } from '@billhook/contract/shared/problem-members';
import { dataSchema } from '@billhook/contract/webhooks/event';
import { ALL_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { EVENT_TYPES } from '@billhook/domain/shared/event-types';
import { HTTP_STATUS, type ProblemRow } from '@billhook/domain/shared/problem-kinds';
import { PROBLEMS, type ProblemCode } from '@billhook/domain/shared/problems';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createPlainRenderer, createRenderer } from './content/markdown.js';
import { PAGES } from './content/navigation.js';
import { renderSite, type SiteFiles } from './site.js';

const GUIDES = new URL('../guides/', import.meta.url);
const manifest = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Paths that other parts of Billhook serve, and files that the build copies from Swagger UI or packs. */
const ELSEWHERE = [
  '/settings/',
  '/v1/openapi.json',
  '/docs/billhook-sdk.tgz',
  `/docs/billhook-${manifest.version}-py3-none-any.whl`,
  '/docs/n8n-nodes-billhook.tgz',
  '/docs/archives.json',
];
/** Swagger UI creates these anchors in the browser. */
const OPERATION = /^\/docs\/reference\/#\/[\w%-]+\/[\w.]+$/;
const COPIED = ['swagger-ui.css', 'swagger-ui-bundle.js', 'code.css'];

let files: SiteFiles;
let assets: string[];
let images: string[];

beforeAll(async () => {
  files = await renderSite(GUIDES, createPlainRenderer());
  images = await readdir(new URL('images/', GUIDES));
  const scripts = await readdir(new URL('browser/', import.meta.url));
  assets = [
    ...(await readdir(new URL('../static/', import.meta.url))),
    ...scripts.map((name) => name.replace(/\.ts$/, '.js')),
    ...COPIED,
  ];
});

const pagesOf = (ending: string) => [...files].filter(([path]) => path.endsWith(ending));
const page = (path: string) => files.get(path) ?? '';
/** The text of a page without markup. */
const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replace(/&#x([0-9A-F]+);/gi, (_, point: string) => String.fromCodePoint(parseInt(point, 16)))
    .replaceAll('&amp;', '&');
const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? '');

/** The reason why the link is broken, or undefined. `from` is the page that contains it. */
function linkError(link: string, from: string): string | undefined {
  if (/^https:\/\//.test(link) || ELSEWHERE.includes(link) || OPERATION.test(link)) return undefined;
  // Relative in a guide, so that the repository shows it as well.
  const image = /^(?:\/docs\/)?images\/(.+)$/.exec(link)?.[1];
  if (image !== undefined) return images.includes(image) ? undefined : `${from}: no ${link}`;
  const [path = '', anchor] = link.split('#', 2);
  if (path !== '' && !path.startsWith('/docs/')) return `${from}: ${link} is not absolute`;
  const file = path === '' ? from : path.replace('/docs/', '').replace(/(^|\/)$/, '$1index.html');
  if (file.startsWith('assets/'))
    return assets.includes(file.slice('assets/'.length)) ? undefined : `${from}: no ${link}`;
  const target = files.get(file);
  if (target === undefined) return `${from}: no page for ${link}`;
  return anchor === undefined || idsOf(target).includes(anchor) ? undefined : `${from}: no anchor for ${link}`;
}

describe('the documentation site', () => {
  it('has no broken links or anchors', () => {
    const linkErrors = pagesOf('.html').flatMap(([path, html]) =>
      [...html.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, link]) => linkError(link ?? '', path)),
    );
    expect(linkErrors.length).toBeGreaterThan(200);
    expect(linkErrors.filter(Boolean)).toEqual([]);
  });

  it('has no broken links in the Markdown pages', () => {
    const linkErrors = pagesOf('.md').flatMap(([path, text]) =>
      [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) =>
        linkError(
          link ?? '',
          path.replace(/(index)?\.md$/, (_, index) => (index ? 'index.html' : '/index.html')),
        ),
      ),
    );
    expect(linkErrors.length).toBeGreaterThan(50);
    expect(linkErrors.filter(Boolean)).toEqual([]);
  });

  it('has a page for every link of the OpenAPI document', async () => {
    const text = await readFile(new URL('../openapi.json', import.meta.url), 'utf8');
    // The API serves a page with and without the slash at its end.
    const links = [...text.matchAll(/\]\((\/[^)\s]+)\)/g)].map(([, link = '']) =>
      link.replace(/[^/#]$(?<!#.*)/, '$&/'),
    );
    expect(new Set(links).size).toBeGreaterThan(50);
    expect([...new Set(links)].map((link) => linkError(link, 'openapi.json')).filter(Boolean)).toEqual([]);
  });

  it('has each page as Markdown, without HTML', () => {
    const pages = pagesOf('index.html').map(([path]) => path.replace(/(?:^|\/)index\.html$/, '') || 'index');
    expect(pages.length).toBeGreaterThan(250);
    expect(pages.filter((name) => !files.has(`${name}.md`))).toEqual([]);
    const generated = pagesOf('.md').filter(([path]) => /^(?:errors|events|operations)\//.test(path));
    const withHtml = generated.filter(([, text]) => /^<\/?[a-z]/m.test(text.replace(/```[^]*?```/g, '')));
    expect(withHtml.map(([path]) => path)).toEqual([]);
  });

  it('names every page in llms.txt', () => {
    const listed = [...page('llms.txt').matchAll(/\]\(\/docs\/([^)]+)\)/g)].map(([, path]) => path);
    expect(listed).toEqual(expect.arrayContaining(pagesOf('.md').map(([path]) => path)));
  });

  it('has a heading and a text on every page', () => {
    const empty = PAGES.filter(({ path }) => !/<h1[^]*<p>/.test(page(`${path}index.html`)));
    expect(empty.map(({ path }) => path)).toEqual([]);
  });

  it('uses each id once per page', () => {
    for (const [path, html] of pagesOf('.html')) {
      const ids = idsOf(html);
      expect({ path, repeated: ids.filter((id, index) => ids.indexOf(id) !== index) }).toEqual({ path, repeated: [] });
    }
  });

  it('runs no inline script and loads nothing from other hosts', () => {
    for (const [, html] of pagesOf('.html')) {
      const scripts = [...html.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes ?? '');
      expect(scripts.filter((attributes) => !/ src="\/docs\/assets\/[a-z-]+\.js"/.test(attributes))).toEqual([]);
      expect(html).not.toMatch(/<[^>]+ on[a-z]+="/);
      expect(html).not.toMatch(/(?:src|srcset|action)="(?:https?:)?\/\//);
      expect(html).not.toMatch(/<link[^>]+href="(?:https?:)?\/\//);
    }
  });
});

describe('the introduction', () => {
  it('names each other page, and each group of operations with its paths', async () => {
    const text = page('index.md');
    const pages = PAGES.filter(({ path }) => path !== '');
    expect(pages.filter(({ path }) => !text.includes(`](/docs/${path}) |`)).map(({ path }) => path)).toEqual([]);
    const openapi = await readFile(new URL('../openapi.json', import.meta.url), 'utf8');
    const paths = Object.keys((JSON.parse(openapi) as { paths: object }).paths).map((path) => path.split('/', 3)[2]);
    expect([...new Set(paths)].filter((name) => !text.includes(`\`/v1/${name}\``))).toEqual([]);
  });
});

describe('code', () => {
  it('is highlighted for both themes, by classes', async () => {
    const render = await createRenderer();
    const { html } = render('```json\n{ "a": 1, "b": 2 }\n```');
    const [, name] = /<span class="(k\d)">1<\/span>/.exec(html) ?? [];
    expect(render.codeStyles()).toMatch(new RegExp(`^\\.${name}\\{--shiki-light:#\\w+;--shiki-dark:#\\w+\\}$`, 'm'));
    expect(html.replace(/<[^>]+>/g, '')).toContain('{ "a": 1, "b": 2 }');
  });
});

describe('the error catalogue', () => {
  const codes = Object.entries(PROBLEMS) as [ProblemCode, ProblemRow][];

  it('links from its index to every code, and keeps the former anchor of each', () => {
    const html = page('errors/index.html');
    for (const [code] of codes)
      expect(html).toMatch(new RegExp(`<li id="${code}"[^>]*><a href="/docs/errors/${code}/">`));
  });

  it('lists every code in one Markdown page', () => {
    const text = page('errors.md');
    for (const [code, { title, advice }] of codes) {
      const entry = (text.split(`\n### ${code}\n`)[1] ?? '').split('\n### ')[0];
      expect(entry).toContain(title);
      expect(entry).toContain(advice);
      for (const name of Object.keys(PROBLEM_MEMBERS[code] ?? {})) expect(entry).toContain(`\`${name}\``);
    }
  });

  it('has a page for every code, at the address that problem documents name', () => {
    for (const [code, { title, advice, kind }] of codes) {
      expect(exampleProblem(code).type).toMatch(new RegExp(`/docs/errors/${code}$`));
      const html = page(`errors/${code}/index.html`);
      const text = textOf(html);
      expect(html).toContain(`<title>${code}: `);
      for (const said of [title, advice, `${HTTP_STATUS[kind].code} ${HTTP_STATUS[kind].phrase}`]) {
        expect([code, text]).toEqual([code, expect.stringContaining(said)]);
      }
      expect(idsOf(html)).toEqual(expect.arrayContaining(['what-it-means', 'what-to-do', 'example']));
      expect(html).toContain('<a href="/docs/errors/" aria-current="true">');
    }
  });

  it('shows the response with all of its members', () => {
    for (const [code] of codes) {
      const text = textOf(page(`errors/${code}/index.html`));
      expect([code, text]).toEqual([code, expect.stringContaining(JSON.stringify(exampleProblem(code), null, 2))]);
      for (const { meaning } of Object.values(PROBLEM_MEMBERS[code] ?? {})) {
        expect([code, text]).toEqual([code, expect.stringContaining(meaning.replaceAll('`', ''))]);
      }
    }
  });

  it('states where each code can occur', () => {
    const silent = codes.filter(([code]) => !idsOf(page(`errors/${code}/index.html`)).includes('where-it-can-occur'));
    expect(silent.map(([code]) => code)).toEqual([]);
  });
});

describe('the event catalogue', () => {
  it('has an entry, an example and a schema for every type', () => {
    const html = page('events/index.html');
    expect(idsOf(html)).toEqual(expect.arrayContaining([...EVENT_TYPES]));
    for (const type of EVENT_TYPES) {
      const schema: unknown = JSON.parse(page(`schemas/${type}.json`));
      expect(schema).toMatchObject({
        properties: { type: { const: type } },
        required: ['id', 'type', 'createdAt', 'data'],
      });
      for (const form of ['changes', 'thin']) {
        expect(JSON.parse(page(`schemas/${type}.${form}.json`))).toMatchObject({
          properties: { type: { const: type } },
        });
      }
      const example = JSON.stringify(exampleMessage(type), null, 2);
      expect(page('events.md')).toContain(example);
      expect(textOf(page(`events/${type}/index.html`))).toContain(example);
      expect(html).toContain(`<a href="/docs/events/${type}/">`);
    }
  });

  it('has small pages: the details of a type are on its own page', () => {
    expect(page('events/index.html').length).toBeLessThan(150_000);
    for (const type of EVENT_TYPES) expect(page(`events/${type}/index.html`).length).toBeLessThan(150_000);
  });

  it('shows examples that match the schemas', () => {
    for (const type of EVENT_TYPES) {
      const { data } = exampleMessage(type);
      expect(dataSchema(type).parse(data)).toEqual(data);
    }
  });

  it('gives every picture a text and its size, and loads it when it comes into view', () => {
    const shown = pagesOf('.html').flatMap(([, html]) => html.match(/<img [^>]*>/g) ?? []);
    const complete = /^<img alt="[^"]+" src="[^"]+" width="\d{3,4}" height="\d{3,4}" loading="lazy">$/;
    expect(shown.filter((image) => !complete.test(image))).toEqual([]);
    expect(new Set(shown).size).toBe(images.length);
  });
});

describe('the guide on keys', () => {
  it('lists every permission', () => {
    for (const permission of ALL_PERMISSIONS)
      expect(page('keys-and-permissions.md')).toContain(`| \`${permission}\` |`);
  });
});

describe('the archives of the packages', () => {
  it('have their addresses with a digest in commands and in the table', async () => {
    const path = '/docs/archives/f24f91209199651d/billhook-sdk-0.1.0.tgz';
    const archive = { ...{ file: 'billhook-sdk.tgz', name: 'billhook-sdk-0.1.0.tgz', path }, bytes: 1 };
    const sha256 = 'f24f91209199651d50322a12603cc760ad78ae3a16a02389c4593df3fb548c19';
    const archives = [{ ...archive, digest: sha256.slice(0, 16), sha256 }];
    const site = await renderSite(GUIDES, createPlainRenderer(), archives);
    for (const name of ['typescript', 'first-webhook', 'command-line']) {
      for (const file of [`${name}.md`, `${name}/index.html`]) {
        const installs = [...textOf(site.get(file) ?? '').matchAll(/(?:npm install|npx).*\/docs\/\S+\.tgz/g)];
        expect([file, installs.length > 0, installs.filter(([each]) => !each.endsWith(path))]).toEqual([
          file,
          true,
          [],
        ]);
      }
    }
    expect(site.get('downloads.md')).toContain(`| [\`${archive.name}\`](${path}) | \`${sha256}\` |`);
  });
});

describe('a checkout with CRLF', () => {
  it('has the same pages', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'billhook-crlf-'));
    try {
      const withCrlf = async (name: string) => {
        const text = await readFile(new URL(name, GUIDES), 'utf8');
        await writeFile(join(folder, 'guides', name), text.replaceAll('\n', '\r\n'));
      };
      await mkdir(join(folder, 'guides'));
      const names = await readdir(GUIDES);
      await Promise.all([...names.filter((name) => name.endsWith('.md')), '../openapi.json'].map(withCrlf));
      const found = await renderSite(pathToFileURL(`${folder}/guides/`), createPlainRenderer());
      const changed = [...files].filter(([path, text]) => found.get(path) !== text).map(([path]) => path);
      expect(changed).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
