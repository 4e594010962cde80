import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { variablesWith } from '@billhook/platform/spec-env';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { refusals } from '../../../tools/lib/release.rules.ts';
import { RepositoryCopy, ROOT } from './repository-copy.js';

const CURRENT = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;
const NEXT = CURRENT.replace(/^\d+/, (major) => String(Number(major) + 1));
const DATE = /\d{4}-\d\d-\d\d/;

const copy = new RepositoryCopy();
let start: string;

const release = (version: string, env?: Record<string, string>) => copy.tool('release.ts', [version], env);

/** What a release could leave behind: the commit, the tags and the changed files. */
const state = () => ({
  head: copy.git('rev-parse', 'HEAD'),
  tags: copy.git('tag'),
  changes: copy.git('status', '--porcelain'),
});

const headings = (file: string): string[] =>
  [...copy.read(file).matchAll(/^##+ .*$/gm)].map(([heading]) => heading.replace(DATE, 'DATE'));

beforeAll(() => {
  const owners =
    "repository: https://github.com/example/billhook\nsecurity: security@example.com\nowners: ['@example/billhook']\n";
  copy.write('maintainers.yaml', owners);
  // After a release, the sections of the present version are empty or missing.
  const line =
    '## Unreleased\n\n- A line with a [link](docs/upgrading.md) and [notes](docs/upgrading.md#unreleased).\n';
  copy.write('CHANGELOG.md', copy.read('CHANGELOG.md').replace('## Unreleased\n', line));
  for (const text of ['Wrote SECURITY.md.\n', 'Nothing changed in '])
    expect(copy.tool('run.ts', ['project-files'])).toEqual({ status: 0, text: expect.stringContaining(text) });
  copy.commitAll('Begin');
  start = copy.git('rev-parse', 'HEAD');
});

afterAll(() => copy.remove());

beforeEach(() => {
  copy.git('reset', '--quiet', '--hard', start);
  copy.git('clean', '--quiet', '--force', '-d');
  for (const tag of copy.git('tag').split('\n').filter(Boolean)) copy.git('tag', '--delete', tag);
  copy.git('switch', '--quiet', 'main');
});

const ready = {
  ...{ version: NEXT, current: CURRENT, branch: 'main', changes: [], tags: ['v0.0.1'] },
  ...{ changelog: '## Unreleased\n\n- A line.\n', missing: [], outdated: [] },
};

describe('a release is refused for', () => {
  it('nothing, if all is well', () => {
    expect(refusals(ready)).toEqual([]);
  });

  it.each<[string, Partial<Parameters<typeof refusals>[0]>, string]>([
    ['a version that is none', { version: 'v2' }, '"v2" is not a version. Give three numbers'],
    ['the present version', { version: CURRENT }, `${CURRENT} is not newer than ${CURRENT}`],
    ['a lower version', { version: '0.0.9' }, `0.0.9 is not newer than ${CURRENT}`],
    ['a tag that exists', { tags: [`v${NEXT}`] }, `The tag v${NEXT} exists`],
    ['a file that is changed or new', { changes: ['README.md'] }, 'The working tree has changes (README.md)'],
    ['another branch', { branch: 'other' }, 'this is the branch other'],
    ['no branch', { branch: undefined }, 'this is no branch'],
    ['a changelog without the section', { changelog: '## Later\n' }, 'CHANGELOG.md has no section "## Unreleased"'],
    [
      'a changelog with an empty section',
      { changelog: '## Unreleased\n\n## 0.0.1\n' },
      'The section "## Unreleased" of CHANGELOG.md is empty',
    ],
    ['a project without maintainers', { missing: ['repository', 'owners'] }, 'has no repository, no owners'],
    [
      'files that do not follow from maintainers.yaml',
      { outdated: ['.github/CODEOWNERS'] },
      'These files do not follow from maintainers.yaml: .github/CODEOWNERS. Run npm run project-files',
    ],
  ])('%s', (_, state, sentence) => {
    expect(refusals({ ...ready, ...state })).toEqual([expect.stringContaining(sentence)]);
  });
});

describe('npm run release refuses', () => {
  const replace = (file: string, from: string | RegExp, to: string) =>
    copy.write(file, copy.read(file).replace(from, to));

  // A release takes a second, so each has several faults: it names them all.
  const cases: readonly [string, { prepare: () => void; version?: string; says: readonly string[] }][] = [
    [
      'a changed and a new file on another branch, and a tag that exists',
      {
        prepare: () => {
          copy.git('tag', `v${NEXT}`);
          copy.git('switch', '--quiet', '--create', 'other');
          copy.write('README.md', '# Changed\n');
          copy.write('new.txt', '');
        },
        says: [
          ...[`The tag v${NEXT} exists`, 'this is the branch other'],
          'The working tree has changes (README.md, new.txt)',
        ],
      },
    ],
    [
      'a lower version without a branch, a section of the changelog and maintainers',
      {
        prepare: () => {
          copy.git('switch', '--quiet', '--detach');
          replace('CHANGELOG.md', '## Unreleased\n', '## Later\n');
          copy.write('maintainers.yaml', 'repository: null\nsecurity: null\nowners: []\n');
          copy.commitAll('Change');
        },
        version: '0.0.9',
        says: [
          ...[`0.0.9 is not newer than ${CURRENT}`, 'this is no branch'],
          ...['CHANGELOG.md has no section "## Unreleased"'],
          'maintainers.yaml has no repository, no security, no owners',
        ],
      },
    ],
    [
      'a word for a version, an empty section and files of other maintainers',
      {
        prepare: () => {
          replace('CHANGELOG.md', /(## Unreleased\n)[^]*?(?=## \d)/, '$1\n');
          replace('maintainers.yaml', '@example/billhook', '@example/others');
          copy.commitAll('Change');
        },
        version: 'v2',
        says: [
          ...['"v2" is not a version. Give three numbers', 'The section "## Unreleased" of CHANGELOG.md is empty'],
          'These files do not follow from maintainers.yaml: .github/CODEOWNERS. Run npm run project-files',
        ],
      },
    ],
    [
      'a file that has another version',
      {
        prepare: () => {
          replace('libs/sdk/package.json', CURRENT, '0.0.1');
          copy.commitAll('Change');
        },
        says: [`libs/sdk/package.json does not contain "version": "${CURRENT}"`],
      },
    ],
  ];

  it.each(cases)('%s', (_, { prepare, version = NEXT, says }) => {
    prepare();
    const before = state();
    const { status, text } = release(version);
    for (const sentence of says) expect(text).toContain(sentence);
    expect(status).toBe(1);
    // No stack: every line is a sentence.
    expect(text).not.toMatch(/^\s+at /m);
    expect(state()).toEqual(before);
  });
});

describe('npm run release', () => {
  it('writes the version wherever it occurs, the changelogs and the tag', () => {
    const section = copy.read('CHANGELOG.md').split(/^## /m)[1]?.replace('Unreleased', '').trim() ?? '';
    // The heading of the notes is that of the version.
    const notes = section.replaceAll('#unreleased', `#${NEXT.replaceAll('.', '')}`);
    expect(notes).not.toBe(section);
    const { status, text } = release(NEXT);
    expect(text).toContain(`git push --atomic origin main v${NEXT}`);
    expect(status).toBe(0);
    expect(copy.git('status', '--porcelain')).toBe('');
    expect(copy.git('log', '--format=%s %P', '-1')).toBe(`Release ${NEXT} ${start}`);
    expect(copy.git('cat-file', '-t', `v${NEXT}`)).toBe('tag');
    expect(copy.git('rev-parse', `v${NEXT}^{commit}`)).toBe(copy.git('rev-parse', 'HEAD'));
    expect(copy.git('tag', '--list', '--format=%(contents:body)', `v${NEXT}`)).toBe(notes);

    const manifests = copy.git('ls-files', 'package.json', '*/package.json').split('\n');
    for (const file of manifests.filter((path) => /^((apps|libs)\/[^/]+\/)?package\.json$/.test(path)))
      expect({ file, ...(JSON.parse(copy.read(file)) as object) }).toMatchObject({ version: NEXT });
    const earlier = copy.git(
      'grep',
      '--name-only',
      '--fixed-strings',
      '-e',
      CURRENT,
      '--',
      '*.md',
      '*.toml',
      '*.yaml',
      '*.yml',
    );
    const history = ['CHANGELOG.md', 'apps/docs/guides/changelog.md', 'docs/upgrading.md'];
    const present = earlier.split('\n').filter((file) => file !== 'pnpm-lock.yaml' && !history.includes(file));
    expect(present.filter((file) => /billhook[:-]\d/.test(copy.read(file)) && !copy.read(file).includes(NEXT))).toEqual(
      [],
    );
    for (const file of ['deploy/kubernetes/billhook.yaml', 'docs/operations.md']) {
      expect(copy.read(file)).toContain(`billhook:${NEXT}`);
      expect(copy.read(file)).not.toContain(`billhook:${CURRENT}`);
    }
    expect(copy.read('libs/sdk-python/pyproject.toml')).toContain(`\nversion = "${NEXT}"\n`);
    expect(copy.read('apps/docs/guides/python.md')).not.toContain(`billhook-${CURRENT}-py3`);

    expect(headings('CHANGELOG.md').slice(0, 2)).toEqual(['## Unreleased', `## ${NEXT}, DATE`]);
    expect(headings('apps/docs/guides/changelog.md').slice(0, 2)).toEqual([`## ${NEXT}, DATE`, `## ${CURRENT}, DATE`]);
    expect(headings('docs/upgrading.md')).toContain(`### ${NEXT}`);
    expect(headings('docs/upgrading.md')).not.toContain('### Unreleased');
    const address = `https://github.com/example/billhook/blob/v${NEXT}`;
    const page = copy.tool('release.ts', ['--notes', NEXT]);
    expect(page).toMatchObject({ status: 0, text: `${notes.replaceAll('](', `](${address}/`)}\n` });
    expect(page.text).toContain(`](${address}/docs/upgrading.md)`);
  });

  it('releases the next version, even if nothing changes for programs', () => {
    expect(release(NEXT).status).toBe(0);
    expect(release(`${NEXT}0`).text).toContain('is empty');
    copy.write('CHANGELOG.md', copy.read('CHANGELOG.md').replace('## Unreleased\n', '## Unreleased\n\n- A line.\n'));
    copy.commitAll('Change');
    const after = NEXT.replace(/\d+$/, '7');
    expect(release(after)).toMatchObject({ status: 0 });
    expect(copy.read('apps/docs/guides/changelog.md')).toContain('Nothing changes for programs that use the API.');
    expect(headings('docs/upgrading.md')).toEqual(expect.arrayContaining([`### ${after}`, `### ${NEXT}`]));
  });

  it('leaves nothing half-written if it is killed at any step', () => {
    // The first git of the PATH kills the release at the call whose number it is given.
    const programs = join(copy.folder, 'programs');
    mkdirSync(programs);
    const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
    const counter = join(copy.folder, 'calls');
    const script = `#!/bin/sh
calls=$(($(cat ${counter}) + 1)); echo $calls > ${counter}
if [ "$calls" = "$KILLED_CALL" ]; then kill -9 $PPID; exit 1; fi
exec ${real} "$@"
`;
    writeFileSync(join(programs, 'git'), script);
    chmodSync(join(programs, 'git'), 0o755);
    const before = state();
    let isComplete = false;
    let call = 0;
    while (!isComplete) {
      call += 1;
      writeFileSync(counter, '0');
      const { status } = release(NEXT, {
        PATH: `${programs}:${variablesWith({})['PATH'] ?? ''}`,
        KILLED_CALL: String(call),
      });
      isComplete = status === 0;
      if (isComplete || copy.git('tag') === `v${NEXT}`) break;
      expect({ call, ...state() }).toEqual({ call, ...before });
    }
    // The one call after the step that creates commit and tag updates the files.
    expect(copy.git('log', '--format=%s', '-1')).toBe(`Release ${NEXT}`);
    copy.git('reset', '--quiet', '--hard');
    expect(copy.git('rev-parse', `v${NEXT}^{commit}`)).toBe(copy.git('rev-parse', 'HEAD'));
    expect(call).toBeGreaterThan(8);
  });
});
