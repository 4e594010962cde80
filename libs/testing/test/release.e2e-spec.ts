import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const { treeFiles } = (await import(pathToFileURL(join(ROOT, 'tools/lib/tree.mjs')).href)) as {
  treeFiles: () => Iterable<string>;
};

const CURRENT = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;
const NEXT = CURRENT.replace(/^\d+/, (major) => String(Number(major) + 1));
const TODAY = /\d{4}-\d\d-\d\d/;

let folder: string;
let clone: string;
let start: string;

/** The settings of git of nobody: neither the identity nor the hooks of the machine. */
const ENV = {
  PATH: process.env['PATH'] ?? '',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  CI: 'true',
  NO_COLOR: '1',
};

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: clone, env: { ...ENV, HOME: folder }, encoding: 'utf8' }).trim();
const read = (path: string): string => readFileSync(join(clone, path), 'utf8');
const write = (path: string, text: string): void => writeFileSync(join(clone, path), text);

function run(tool: string, args: readonly string[], env: Record<string, string> = {}) {
  const options = { cwd: clone, env: { ...ENV, HOME: folder, ...env }, encoding: 'utf8' } as const;
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [join('tools', tool), ...args], options);
  return { status, signal, text: stdout + stderr };
}

const release = (version: string, env?: Record<string, string>) => run('release.mjs', [version], env);

function commitAll(message: string): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', message);
}

/** What a release could leave behind: the commit, the tags and the changed files. */
const state = () => ({ head: git('rev-parse', 'HEAD'), tags: git('tag'), changes: git('status', '--porcelain') });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'billhook-release-'));
  clone = join(folder, 'clone');
  // From the disk, so that the copy has what is not committed yet.
  for (const file of treeFiles()) {
    mkdirSync(join(clone, dirname(file)), { recursive: true });
    cpSync(join(ROOT, file), join(clone, file));
  }
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'Release');
  git('config', 'user.email', 'release@example.com');
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'), 'junction');
  writeFileSync(join(clone, '.git/info/exclude'), 'node_modules\n');
  write(
    'maintainers.yaml',
    "repository: https://github.com/example/billhook\nsecurity: security@example.com\nowners: ['@example/billhook']\n",
  );
  const { status, text } = run('run.mjs', ['project-files']);
  expect({ status, text }).toEqual({ status: 0, text: '' });
  commitAll('Begin');
  start = git('rev-parse', 'HEAD');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(() => {
  git('reset', '--quiet', '--hard', start);
  git('clean', '--quiet', '--force', '-d');
  for (const tag of git('tag').split('\n').filter(Boolean)) git('tag', '--delete', tag);
  git('switch', '--quiet', 'main');
});

describe('npm run release refuses', () => {
  const cases: readonly [string, { prepare?: () => void; version?: string; says: readonly string[] }][] = [
    ['a version that is none', { version: 'v2', says: ['"v2" is not a version. Give three numbers'] }],
    ['the present version', { version: CURRENT, says: [`${CURRENT} is not newer than ${CURRENT}`] }],
    ['a lower version', { version: '0.0.9', says: [`0.0.9 is not newer than ${CURRENT}`] }],
    ['a tag that exists', { prepare: () => git('tag', `v${NEXT}`), says: [`The tag v${NEXT} exists`] }],
    [
      'a changed file',
      { prepare: () => write('README.md', '# Changed\n'), says: ['The working tree has changes (README.md)'] },
    ],
    ['a new file', { prepare: () => write('new.txt', ''), says: ['The working tree has changes (new.txt)'] }],
    [
      'another branch',
      { prepare: () => git('switch', '--quiet', '--create', 'other'), says: ['this is the branch other'] },
    ],
    ['no branch', { prepare: () => git('switch', '--quiet', '--detach'), says: ['this is no branch'] }],
    [
      'a changelog without the section',
      {
        prepare: () => {
          write('CHANGELOG.md', read('CHANGELOG.md').replace('## Unreleased\n', '## Later\n'));
          commitAll('Change');
        },
        says: ['CHANGELOG.md has no section "## Unreleased"'],
      },
    ],
    [
      'a changelog with an empty section',
      {
        prepare: () => {
          write('CHANGELOG.md', read('CHANGELOG.md').replace(/(## Unreleased\n)[^]*?(?=## \d)/, '$1\n'));
          commitAll('Change');
        },
        says: ['The section "## Unreleased" of CHANGELOG.md is empty'],
      },
    ],
    [
      'a project without maintainers',
      {
        prepare: () => {
          write('maintainers.yaml', 'repository: null\nsecurity: null\nowners: []\n');
          commitAll('Change');
        },
        says: ['maintainers.yaml has no repository, no security, no owners'],
      },
    ],
    [
      'a file that has another version',
      {
        prepare: () => {
          write('libs/sdk/package.json', read('libs/sdk/package.json').replace(CURRENT, '0.0.1'));
          commitAll('Change');
        },
        says: [`libs/sdk/package.json does not contain "version": "${CURRENT}"`],
      },
    ],
    [
      'several faults, each with its sentence',
      { prepare: () => write('new.txt', ''), version: '0.0.1', says: ['is not newer', 'The working tree has changes'] },
    ],
  ];

  it.each(cases)('%s', (_, { prepare, version = NEXT, says }) => {
    prepare?.();
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
    const notes = read('CHANGELOG.md').split(/^## /m)[1]?.replace('Unreleased', '').trim() ?? '';
    const { status, text } = release(NEXT);
    expect(text).toContain(`git push --atomic origin main v${NEXT}`);
    expect(status).toBe(0);
    expect(git('status', '--porcelain')).toBe('');
    expect(git('log', '--format=%s %P', '-1')).toBe(`Release ${NEXT} ${start}`);
    expect(git('cat-file', '-t', `v${NEXT}`)).toBe('tag');
    expect(git('rev-parse', `v${NEXT}^{commit}`)).toBe(git('rev-parse', 'HEAD'));
    expect(git('tag', '--list', '--format=%(contents:body)', `v${NEXT}`)).toBe(notes);

    const manifests = git('ls-files', 'package.json', '*/package.json').split('\n');
    for (const file of manifests.filter((path) => /^((apps|libs)\/[^/]+\/)?package\.json$/.test(path)))
      expect({ file, ...(JSON.parse(read(file)) as object) }).toMatchObject({ version: NEXT });
    const earlier = git('grep', '--name-only', '--fixed-strings', '-e', CURRENT, '--', '*.md', '*.toml', '*.yaml', '*.yml');
    const history = ['CHANGELOG.md', 'apps/docs/guides/changelog.md', 'docs/upgrading.md'];
    const present = earlier.split('\n').filter((file) => file !== 'pnpm-lock.yaml' && !history.includes(file));
    expect(present.filter((file) => /billhook[:-]\d/.test(read(file)) && !read(file).includes(NEXT))).toEqual([]);
    for (const file of ['deploy/kubernetes/billhook.yaml', 'docs/operations.md']) {
      expect(read(file)).toContain(`billhook:${NEXT}`);
      expect(read(file)).not.toContain(`billhook:${CURRENT}`);
    }
    expect(read('libs/sdk-python/pyproject.toml')).toContain(`\nversion = "${NEXT}"\n`);
    expect(read('apps/docs/guides/python.md')).not.toContain(`billhook-${CURRENT}-py3`);

    expect(headings('CHANGELOG.md').slice(0, 2)).toEqual(['## Unreleased', `## ${NEXT}, DATE`]);
    expect(headings('apps/docs/guides/changelog.md').slice(0, 2)).toEqual([`## ${NEXT}, DATE`, `## ${CURRENT}, DATE`]);
    expect(headings('docs/upgrading.md')).toContain(`### ${NEXT}`);
    expect(headings('docs/upgrading.md')).not.toContain('### Unreleased');
    expect(run('release.mjs', ['--notes', NEXT])).toMatchObject({ status: 0, text: `${notes}\n` });
  });

  it('releases the next version, even if nothing changes for programs', () => {
    expect(release(NEXT).status).toBe(0);
    expect(release(`${NEXT}0`).text).toContain('is empty');
    write('CHANGELOG.md', read('CHANGELOG.md').replace('## Unreleased\n', '## Unreleased\n\n- A line.\n'));
    commitAll('Change');
    const after = NEXT.replace(/\d+$/, '7');
    expect(release(after)).toMatchObject({ status: 0 });
    expect(read('apps/docs/guides/changelog.md')).toContain('Nothing changes for programs that use the API.');
    expect(headings('docs/upgrading.md')).toEqual(expect.arrayContaining([`### ${after}`, `### ${NEXT}`]));
  });

  it('leaves nothing half-written if it is killed at any step', () => {
    // The first git of the PATH kills the release at the call whose number it is given.
    const programs = join(folder, 'programs');
    mkdirSync(programs);
    const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
    const counter = join(folder, 'calls');
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
      const { status } = release(NEXT, { PATH: `${programs}:${ENV.PATH}`, KILLED_CALL: String(call) });
      isComplete = status === 0;
      if (isComplete || git('tag') === `v${NEXT}`) break;
      expect({ call, ...state() }).toEqual({ call, ...before });
    }
    // The one call after the step that creates commit and tag updates the files.
    expect(git('log', '--format=%s', '-1')).toBe(`Release ${NEXT}`);
    git('reset', '--quiet', '--hard');
    expect(git('rev-parse', `v${NEXT}^{commit}`)).toBe(git('rev-parse', 'HEAD'));
    expect(call).toBeGreaterThan(8);
  });
});

const headings = (file: string): string[] =>
  [...read(file).matchAll(/^##+ .*$/gm)].map(([heading]) => heading.replace(TODAY, 'DATE'));
