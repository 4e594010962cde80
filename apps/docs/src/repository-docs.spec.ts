import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { VERSIONS } from '../../../tools/lib/postgres-version.ts';
import { specFiles, unmatchedPatterns } from '../../../tools/lib/spec-files.ts';

const ROOT_URL = new URL('../../../', import.meta.url);
const ROOT = ROOT_URL.pathname;
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const filesOf = (folder: string) =>
  readdirSync(join(ROOT, folder))
    .filter((file) => file.endsWith('.md'))
    .sort();

describe('the decisions', () => {
  const files = filesOf('docs/decisions').filter((file) => file !== 'README.md');
  const HEAD =
    /^# (\d+)\. (.+)\n\nStatus: accepted\. Date: (2\d{3}-\d\d-\d\d)\. Successor: (none|\[\d+\]\(\S+\.md\) .+)\.\n\n/;

  it('each have their number, a status, a date and a successor', () => {
    // One that is replaced as a whole is deleted.
    const wrong = files.filter(
      (file) => Number(HEAD.exec(read(`docs/decisions/${file}`))?.[1]) !== Number(file.slice(0, 3)),
    );
    expect(wrong).toEqual([]);
  });

  it('are each listed under one subject of the index, with their title', () => {
    // Some decisions are a section of another file.
    const expected = files.flatMap((file) => {
      const text = read(`docs/decisions/${file}`);
      const [, number, title] = HEAD.exec(text) ?? [];
      const sections = [...text.matchAll(/^## (\d+)\. (.+)$/gm)].map(
        ([, part = '', name = '']) => `| [${part}](${file}#${anchorOf(`${part}. ${name}`)}) | ${name} |`,
      );
      return [`| [${number}](${file}) | ${title} |`, ...sections];
    });
    const sections = read('docs/decisions/README.md')
      .split(/^## .+$/m)
      .slice(1);
    expect(sections.length).toBeGreaterThan(8);
    const rows = sections.flatMap((section) => section.match(/^\| \[\d+\]\(.*?\) \| .*? \|/gm) ?? []);
    expect(rows.toSorted()).toEqual(expected.toSorted());
  });
});

describe('the pages of the repository', () => {
  const pages = [
    ...filesOf('.'),
    ...filesOf('.github').map((file) => `.github/${file}`),
    ...filesOf('docs').map((file) => `docs/${file}`),
    ...filesOf('docs/decisions').map((file) => `docs/decisions/${file}`),
    ...filesOf('apps/docs/guides').map((file) => `apps/docs/guides/${file}`),
  ];

  // A built program exists if its source does: `npm test -- <pattern>` does not build.
  const sourceOf = (path: string) => path.replace(/\/dist\/(?:bundle\/)?([\w/-]+)\.js$/, '/src/$1.ts');
  // Pages leave out the folder of the API's features.
  const exists = (path: string) =>
    ['', 'apps/api/src'].some((folder) => existsSync(join(ROOT, folder, sourceOf(path))));

  it('name only files and folders that exist', () => {
    // Widgets are the example of "Adding a resource".
    const missing = pages.flatMap((page) =>
      [
        ...read(page).matchAll(
          /`((?:apps|libs|tools|lab|access|request|identity|invoicing|webhooks|openapi)\/[\w./-]+)`/g,
        ),
      ]
        .map(([, path = '']) => path)
        .filter((path) => !path.includes('widget') && !exists(path))
        .map((path) => `${page}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('link only to files and headings that exist', () => {
    const broken = pages.flatMap((page) =>
      [...withoutPrograms(read(page)).matchAll(/\]\((?!https?:|\/|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
        .filter(([, path = '', anchor]) => {
          const target = join(page, path === '' ? '.' : `../${path}`);
          if (!existsSync(join(ROOT, target))) return true;
          return anchor !== undefined && target.endsWith('.md') && !anchorsOf(read(target)).has(anchor);
        })
        .map(([link]) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('name only commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    // Decisions also name commands of their time.
    const present = pages.filter((page) => !page.startsWith('docs/decisions/'));
    const missing = present.flatMap((page) =>
      [...read(page).matchAll(/\bnpm run ([\w:-]+)/g)]
        .filter(([, name = '']) => scripts[name] === undefined)
        .map(([command]) => `${page}: ${command}`),
    );
    expect(missing).toEqual([]);
  });

  it('name only patterns of npm test that match a spec file', () => {
    const files = specFiles();
    // Decisions also name specs of their time.
    const present = pages.filter((page) => !page.startsWith('docs/decisions/'));
    const unmatched = present.flatMap((page) =>
      [...read(page).matchAll(/\bnpm test -- ([^`<#\n]+)/g)].flatMap(([, words = '']) =>
        unmatchedPatterns(
          words
            .trim()
            .split(/\s{2,}/)[0]
            ?.split(' ') ?? [],
          files,
        ).map((word) => `${page}: ${word}`),
      ),
    );
    expect(unmatched).toEqual([]);
  });
});

describe('the page of what is supported', () => {
  const page = read('docs/support.md');

  it('names the versions of the manifests', () => {
    const nodeOf = (path: string): string => {
      const { engines } = JSON.parse(read(path)) as { engines: { node: string } };
      return engines.node.replace('>=', '');
    };
    expect(page).toContain(`| the Node that calls \`npm\` | ${nodeOf('package.json')} or newer |`);
    expect(page).toContain(`| the TypeScript client | Node ${nodeOf('libs/sdk/package.json')} or newer`);
    const [, python = ''] = /requires-python = ">=([\d.]+)"/.exec(read('libs/sdk-python/pyproject.toml')) ?? [];
    expect(page).toContain(`| the Python client | Python ${python} or newer |`);
    const [, redis = ''] = /image: redis:(\S+)/.exec(read('docker-compose.yml')) ?? [];
    expect(page).toContain(`| Redis, optional | ${redis}, which`);
    const [, target = ''] = /target: '(es\d+)'/.exec(read('tools/page-config.ts')) ?? [];
    expect(page).toContain(`| browsers | those that support ${target.toUpperCase()}:`);
  });

  it('names the versions of PostgreSQL that specs use', () => {
    expect(page).toContain(`| PostgreSQL | ${VERSIONS.slice(0, -1).join(', ')} and ${VERSIONS.at(-1)},`);
  });
});

/** The text without blocks and pieces of code, in which brackets are not links. */
function withoutPrograms(text: string): string {
  return text.replace(/^ *```[^]*?^ *```$/gm, '').replace(/`[^`\n]*`/g, 'code');
}

/** The anchors of a page: of its headings, as a forge writes them, and its own. */
function anchorsOf(text: string): Set<string> {
  const headings = [...text.replace(/^ *```[^]*?^ *```$/gm, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    anchorOf(heading),
  );
  return new Set([...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)]);
}

function anchorOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}
