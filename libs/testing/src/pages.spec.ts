import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const tool = (path: string): Promise<unknown> => import(pathToFileURL(join(ROOT, 'tools', path)).href);

const { treeFiles } = (await tool('lib/tree.mjs')) as { treeFiles: () => Iterable<string> };
/** The pages of the repository. Those of the documentation site have links of their own, which its specs check. */
const pages = [...treeFiles()].filter((path) => /^(docs\/.+|\.github\/.+|[^/]+)\.md$/.test(path));

/** The text without blocks and pieces of code, in which brackets are no links. */
const proseOf = (text: string): string => text.replace(/^ *```[^]*?^ *```$/gm, '').replace(/`[^`\n]*`/g, 'code');

/** The anchor that a forge gives to a heading. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const anchorsOf = (path: string): Set<string> => {
  const text = read(path).replace(/^ *```[^]*?^ *```$/gm, '');
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
  return new Set([...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)]);
};

/** The links of a page that lead nowhere. */
function brokenLinks(page: string): string[] {
  const links = [...proseOf(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : join(dirname(page), path).replaceAll('\\', '/');
    if (!existsSync(join(ROOT, target))) return true;
    if (anchor === undefined || statSync(join(ROOT, target)).isDirectory()) return false;
    return target.endsWith('.md') && !anchorsOf(target).has(anchor);
  });
}

describe('the pages of the repository', () => {
  it('link to files and headings that exist', () => {
    expect(pages).toEqual(expect.arrayContaining(['CONTRIBUTING.md', 'README.md', 'docs/upgrading.md']));
    const broken = pages.map((page) => ({ page, links: brokenLinks(page) }));
    expect(broken.filter(({ links }) => links.length > 0)).toEqual([]);
  });

  it('name commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = pages
      .filter((page) => !page.startsWith('docs/decisions/'))
      .flatMap((page) => [...read(page).matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => ({ page, name })));
    expect(named.filter(({ name }) => scripts[name] === undefined)).toEqual([]);
  });
});

describe('the page of what is supported', () => {
  const page = read('docs/support.md');

  it('names the versions of the manifests', () => {
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    expect(page).toContain(`| the Node that calls \`npm\` | ${engines.node.replace('>=', '')} or newer |`);
    const sdk = JSON.parse(read('libs/sdk/package.json')) as { engines: { node: string } };
    expect(page).toContain(`| the TypeScript client | Node ${sdk.engines.node.replace('>=', '')} or newer`);
    const [, python = ''] = /requires-python = ">=([\d.]+)"/.exec(read('libs/sdk-python/pyproject.toml')) ?? [];
    expect(page).toContain(`| the Python client | Python ${python} or newer |`);
    const [, redis = ''] = /image: redis:(\S+)/.exec(read('docker-compose.yml')) ?? [];
    expect(page).toContain(`| Redis, optional | ${redis}, which`);
  });

  it('names the versions of PostgreSQL that specs use', async () => {
    const { VERSIONS } = (await tool('lib/postgres-version.mjs')) as { VERSIONS: readonly string[] };
    expect(page).toContain(`| PostgreSQL | ${VERSIONS.slice(0, -1).join(', ')} and ${VERSIONS.at(-1)},`);
  });

  it('names the browsers of the language version of the pages', () => {
    const [, target = ''] = /target: '(es\d+)'/.exec(read('tools/page-config.ts')) ?? [];
    expect(page).toContain(`| browsers | those that support ${target.toUpperCase()}:`);
  });
});
