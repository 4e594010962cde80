import { readdir } from 'node:fs/promises';
import { dataSchema } from '@billhook/contract/event';
import { exampleMessage } from '@billhook/contract/example-events';
import { EVENT_TYPES } from '@billhook/domain/events';
import { ALL_PERMISSIONS } from '@billhook/domain/permissions';
import { PROBLEMS } from '@billhook/domain/problems';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { renderSite, type SiteFiles } from './site.js';

const GUIDES = new URL('../guides/', import.meta.url);

/** What other parts of Billhook serve, and what the build copies from Swagger UI. */
const ELSEWHERE = ['/settings/', '/v1/openapi.json'];
const COPIED = ['swagger-ui.css', 'swagger-ui-bundle.js'];

let files: SiteFiles;
let assets: string[];

beforeAll(async () => {
  files = await renderSite(GUIDES);
  const scripts = await readdir(new URL('browser/', import.meta.url));
  assets = [
    ...(await readdir(new URL('../static/', import.meta.url))),
    ...scripts.map((name) => name.replace(/\.ts$/, '.js')),
    ...COPIED,
  ];
});

const pagesOf = (ending: string) => [...files].filter(([path]) => path.endsWith(ending));
const page = (path: string) => files.get(path) ?? '';
const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? '');

/** Why the link leads nowhere, or undefined. `from` is the page that it stands on. */
function fault(link: string, from: string): string | undefined {
  if (/^https:\/\//.test(link) || ELSEWHERE.includes(link)) return undefined;
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
  it('has only links that lead somewhere, anchors included', () => {
    const faults = pagesOf('.html').flatMap(([path, html]) =>
      [...html.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, link]) => fault(link ?? '', path)),
    );
    expect(faults.length).toBeGreaterThan(200);
    expect(faults.filter(Boolean)).toEqual([]);
  });

  it('has only links that lead somewhere in the Markdown pages too', () => {
    const faults = pagesOf('.md').flatMap(([path, text]) =>
      [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) =>
        fault(
          link ?? '',
          path.replace(/(index)?\.md$/, (_, index) => (index ? 'index.html' : '/index.html')),
        ),
      ),
    );
    expect(faults.length).toBeGreaterThan(50);
    expect(faults.filter(Boolean)).toEqual([]);
  });

  it('names every page in llms.txt', () => {
    const listed = [...page('llms.txt').matchAll(/\]\(\/docs\/([^)]+)\)/g)].map(([, path]) => path);
    expect(listed).toEqual(expect.arrayContaining(pagesOf('.md').map(([path]) => path)));
  });

  it('uses an id once a page', () => {
    for (const [path, html] of pagesOf('.html')) {
      const ids = idsOf(html);
      expect({ path, repeated: ids.filter((id, index) => ids.indexOf(id) !== index) }).toEqual({ path, repeated: [] });
    }
  });

  it('runs no inline script and asks no other host for anything', () => {
    for (const [, html] of pagesOf('.html')) {
      const scripts = [...html.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes ?? '');
      expect(scripts.filter((attributes) => !/ src="\/docs\/assets\/[a-z-]+\.js"/.test(attributes))).toEqual([]);
      expect(html).not.toMatch(/<[^>]+ on[a-z]+="/);
      expect(html).not.toMatch(/(?:src|srcset|action)="(?:https?:)?\/\//);
      expect(html).not.toMatch(/<link[^>]+href="(?:https?:)?\/\//);
    }
  });
});

describe('the error catalogue', () => {
  it('has an entry for every code, under the anchor that problem documents name', () => {
    const html = page('errors/index.html');
    expect(idsOf(html)).toEqual(expect.arrayContaining(Object.keys(PROBLEMS)));
    const text = page('errors.md');
    for (const [code, { title, advice }] of Object.entries(PROBLEMS)) {
      const entry = text.split(`\n### ${code}\n`)[1] ?? '';
      expect(entry.split('\n### ')[0]).toContain(title);
      expect(entry.split('\n### ')[0]).toContain(advice);
    }
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
      expect(page('events.md')).toContain(JSON.stringify(exampleMessage(type), null, 2));
    }
  });

  it('shows examples that the schemas take as they are', () => {
    for (const type of EVENT_TYPES) {
      const { data } = exampleMessage(type);
      expect(dataSchema(type).parse(data)).toEqual(data);
    }
  });
});

describe('the guide on keys', () => {
  it('lists every permission', () => {
    for (const permission of ALL_PERMISSIONS)
      expect(page('keys-and-permissions.md')).toContain(`| \`${permission}\` |`);
  });
});
