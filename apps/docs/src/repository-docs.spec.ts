import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = new URL('../../../', import.meta.url).pathname;
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const filesOf = (folder: string) =>
  readdirSync(join(ROOT, folder))
    .filter((file) => file.endsWith('.md'))
    .sort();

describe('the index of the decisions', () => {
  it('lists every decision with its number, its file and its title', () => {
    const index = read('docs/decisions/README.md');
    const expected = filesOf('docs/decisions')
      .filter((file) => file !== 'README.md')
      .map((file) => {
        const [, number, title] = /^# (\d+)\. (.+)\n/.exec(read(`docs/decisions/${file}`)) ?? [];
        return `| [${number}](${file}) | ${title} |`;
      });
    const rows = index.match(/^\| \[\d+\]\(.*?\) \| .*? \|/gm);
    expect(rows).toEqual(expected);
  });
});

describe('the pages of the repository', () => {
  const pages = [
    'README.md',
    ...filesOf('docs').map((file) => `docs/${file}`),
    ...filesOf('docs/decisions').map((file) => `docs/decisions/${file}`),
    ...filesOf('apps/docs/guides').map((file) => `apps/docs/guides/${file}`),
  ];

  // Pages leave out the folder of the API's features.
  const exists = (path: string) => ['', 'apps/api/src'].some((folder) => existsSync(join(ROOT, folder, path)));

  it('name only files and folders that exist', () => {
    // Widgets are the example of "Adding a resource".
    const missing = pages.flatMap((page) =>
      [...read(page).matchAll(/`((?:apps|libs|tools|access|request|identity|invoicing|webhooks|openapi)\/[\w./-]+)`/g)]
        .map(([, path = '']) => path)
        .filter((path) => !path.includes('widget') && !exists(path))
        .map((path) => `${page}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('link only to files that exist', () => {
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|#|\/|mailto:)([^)#\s]+)/g)]
        .map(([, link = '']) => link)
        .filter((link) => !existsSync(join(ROOT, page, '..', link)))
        .map((link) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });
});
