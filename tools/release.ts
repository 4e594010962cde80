import { spawnSync, type SpawnSyncOptionsWithStringEncoding } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkNode, ensureInstalled } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';
import { fail, Fault } from './lib/say.mjs';

/*
 * `npm run release -- 0.2.0`: writes the version and the changelogs, commits them and adds the tag v0.2.0. Commit and tag appear in one
 * step, so an interrupted release leaves neither. `npm run release -- --notes 0.2.0` prints the section of a version for its page.
 */

main(process.argv.slice(2)).catch(fail);

async function main(args: readonly string[]): Promise<void> {
  const files = await import('./lib/release-files.ts');
  const version = args[args[0] === '--notes' ? 1 : 0];
  if (!version) throw new Fault('Give the version to release: npm run release -- 0.2.0.');
  if (args[0] === '--notes') {
    const { homepage } = manifest();
    const address = homepage && `${homepage}/blob/v${version}`;
    process.stdout.write(`${files.releaseNotes(read(files.CHANGELOG), version, address)}\n`);
    return;
  }
  checkNode();
  await ensureInstalled();
  await release(version, files);
}

type ReleaseFiles = typeof import('./lib/release-files.ts');

async function release(version: string, { CHANGELOG, releaseFiles, releaseNotes }: ReleaseFiles): Promise<void> {
  const { refusals } = await import('./lib/release.rules.ts');
  const { MAINTAINERS, missingValues, projectFiles, readMaintainers } = await import('./lib/project-files.ts');
  const { version: from } = manifest();
  if (!existsSync(join(root, '.git'))) throw new Fault('This folder is not a clone with git, which a release needs.');
  const maintainers = readMaintainers(read(MAINTAINERS));
  const parent = git(['rev-parse', '--verify', 'HEAD']);
  const found = refusals({
    ...{ version, current: from, branch: git(['branch', '--show-current']) || undefined },
    changes: git(['status', '--porcelain', '-z'])
      .split('\0')
      .filter((line) => line !== '')
      .map((line) => line.slice(3)),
    tags: git(['tag', '--list']).split('\n'),
    changelog: read(CHANGELOG),
    missing: missingValues(maintainers),
    outdated: Object.entries(projectFiles(maintainers, read)).flatMap(([file, text]) =>
      text === read(file) ? [] : [file],
    ),
  });
  if (found.length > 0) throw new Fault(found.join('\n'));
  const date = new Date().toISOString().slice(0, 10);
  const texts = releaseFiles({ from, version, date }, manifests(), read);
  const commit = commitOf(texts, parent, `Release ${version}`);
  const tag = tagOf(commit, version, releaseNotes(texts[CHANGELOG] ?? '', version));
  // From here on, Ctrl-C waits: both commands take milliseconds.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
  git(['update-ref', '--stdin'], `update refs/heads/main ${commit} ${parent}\ncreate refs/tags/v${version} ${tag}\n`);
  git(['read-tree', '-m', '-u', parent, commit]);
  process.stdout.write(`Version ${version} is committed and has the tag v${version}. It is not published yet:

  git show v${version}                             shows it
  git push --atomic origin main v${version}        publishes it
  git tag -d v${version} && git reset --hard HEAD~1  discards it\n`);
}

/** The manifests of the root and of all projects: each has the version of the product. */
function manifests(): string[] {
  const projects = ['apps', 'libs'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => `${group}/${name}`),
  );
  return ['package.json', ...projects.map((project) => `${project}/package.json`)].filter((file) =>
    existsSync(join(root, file)),
  );
}

/** A commit of the texts on its parent, which no branch contains yet. The index and the files of the clone do not change. */
function commitOf(texts: Readonly<Record<string, string>>, parent: string, message: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-release-'));
  try {
    const index = { GIT_INDEX_FILE: join(folder, 'index') };
    const copies = Object.values(texts).map((text, number) => {
      writeFileSync(join(folder, String(number)), text);
      return join(folder, String(number));
    });
    const blobs = git(['hash-object', '-w', '--no-filters', '--stdin-paths'], copies.join('\n')).split('\n');
    git(['read-tree', parent], '', index);
    const lines = Object.keys(texts).map((path, number) => `100644 ${blobs[number]}\t${path}\n`);
    git(['update-index', '--index-info'], lines.join(''), index);
    return git(['commit-tree', git(['write-tree'], '', index), '-p', parent], `${message}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** An annotated tag with the notes of the release, which has no name yet. */
function tagOf(commit: string, version: string, notes: string): string {
  const head = `object ${commit}\ntype commit\ntag v${version}\ntagger ${git(['var', 'GIT_COMMITTER_IDENT'])}`;
  return git(['mktag'], `${head}\n\nBillhook ${version}\n\n${notes}\n`);
}

function manifest(): { version: string; homepage?: string } {
  return JSON.parse(read('package.json')) as { version: string; homepage?: string };
}

/** The text of a file of the clone, with the line endings that git stores. */
function read(path: string): string {
  return readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n');
}

/**
 * Runs git in the clone, in its own process group, which Ctrl-C does not reach.
 * @returns its output, without the last line break
 * @throws a Fault with what git says
 */
function git(command: readonly string[], input = '', env: Readonly<Record<string, string>> = {}): string {
  const options: SpawnSyncOptionsWithStringEncoding & { detached: boolean } = {
    cwd: root,
    input,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    detached: true,
    windowsHide: true,
  };
  const { error, status, stdout, stderr } = spawnSync('git', command, options);
  if (error) throw new Fault(`git is needed to release a version: ${error.message}.`);
  if (status !== 0) throw new Fault(`git ${command[0]} failed: ${stderr.trim()}`);
  return stdout.replace(/\n$/, '');
}
